import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ModelContent } from './content.ts';
import { sameValue } from './fields.ts';
import { readOtm } from './read-otm.ts';
import { stringifyOtm, writeOtm } from './write-otm.ts';

const folder = join(import.meta.dirname, 'fixtures');
const names = readdirSync(folder).filter((name) => !name.startsWith('refused'));
const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'));
const documents = texts.map((text): unknown => parse(text));

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    0,
    -1,
    '',
    'x',
    [],
    {},
    true,
    '__proto__',
    { parapet: 5 },
    'a',
    '1',
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    { parapet: { id: 'x', keys: { id: 7, parent: 'x' }, odd: 3, record: { id: '' } } },
    { parapet: { threats: [{ at: 0, id: 'same' }], set: { position: 'x' }, on: ['c1'] } },
    { parapet: { nodes: [1], edges: ['e'], notes: [{ id: 'n' }], canvasId: 'c2', record: false } },
    { trustZone: '17', component: 'vm' },
    [{ representation: 'farm-diagram', id: 'vm-representation' }],
  ),
);
type Mutation = { at: number; what: 'replace' | 'remove' | 'copy'; value: unknown };
const mutation = fc.record<Mutation>({
  at: fc.nat(100_000),
  what: fc.constantFrom('replace', 'remove', 'copy'),
  value: odd,
});

const slotsIn = (value: unknown): { holder: object; key: string }[] =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).flatMap((key) => [
        { holder: value, key },
        ...slotsIn(Reflect.get(value, key)),
      ])
    : [];

const mutate = (document: unknown, { at, what, value }: Mutation): void => {
  const slots = slotsIn(document);
  const slot = slots[at % slots.length];
  if (!slot) return;
  const { holder, key } = slot;
  if (what === 'replace') Reflect.set(holder, key, structuredClone(value));
  else if (Array.isArray(holder) && what === 'copy')
    holder.push(structuredClone(Reflect.get(holder, key)));
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
};

const again = (content: ModelContent, dialect: 'strict' | 'service'): ModelContent => {
  const reading = readOtm(stringifyOtm(writeOtm(content, { dialect })));
  const [model] = reading.ok ? reading.models : [];
  if (!model) throw new Error(JSON.stringify(reading));
  return model.content;
};

/**
 * Writes each model of a file in each dialect and reads it again. Returns the first model that this
 * changes, before and after, or `undefined` if all models stay the same.
 */
const unlessStable = (document: unknown): unknown => {
  const reading = readOtm(JSON.stringify(document));
  return (reading.ok ? reading.models : [])
    .flatMap(({ content }) =>
      (['strict', 'service'] as const).map((dialect) => ({
        content,
        again: again(content, dialect),
      })),
    )
    .find((pair) => !sameValue(pair.again, pair.content));
};

const mostPositions = 250;

/** Returns all positions or, if they are too many to try them all, random ones. */
const chosen = (count: number): number[] => {
  const all = Array.from({ length: count }, (_, at) => at);
  if (count <= mostPositions) return all;
  const sizes = { minLength: mostPositions, maxLength: mostPositions };
  return fc.sample(fc.shuffledSubarray(all, sizes), 1).flat();
};

describe('a hostile file', () => {
  describe.each([
    ['nothing', ''],
    ['no key at all', undefined],
  ])('with %s at one position', (_what, value) => {
    // Each file has a test of its own, because one test of all files would take half a minute.
    test.each(names.map((name, at) => ({ name, document: documents[at] })))(
      'is read whole and survives being written: $name',
      ({ document }) => {
        for (const at of chosen(slotsIn(document).length)) {
          const broken: unknown = JSON.parse(JSON.stringify(document));
          mutate(broken, { at, what: value === undefined ? 'remove' : 'replace', value });
          expect(unlessStable(broken)).toBeUndefined();
        }
      },
    );
  });

  test('is read or rejected without an exception, and can be written after it was read', () => {
    fc.assert(
      fc.property(
        fc.nat(documents.length - 1),
        fc.array(mutation, { maxLength: 6 }),
        (at, mutations) => {
          const document: unknown = JSON.parse(JSON.stringify(documents[at]));
          for (const each of mutations) mutate(document, each);
          expect(unlessStable(document)).toBeUndefined();
        },
      ),
      { numRuns: 200 },
    );
  });

  test('is read or rejected whatever characters are missing or added', () => {
    const slip = fc.record({
      at: fc.nat(20_000),
      length: fc.nat(4),
      insert: fc.string({ maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(slip, { minLength: 1, maxLength: 4 }),
        (text, slips) => {
          let broken = text;
          for (const { at, insert, length } of slips) {
            const index = at % broken.length;
            broken = broken.slice(0, index) + insert + broken.slice(index + length);
          }
          expect(typeof readOtm(broken).ok).toBe('boolean');
        },
      ),
      { numRuns: 300 },
    );
  });

  test('is read or rejected whatever bytes it has', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(typeof readOtm(bytes).ok).toBe('boolean');
      }),
      { numRuns: 300 },
    );
  });
});
