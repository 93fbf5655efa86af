import { expect, test } from 'vitest';
import { viewOn } from './view-on.ts';

const pane = { width: 1000, height: 600 };
const box = { x: 2000, y: 1000, width: 100, height: 60 };

test('what is seen well stays where it is', () => {
  expect(viewOn(box, pane, { x: -1800, y: -900, zoom: 1 })).toBeNull();
});

test('what lies outside comes to the middle at the same zoom', () => {
  expect(viewOn(box, pane, { x: 0, y: 0, zoom: 2 })).toEqual({
    x: 500 - 2050 * 2,
    y: 300 - 1030 * 2,
    zoom: 2,
  });
});

test('what is too small to be read is brought nearer', () => {
  expect(viewOn(box, pane, { x: 0, y: 0, zoom: 0.1 })?.zoom).toBe(0.9);
});

test('what is larger than the window is shown whole', () => {
  const large = { x: 0, y: 0, width: 5000, height: 100 };
  const view = viewOn(large, pane, { x: 0, y: 0, zoom: 1 });
  expect((view?.zoom ?? 1) * large.width).toBeLessThan(pane.width);
});
