import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parentKind, recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import { createStore } from './store.ts';

/**
 * Generates records. `holder` chooses the parent of a record among the earlier records of the parent's
 * kind.
 */
const anyRecords = fc
  .array(fc.record({ kind: fc.constantFrom(...recordKinds), holder: fc.nat() }), { maxLength: 40 })
  .map((seeds) => {
    const rows: { kind: RecordKind; id: string; parentId: string | null }[] = [];
    for (const [at, { kind, holder }] of seeds.entries()) {
      const holders = rows.filter((row) => row.kind === parentKind[kind]);
      const parent = holders[holder % Math.max(1, holders.length)];
      rows.push({ kind, id: `r${at}`, parentId: parent?.id ?? null });
    }
    return rows;
  });

it('descendants are found at any depth, parents before children', () => {
  fc.assert(
    fc.property(anyRecords, (rows) => {
      const { records, close } = createStore({ path: ':memory:' });
      for (const row of rows) records.put({ ...row, local: {}, base: null, etag: null });
      for (const root of rows) {
        const found = records.subtree(root.kind, root.id);
        const expected = new Set([root.id]);
        for (const { id, parentId } of rows) if (expected.has(parentId ?? '')) expected.add(id);
        expect(new Set(found.map(({ id }) => id))).toEqual(expected);
        expect(found).toHaveLength(expected.size);
        const seen = new Set<string>([root.parentId ?? '']);
        for (const { id, parentId } of found) {
          expect(seen.has(parentId ?? '')).toBe(true);
          seen.add(id);
        }
      }
      expect(records.subtree('canvas', 'gone')).toEqual([]);
      close();
    }),
    { numRuns: 50 },
  );
});

it('a missing record has no descendants', () => {
  const { records, close } = createStore({ path: ':memory:' });
  records.put({ kind: 'threat', id: 't', parentId: 'gone', local: {}, base: null, etag: null });
  expect(records.subtree('component', 'gone')).toEqual([]);
  expect(records.childIds('threat', 'gone')).toEqual(['t']);
  close();
});
