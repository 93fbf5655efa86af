import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeRecord, type RecordMerge } from './merge-record.ts';
import { same } from './same-value.ts';

const longTexts = new Set(['description', 'definition']);

describe('a threat that two people changed', () => {
  const base = { title: 'Spoofing', priority: 'HIGH', description: 'One\nTwo\nThree' };

  test('has the changes of both', () => {
    const merge = mergeRecord(
      base,
      { ...base, title: 'Spoofing of users' },
      { ...base, priority: 'LOW' },
      longTexts,
    );
    expect(merge).toEqual({
      shown: { ...base, title: 'Spoofing of users', priority: 'LOW' },
      sent: { ...base, title: 'Spoofing of users', priority: 'LOW' },
      base: { ...base, priority: 'LOW' },
      conflicts: [],
    });
  });

  test('is in conflict only in the title, which both changed', () => {
    const merge = mergeRecord(
      base,
      { ...base, title: 'Mine', priority: 'LOW' },
      { ...base, title: 'Theirs' },
      longTexts,
    );
    expect(merge.conflicts).toEqual([
      { field: 'title', base: 'Spoofing', mine: 'Mine', theirs: 'Theirs' },
    ]);
    expect(merge.shown).toEqual({ ...base, title: 'Mine', priority: 'LOW' });
    expect(merge.sent).toEqual({ ...base, title: 'Theirs', priority: 'LOW' });
  });

  test('has the lines that each added to one description', () => {
    const merge = mergeRecord(
      base,
      { ...base, description: 'Eins\nTwo\nThree' },
      { ...base, description: 'One\nTwo\nThree\nFour' },
      longTexts,
    );
    expect(merge.sent['description']).toBe('Eins\nTwo\nThree\nFour');
    expect(merge.conflicts).toEqual([]);
  });

  test('is in conflict if both changed the same line', () => {
    const merge = mergeRecord(
      base,
      { ...base, description: 'One\nZwei\nThree' },
      { ...base, description: 'One\nDeux\nThree' },
      longTexts,
    );
    expect(merge.conflicts.map(({ field }) => field)).toEqual(['description']);
  });

  test('is in conflict if there are too many lines to compare', () => {
    const blank = '\n'.repeat(2000);
    const merge = mergeRecord(
      { description: blank },
      { description: `mine${blank}` },
      { description: `${blank}theirs` },
      longTexts,
    );
    expect(merge.conflicts.map(({ field }) => field)).toEqual(['description']);
  });

  test('is in conflict in all differing fields if the origin is unknown', () => {
    const merge = mergeRecord(
      null,
      { title: 'A', color: 'red', note: 'only here' },
      { title: 'B', color: 'red' },
      longTexts,
    );
    expect(merge.conflicts).toEqual([{ field: 'title', base: undefined, mine: 'A', theirs: 'B' }]);
    expect(merge.sent).toEqual({ title: 'B', color: 'red', note: 'only here' });
  });
});

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd', ''), { minLength: 3, maxLength: 9 })
  .map((lines) => lines.join('\n'));
const value = fc.oneof(
  fc.constantFrom<unknown>('A', 'B', 1, null, undefined, true),
  text,
  fc.jsonValue({ maxDepth: 2 }),
);
const keys = ['title', 'description', 'definition', '__proto__', 'toString', 'x'];
const record = fc
  .array(fc.tuple(fc.constantFrom(...keys), value), { maxLength: 8 })
  .map((entries): Record<string, unknown> => Object.fromEntries(entries));
/** Versions of a record in which each side has set a few fields. */
const versions = fc.tuple(record, record, record).map(([base, mine, theirs]) => ({
  base,
  mine: { ...base, ...mine },
  theirs: { ...base, ...theirs },
}));

const numRuns = process.env.PARAPET_FULL ? 10_000 : 300;
const unlessSame = (found: unknown, wanted: unknown): unknown =>
  same(found, wanted) ? undefined : { found, wanted };
const fieldsOf = ({ conflicts }: RecordMerge): string[] => conflicts.map(({ field }) => field);
const holds =
  <Case>(cases: fc.Arbitrary<Case>, law: (each: Case) => void) =>
  () =>
    fc.assert(fc.property(cases, law), { numRuns });

describe('every record', () => {
  test(
    'has the changes of one side, and those that both made',
    holds(versions, ({ base, mine, theirs }) => {
      const cases = [
        [base, mine, base, mine],
        [base, base, theirs, theirs],
        [base, mine, structuredClone(mine), mine],
        [null, mine, structuredClone(mine), mine],
      ] as const;
      for (const [origin, one, other, wanted] of cases) {
        const merge = mergeRecord(origin, one, other, longTexts);
        expect(
          unlessSame([merge.shown, merge.sent, merge.conflicts], [wanted, wanted, []]),
        ).toBeUndefined();
        expect(unlessSame(merge.base, other)).toBeUndefined();
      }
    }),
    600_000,
  );

  test(
    'is merged symmetrically',
    holds(versions, ({ base, mine, theirs }) => {
      for (const origin of [base, null]) {
        const merge = mergeRecord(origin, mine, theirs, longTexts);
        const mirrored = mergeRecord(origin, theirs, mine, longTexts);
        expect(
          unlessSame([merge.shown, merge.sent], [mirrored.sent, mirrored.shown]),
        ).toBeUndefined();
        const swapped = mirrored.conflicts.map((each) => ({
          ...each,
          mine: each.theirs,
          theirs: each.mine,
        }));
        const byField = Object.fromEntries(swapped.map((each) => [each.field, each]));
        expect(
          unlessSame(
            Object.fromEntries(merge.conflicts.map((each) => [each.field, each])),
            byField,
          ),
        ).toBeUndefined();
      }
    }),
    600_000,
  );

  test(
    'has in each field a value of one side, mine and theirs for conflicts',
    holds(versions, ({ base, mine, theirs }) => {
      const merge = mergeRecord(base, mine, theirs, longTexts);
      const open = new Set(fieldsOf(merge));
      const read = (fields: Record<string, unknown>, key: string): unknown =>
        Object.hasOwn(fields, key) ? fields[key] : undefined;
      for (const key of keys) {
        const [o, a, b] = [base, mine, theirs].map((each) => read(each, key));
        const found = [merge.shown, merge.sent].map((each) => read(each, key));
        const ofOneSide = same(o, a) ? b : a;
        const isByLine = longTexts.has(key) && ![same(o, a), same(o, b), same(a, b)].includes(true);
        const wanted = open.has(key)
          ? [a, b]
          : isByLine
            ? [found[0], found[0]]
            : [ofOneSide, ofOneSide];
        expect(unlessSame(found, wanted)).toBeUndefined();
        expect(unlessSame(read(merge.base, key), open.has(key) ? o : b)).toBeUndefined();
      }
    }),
    600_000,
  );

  test(
    'does not change when it is merged again, before and after it was sent',
    holds(versions, ({ base, mine, theirs }) => {
      for (const origin of [base, null]) {
        const merge = mergeRecord(origin, mine, theirs, longTexts);
        for (const remote of [theirs, merge.sent]) {
          const again = mergeRecord(merge.base, merge.shown, remote, longTexts);
          expect(unlessSame([again.shown, again.sent], [merge.shown, merge.sent])).toBeUndefined();
          expect(fieldsOf(again).toSorted()).toEqual(fieldsOf(merge).toSorted());
        }
      }
    }),
    600_000,
  );
});
