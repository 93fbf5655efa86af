import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readOtm } from './read-otm.ts';
import { stringifyOtm, writeOtm } from './write-otm.ts';

const own = join(import.meta.dirname, 'fixtures');
const foreign = join(import.meta.dirname, '../../../shared/fixtures/otm');
const sample = join(import.meta.dirname, '../sample');

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /\.otm(?:\.\w+)?$/.test(name) && !name.startsWith('refused'))
        .map((name) => join(folder, name))
    : [];

/**
 * The values that may be lost, by the name of the file. The comment before each file states the reason.
 */
const exceptions: Record<string, string[]> = {
  // These values are account data of the person who exported the file.
  'service.otm': ['u77', 'dana@example.org', 'Dana', '2024-05-05T10:00:00Z'],
  // Repeated IDs (`a` and `inner`) are replaced. 5 and 6 are the position of an element in a zone
  // without a position, so they change for the same reason as in the next file.
  'nested-and-broken.otm': ['a', 'inner', '5', '6'],
  // The zone has no position in the file. Positions in this zone become relative to its computed
  // position.
  'threat-dragon.otm': ['100', '340', '-140'],
};

/** Returns every scalar of a document as text, so that `0.2` and "0.2" count as equal. */
const valuesOf = (value: unknown): string[] => {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'object') return Object.values(value).flatMap(valuesOf);
  return [typeof value === 'string' ? value : JSON.stringify(value)];
};

/** Returns the values of absolute positions, which only repeat the relative ones. */
const sumsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) =>
        key === 'positionAbsolute' ? valuesOf(item) : sumsIn(item),
      )
    : [];

const countsOf = (values: string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

describe.each([...filesIn(own), ...filesIn(foreign), ...filesIn(sample)])('%s', (path) => {
  const bytes = readFileSync(path);
  const file: unknown = parse(bytes.toString());
  const models = Array.isArray(file) ? file : [file];
  const name = path.split('/').at(-1) ?? '';
  const excused = new Set(exceptions[name]);
  const facts = valuesOf(models.map(({ otmVersion: _version, ...facts_ }) => facts_)).filter(
    (value) => !excused.has(value),
  );

  const written = (dialect: 'strict' | 'service'): unknown[] => {
    const reading = readOtm(bytes);
    if (!reading.ok) throw new Error(reading.refusal.reason);
    return reading.models.map(({ content }) =>
      JSON.parse(stringifyOtm(writeOtm(content, { dialect }))),
    );
  };

  test('in the service dialect, every value occurs as often as before', () => {
    const counts = countsOf(valuesOf(written('service')));
    const lost = [...countsOf(facts)].filter(([value, count]) => (counts.get(value) ?? 0) < count);
    expect(lost).toEqual([]);
  });

  test('in the strict dialect, every value is kept except sums of positions', () => {
    const values = new Set(valuesOf(written('strict')));
    for (const sum of sumsIn(models)) values.add(sum);
    expect(facts.filter((value) => !values.has(value))).toEqual([]);
  });

  test('a written file reads back as the same model', () => {
    const reading = readOtm(bytes);
    if (!reading.ok) throw new Error(reading.refusal.reason);
    for (const { content } of reading.models) {
      for (const dialect of ['strict', 'service'] as const) {
        const again = readOtm(stringifyOtm(writeOtm(content, { dialect })));
        expect(again.ok && again.models[0]?.content).toEqual(content);
      }
    }
  });

  test('no account data is written', () => {
    const text = JSON.stringify([written('strict'), written('service')]);
    expect(text).not.toMatch(/"user":|selectedBy|dana@|avatar/);
  });
});
