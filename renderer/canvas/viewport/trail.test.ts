import { expect, test } from 'vitest';
import { leave, noTrail, step, type TrailEntry } from './trail.ts';

const place = (canvasId: string, x = 0): TrailEntry => ({
  canvasId,
  viewport: { x, y: 0, zoom: 1 },
});
const all = (): boolean => true;

test('back goes to the start of a jump, forward to its target', () => {
  const trail = leave(leave(noTrail, place('a')), place('a', 500));
  const back = step(trail, 'back', place('b'), all);
  expect(back?.to).toEqual(place('a', 500));
  const further = step(back?.trail ?? noTrail, 'back', back?.to ?? place('b'), all);
  expect(further?.to).toEqual(place('a'));
  const forward = step(further?.trail ?? noTrail, 'forward', further?.to ?? place('b'), all);
  expect(forward?.to).toEqual(place('a', 500));
  const end = step(forward?.trail ?? noTrail, 'forward', forward?.to ?? place('a'), all);
  expect(end?.to).toEqual(place('b'));
});

test('a new jump clears the future', () => {
  const back = step(leave(noTrail, place('a')), 'back', place('b'), all);
  expect(leave(back?.trail ?? noTrail, place('c')).future).toEqual([]);
});

test('a small pan makes no entry, and deleted canvases are skipped', () => {
  const trail = leave(leave(leave(noTrail, place('a')), place('gone', 900)), place('gone', 910));
  expect(trail.past).toHaveLength(2);
  expect(step(trail, 'back', place('b'), (id) => id !== 'gone')?.to).toEqual(place('a'));
  expect(step(noTrail, 'back', place('a'), all)).toBeNull();
});
