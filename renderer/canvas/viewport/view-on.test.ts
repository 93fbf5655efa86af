import { expect, test } from 'vitest';
import { viewOn } from './view-on.ts';

const pane = { width: 1000, height: 600 };
const box = { x: 2000, y: 1000, width: 100, height: 60 };

test('a box that is easy to see does not move the view', () => {
  expect(viewOn(box, pane, { x: -1800, y: -900, zoom: 1 })).toBeNull();
});

test('a box out of view is centered at the same zoom', () => {
  expect(viewOn(box, pane, { x: 0, y: 0, zoom: 2 })).toEqual({
    x: 500 - 2050 * 2,
    y: 300 - 1030 * 2,
    zoom: 2,
  });
});

test('a box that is too small to read is zoomed in', () => {
  expect(viewOn(box, pane, { x: 0, y: 0, zoom: 0.1 })?.zoom).toBe(0.9);
});

test('a box larger than the window is shown completely', () => {
  const large = { x: 0, y: 0, width: 5000, height: 100 };
  const view = viewOn(large, pane, { x: 0, y: 0, zoom: 1 });
  expect((view?.zoom ?? 1) * large.width).toBeLessThan(pane.width);
});
