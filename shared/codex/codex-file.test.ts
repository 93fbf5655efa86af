import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { libraryEntries } from '../library/library-entries.ts';
import { codexEntry, codexFormats, type KindedEntry } from './codex-entry.ts';
import { codexFileOf, readCodexFile } from './codex-file.ts';
import { fromCsv, toCsv } from './csv.ts';

const entry = (title: string): KindedEntry => ({
  kind: 'attributes',
  entry: codexEntry.parse({ title, aliases: ['S3', '=1+1'] }),
});

describe('a codex file', () => {
  test.for(codexFormats)(
    'has the whole default library after writing and reading, %s',
    (format) => {
      const entries = libraryEntries();
      expect(readCodexFile(codexFileOf(entries, format)).entries).toEqual(entries);
    },
  );

  test('reports the row and the field that cannot be read', () => {
    expect(() => readCodexFile('kind,title\r\nthreats,Spoofing\r\nwizards,Merlin\r\n')).toThrow(
      /^Row 3: kind/,
    );
    expect(() => readCodexFile('name\r\nSpoofing\r\n')).toThrow('at least: kind, title');
    expect(() => readCodexFile('{"codex":1,"entries":[{"kind":"threats","entry":{}}]}')).toThrow(
      /^Entry 1: entry.title/,
    );
    expect(() => readCodexFile('{"threats":[]}')).toThrow('The file is not a codex');
  });

  test('can have columns in any order, and some can be missing', () => {
    expect(readCodexFile('\uFEFFTitle,Kind\nSpoofing,threats\n\n').entries).toEqual([
      { kind: 'threats', entry: codexEntry.parse({ title: 'Spoofing' }) },
    ]);
  });
});

describe('rules and frameworks', () => {
  const rule = {
    id: 'a',
    title: 'Admin pages',
    isEnabled: true,
    when: { all: [{ kind: 'process' as const }, { has: 'privileged' as const }] },
    threat: { title: 'Misuse', description: '', priority: 'high' as const },
    mitigations: [],
  };

  test('are in a JSON file, with the parts that only a newer app knows', () => {
    const extensions = {
      rules: [{ ...rule, later: 1 }],
      frameworks: [{ id: 'f', title: 'House rules', controls: [{ id: 'H-1' }] }],
      disabledRules: ['process-spoofed'],
    };
    const text = codexFileOf([], 'json', extensions);
    expect(JSON.parse(text)).toMatchObject(extensions);
    expect(readCodexFile(text).extensions).toMatchObject({
      rules: [{ ...rule, threat: { ...rule.threat, categories: [], references: [] } }],
      disabledRules: ['process-spoofed'],
    });
  });

  test.for([
    [{ not: { lacks: 'encrypted' } }, 'asks for a protection'],
    [{ term: 'exposed' }, 'names a term'],
    [{ kind: 'wizard' }, 'when'],
    [
      Array.from({ length: 60 }).reduce((inner: object) => ({ not: inner }), { repeated: true }),
      'nested too deeply',
    ],
    [{ any: Array.from({ length: 101 }, () => ({ repeated: true })) }, 'more than 100'],
  ] as const)('%j is refused with its place', ([when, reason]) => {
    const text = JSON.stringify({ codex: 1, rules: [{ ...rule, when }] });
    expect(() => readCodexFile(text)).toThrow(/^Rule 1: when/);
    expect(() => readCodexFile(text)).toThrow(reason);
  });
});

describe('CSV', () => {
  const cells = [
    '',
    'a',
    'a,b',
    'say "hi"',
    'two\r\nlines',
    '=1',
    `'=1`,
    '-2',
    '@x',
    '+',
    '\t',
    `'`,
  ];

  test('keeps each cell in its position', () => {
    const rows = cells.map((one) => [one, ...cells, one]);
    expect(fromCsv(toCsv(rows))).toEqual(rows);
  });

  test('has no cell that begins a formula', () => {
    const csv = codexFileOf([entry('=HYPERLINK("https://example.com")'), entry('-1')], 'csv');
    expect(csv).toContain(`"'=HYPERLINK(""https://example.com"")"`);
    expect(csv).toContain(`attributes,'-1,`);
    for (const sign of ['=', '+', '-', '@', '\t', '\r']) {
      expect(toCsv([[sign]])).toMatch(/^"?'/);
    }
  });

  test('has no cell that a spreadsheet computes after a semicolon or a line break', () => {
    expect(toCsv([['x;=1;y', 'x;"@a"']])).toBe(`x;'=1;y,"x;'""@a"""\r\n`);
    expect(toCsv([['a\n-1\r\n+2\n- item']])).toBe(`"a\n'-1\r\n'+2\n- item"\r\n`);
    expect(toCsv([['- item\n- cmd|x', '- a']])).toBe(`"'- item\n'- cmd|x",'- a\r\n`);
  });

  test('has the same cells after reading', () => {
    const unit = fc.constantFrom(
      "'",
      '"',
      ';',
      '=',
      '-',
      '@',
      '|',
      '(',
      ' ',
      'a',
      '\r',
      '\n',
      '\t',
    );
    const cell = fc.string({ unit, maxLength: 8 });
    fc.assert(
      fc.property(cell, (text) => {
        expect(fromCsv(toCsv([[text, 'x']]))).toEqual([[text, 'x']]);
      }),
      { numRuns: 2000 },
    );
  });

  test('reports the row with a quote that is not closed', () => {
    expect(() => fromCsv('a,b\r\n"c,d\r\n')).toThrow('Row 2');
  });
});
