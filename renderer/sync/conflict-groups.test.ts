import { expect, it } from 'vitest';
import type { ConflictSummary } from '#shared/desktop/sync.ts';
import { conflictGroups } from './conflict-groups.ts';

const conflict = (
  kind: ConflictSummary['kind'],
  id: string,
  location: ConflictSummary['location'],
): ConflictSummary => ({ kind, id, location, title: id, type: 'fields', count: 1 });

const login = { id: 'c1', titles: ['Web shop', 'Login'] };
const checkout = { id: 'c2', titles: ['Web shop', 'Checkout'] };

it('groups conflicts by canvas and kind, in the order of their titles', () => {
  const groups = conflictGroups([
    conflict('threat', 't1', login),
    conflict('component', 'k1', login),
    conflict('threat', 't2', login),
    conflict('canvas', 'c2', checkout),
    conflict('collection', 'o1', null),
  ]);
  expect(groups.map(({ titles }) => titles)).toEqual([
    [],
    ['Web shop', 'Checkout'],
    ['Web shop', 'Login'],
  ]);
  expect(groups[2]?.kinds.map(({ kind, conflicts }) => [kind, conflicts.length])).toEqual([
    ['component', 1],
    ['threat', 2],
  ]);
  expect(groups[2]?.conflicts).toHaveLength(3);
});
