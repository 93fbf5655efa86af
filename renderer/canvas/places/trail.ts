import type { Viewport } from '@xyflow/react';

/** What was seen of which canvas. */
export type Place = { canvasId: string; viewport: Viewport };

/** The places behind and ahead of where one is; the nearest is the last of each. */
export type Trail = { past: readonly Place[]; future: readonly Place[] };

export const noTrail: Trail = { past: [], future: [] };

const mostPlaces = 100;

/** Moved by less than this, in pixels of the window, one has not gone anywhere. */
const closeBy = 40;

const isSame = (one: Place | undefined, other: Place): boolean =>
  one !== undefined &&
  one.canvasId === other.canvasId &&
  Math.abs(one.viewport.x - other.viewport.x) < closeBy &&
  Math.abs(one.viewport.y - other.viewport.y) < closeBy &&
  Math.abs(one.viewport.zoom / other.viewport.zoom - 1) < 0.05;

const pushed = (places: readonly Place[], place: Place): readonly Place[] =>
  isSame(places.at(-1), place) ? places : [...places, place].slice(-mostPlaces);

/** Before a jump: where one is becomes a place to come back to, and what was ahead is forgotten. */
export const leave = ({ past }: Trail, here: Place): Trail => ({
  past: pushed(past, here),
  future: [],
});

/** One place back or forward from `here`; `isKnown` leaves out canvases that are gone. */
export const step = (
  trail: Trail,
  direction: 'back' | 'forward',
  here: Place,
  isKnown: (canvasId: string) => boolean,
): { trail: Trail; to: Place } | null => {
  const [from, onto] =
    direction === 'back' ? [trail.past, trail.future] : [trail.future, trail.past];
  const left = from.slice();
  for (let to = left.pop(); to !== undefined; to = left.pop()) {
    if (!isKnown(to.canvasId) || isSame(here, to)) continue;
    const behind = pushed(onto, here);
    return {
      trail: direction === 'back' ? { past: left, future: behind } : { past: behind, future: left },
      to,
    };
  }
  return null;
};
