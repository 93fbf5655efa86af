import { expect, test } from 'vitest';
import { leave, noTrail, step, type TrailEntry } from './trail.ts';

const entry = (canvasId: string, x = 0): TrailEntry => ({
  canvasId,
  viewport: { x, y: 0, zoom: 1 },
});
const all = (): boolean => true;

test('back goes to the start of a jump, forward to its target', () => {
  const trail = leave(leave(noTrail, entry('a')), entry('a', 500));
  const back = step(trail, 'back', entry('b'), all);
  expect(back?.to).toEqual(entry('a', 500));
  const further = step(back?.trail ?? noTrail, 'back', back?.to ?? entry('b'), all);
  expect(further?.to).toEqual(entry('a'));
  const forward = step(further?.trail ?? noTrail, 'forward', further?.to ?? entry('b'), all);
  expect(forward?.to).toEqual(entry('a', 500));
  const end = step(forward?.trail ?? noTrail, 'forward', forward?.to ?? entry('a'), all);
  expect(end?.to).toEqual(entry('b'));
});

test('a new jump clears the future', () => {
  const back = step(leave(noTrail, entry('a')), 'back', entry('b'), all);
  expect(leave(back?.trail ?? noTrail, entry('c')).future).toEqual([]);
});

test('a small pan makes no entry, and deleted canvases are skipped', () => {
  const trail = leave(leave(leave(noTrail, entry('a')), entry('gone', 900)), entry('gone', 910));
  expect(trail.past).toHaveLength(2);
  expect(step(trail, 'back', entry('b'), (id) => id !== 'gone')?.to).toEqual(entry('a'));
  expect(step(noTrail, 'back', entry('a'), all)).toBeNull();
});
