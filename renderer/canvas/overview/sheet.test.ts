import { describe, expect, it } from 'vitest';
import { movedSheet, onLargerSheet, sheetSize, sheetStyle } from './sheet.ts';

const room = { width: 1000, height: 600, ratio: 1 };
const painted = { x: 40, y: -20, zoom: 0.1 };

/** Returns the position of a canvas point on a sheet that CSS has transformed. */
const seenAt = (css: string, x: number): number => {
  const [, by = '', scale = ''] = /translate\(([-\d.e]+)px.*scale\(([\d.e-]+)\)/.exec(css) ?? [];
  const onSheet = x * painted.zoom + onLargerSheet(painted, room).x;
  return onSheet * Number(scale) + Number(by) - room.width * 0.15;
};

describe('a sheet that was painted for another viewport', () => {
  it.each([
    ['beside it', { x: 90, y: 10, zoom: 0.1 }],
    ['nearer', { x: -40, y: -60, zoom: 0.12 }],
    ['further away', { x: 60, y: 20, zoom: 0.09 }],
  ])('shows everything if the viewport is %s', (_where, now) => {
    const css = movedSheet(painted, now, room) ?? '';
    for (const x of [0, 700, -2000]) expect(seenAt(css, x)).toBeCloseTo(x * now.zoom + now.x);
  });

  it.each([
    ['it would not fill the view', { x: 300, y: -20, zoom: 0.1 }],
    ['it would be stretched too much', { x: 0, y: 0, zoom: 0.2 }],
    ['it would be too small', { x: 100, y: 60, zoom: 0.07 }],
  ])('is repainted if %s', (_why, now) => {
    expect(movedSheet(painted, now, room)).toBeNull();
  });
});

it.each([1, 1.25, 1.5, 2])(
  'begins and ends at whole device pixels if there are %s per page pixel, so that it is not blurred',
  (ratio) => {
    const view = { width: 884, height: 776, ratio };
    const { x, y } = onLargerSheet({ x: 0, y: 0, zoom: 1 }, view);
    for (const margin of [x, y]) expect(margin * ratio).toBeCloseTo(Math.round(margin * ratio), 9);
    const size = { width: 884 + 2 * x, height: 776 + 2 * y };
    expect(sheetSize(view)).toEqual(size);
    expect(sheetStyle(view)).toEqual({
      insetInlineStart: `${-x}px`,
      insetBlockStart: `${-y}px`,
      inlineSize: `${size.width}px`,
      blockSize: `${size.height}px`,
    });
  },
);
