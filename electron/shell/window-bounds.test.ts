import type { Rectangle } from 'electron';
import { describe, expect, it } from 'vitest';
import { openingBounds } from './window-bounds.ts';

const rectangle = (x: number, y: number, width: number, height: number): Rectangle => ({
  x,
  y,
  width,
  height,
});

/**
 * Displays: a laptop with a bar at its top, a large one to its right, and an upright one to its left.
 */
const laptop = rectangle(0, 25, 1512, 957);
const large = rectangle(1512, 0, 2560, 1440);
const upright = rectangle(-1080, -400, 1080, 1920);

const opens = (last: Rectangle | null, ...all: readonly [Rectangle, ...Rectangle[]]): Rectangle =>
  openingBounds(last, { primary: all[0], all });

describe('at the first start, the window', () => {
  it.each([
    ['has its usual size in the middle', large, rectangle(2072, 270, 1440, 900)],
    ['fits into a small display', rectangle(0, 40, 1280, 680), rectangle(0, 40, 1280, 680)],
    ['fits into a low display', rectangle(0, 0, 1920, 800), rectangle(240, 0, 1440, 800)],
  ])('%s', (_case, primary, expected) => {
    expect(opens(null, primary)).toEqual(expected);
  });

  it('is on the primary display', () => {
    expect(opens(null, laptop, upright, large)).toEqual(rectangle(36, 54, 1440, 900));
  });
});

describe('later, the window opens where it was', () => {
  it.each([
    ['on the primary display', rectangle(100, 80, 1000, 700)],
    ['on a display to the right', rectangle(2000, 300, 1800, 1000)],
    ['on a display with negative coordinates', rectangle(-1000, -390, 900, 1500)],
    ['across two displays', rectangle(1000, 60, 2400, 900)],
    ['with most of it outside of the display', rectangle(-700, 900, 800, 600)],
    [
      'with a border that cannot be seen, half as large as the display',
      rectangle(-7, 25, 770, 964),
    ],
  ])('%s', (_case, last) => {
    expect(opens(last, laptop, upright, large)).toEqual(last);
  });
});

describe('in the middle of the primary display, the window opens', () => {
  const middle = rectangle(36, 54, 1440, 900);
  it.each([
    ['if its display is missing', rectangle(2000, 300, 1000, 700)],
    ['if it was left of all displays', rectangle(-1000, -390, 900, 700)],
    ['if too little of its title bar is visible', rectangle(1452, 100, 1000, 700)],
    ['if its title bar is above the display', rectangle(100, -20, 1000, 700)],
    ['if its title bar is below the display', rectangle(100, 975, 1000, 700)],
  ])('%s', (_case, last) => {
    expect(opens(last, laptop)).toEqual(middle);
  });
});

it('opens no window that is larger than the displays', () => {
  const last = rectangle(40, 60, 2400, 1300);
  expect(opens(last, laptop)).toEqual(laptop);
  expect(opens({ ...last, height: 700 }, laptop)).toEqual(rectangle(0, 60, 1512, 700));
  expect(opens(last, laptop, large)).toEqual(last);
});
