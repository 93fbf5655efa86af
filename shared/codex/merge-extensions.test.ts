import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Extensions } from '../api/codex-extensions.ts';
import { mergeExtensions } from './merge-extensions.ts';

const document = (
  rules: Record<string, { title: string; isEnabled?: boolean }>,
  disabledRules: string[] = [],
): Extensions => ({
  rules: Object.entries(rules).map(([id, fields]) => ({ id, ...fields })),
  frameworks: [],
  disabledRules,
});
let copies = 0;
const names = {
  newId: () => `copy-${(copies += 1)}`,
  copyOf: (title: string) => `${title} (your version)`,
};
const merged = (base: Extensions, mine: Extensions, theirs: Extensions) =>
  mergeExtensions({ base, mine, theirs }, names);

test('changes of both sides are merged by field', () => {
  const base = document({ a: { title: 'A', isEnabled: true } }, ['x', 'y']);
  const mine = document({ a: { title: 'A2', isEnabled: true }, b: { title: 'B' } }, ['y', 'z']);
  const theirs = document({ a: { title: 'A', isEnabled: false }, c: { title: 'C' } }, ['x', 'y']);
  expect(merged(base, mine, theirs)).toEqual(
    document({ a: { title: 'A2', isEnabled: false }, c: { title: 'C' }, b: { title: 'B' } }, [
      'y',
      'z',
    ]),
  );
});

test('if both changed the same field, mine becomes a disabled copy', () => {
  const base = document({ a: { title: 'A' } });
  expect(
    merged(base, document({ a: { title: 'Mine' } }), document({ a: { title: 'Theirs' } })),
  ).toEqual(
    document({
      a: { title: 'Theirs' },
      'copy-1': { title: 'Mine (your version)', isEnabled: false },
    }),
  );
});

test('a deleted rule stays if the other side changed it', () => {
  const base = document({ a: { title: 'A' }, b: { title: 'B' }, c: { title: 'C' } });
  const mine = document({ b: { title: 'B2' }, c: { title: 'C' } });
  const theirs = document({ a: { title: 'A2' } });
  expect(merged(base, mine, theirs)).toEqual(document({ a: { title: 'A2' }, b: { title: 'B2' } }));
});

const rule = fc.record({ title: fc.constantFrom('A', 'B', 'C'), isEnabled: fc.boolean() });
const any = fc
  .tuple(
    fc.dictionary(fc.constantFrom('1', '2', '3'), rule),
    fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
  )
  .map(([rules, disabled]) => document(rules, disabled));

test('a change on only one side wins, and merging again changes nothing', () => {
  fc.assert(
    fc.property(any, any, any, (base, mine, theirs) => {
      const sorted = ({ disabledRules, ...rest }: Extensions) => ({
        ...rest,
        disabledRules: disabledRules.toSorted(),
      });
      expect(sorted(merged(base, base, theirs))).toEqual(sorted(theirs));
      const result = merged(base, mine, theirs);
      const inOrder = ({ rules, ...rest }: Extensions) => ({
        ...sorted({ ...rest, rules: [] }),
        rules: rules.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      });
      expect(inOrder(merged(theirs, result, theirs))).toEqual(inOrder(result));
      // No title that `mine` changed is lost. If `theirs` changed it too, a copy has the title of
      // `mine`.
      for (const { id, title } of mine.rules) {
        const old = base.rules.find((each) => each.id === id);
        if (old?.title === title) continue;
        const texts = result.rules.map((each) => each.title);
        expect(texts.some((text) => text.startsWith(title))).toBe(true);
      }
    }),
  );
});
