import type { Rectangle } from 'electron';

/** The minimum size of the window, in DIP. In a smaller window, the parts of the page would overlap. */
export const smallestWindow = { width: 800, height: 560 };

const usual = { width: 1440, height: 900 };

/**
 * The part of the title bar that a person needs to drag the window, in DIP. This width and at least half
 * of this height must be on a display.
 */
const titleBar = { width: 100, height: 32 };

/** Returns the length that two ranges share. The result is negative if there is a gap between them. */
const common = (start: number, length: number, otherStart: number, otherLength: number): number =>
  Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart);

const hasTitleBar = (area: Rectangle, { x, y, width }: Rectangle): boolean =>
  common(x, width, area.x, area.width) >= titleBar.width &&
  common(y, titleBar.height, area.y, area.height) >= titleBar.height / 2;

const around = (areas: readonly Rectangle[]): Rectangle => {
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  const right = Math.max(...areas.map((area) => area.x + area.width));
  const bottom = Math.max(...areas.map((area) => area.y + area.height));
  return { x, y, width: right - x, height: bottom - y };
};

/** The parts of the displays that the system's own bars leave free. */
type WorkAreas = { primary: Rectangle; all: readonly Rectangle[] };

/**
 * Returns the bounds with which the window opens, in DIP. These are the bounds with which it was closed
 * (`last`). If nobody could reach its title bar there, for example because a display is missing, the
 * window opens in the middle of the primary display.
 */
export const openingBounds = (last: Rectangle | null, { primary, all }: WorkAreas): Rectangle => {
  if (last && all.some((area) => hasTitleBar(area, last))) {
    // The window may have been on a larger display, so its size is limited. It may extend over
    // several displays.
    const room = around(all);
    return {
      x: last.width > room.width ? room.x : last.x,
      y: last.height > room.height ? room.y : last.y,
      width: Math.min(last.width, room.width),
      height: Math.min(last.height, room.height),
    };
  }
  const width = Math.min(usual.width, primary.width);
  const height = Math.min(usual.height, primary.height);
  return {
    x: primary.x + Math.round((primary.width - width) / 2),
    y: primary.y + Math.round((primary.height - height) / 2),
    width,
    height,
  };
};
