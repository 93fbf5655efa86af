import type { Viewport } from '@xyflow/react';

export type TrailEntry = { canvasId: string; viewport: Viewport };

/**
 * The entries before and after the current one. In both lists, the entry nearest to the current one
 * is the last.
 */
export type Trail = { past: readonly TrailEntry[]; future: readonly TrailEntry[] };

export const noTrail: Trail = { past: [], future: [] };

const maxEntries = 100;

/**
 * Two viewports of a canvas at about the same zoom are one entry if they are closer than this, in
 * window pixels.
 */
const closeBy = 40;

const isSame = (one: TrailEntry | undefined, other: TrailEntry): boolean =>
  one !== undefined &&
  one.canvasId === other.canvasId &&
  Math.abs(one.viewport.x - other.viewport.x) < closeBy &&
  Math.abs(one.viewport.y - other.viewport.y) < closeBy &&
  Math.abs(one.viewport.zoom / other.viewport.zoom - 1) < 0.05;

const pushed = (entries: readonly TrailEntry[], entry: TrailEntry): readonly TrailEntry[] =>
  isSame(entries.at(-1), entry) ? entries : [...entries, entry].slice(-maxEntries);

/**
 * Returns the trail with the current viewport added to the past and with an empty future. Call this
 * before a jump.
 */
export const leave = ({ past }: Trail, current: TrailEntry): Trail => ({
  past: pushed(past, current),
  future: [],
});

/**
 * Returns the entry one step back or forward from `current`, and the new trail. Skips canvases for which
 * `isKnown` returns false, because they were deleted. Returns `null` if there is no such entry.
 */
export const step = (
  trail: Trail,
  direction: 'back' | 'forward',
  current: TrailEntry,
  isKnown: (canvasId: string) => boolean,
): { trail: Trail; to: TrailEntry } | null => {
  const [from, onto] =
    direction === 'back' ? [trail.past, trail.future] : [trail.future, trail.past];
  const left = from.slice();
  for (let to = left.pop(); to !== undefined; to = left.pop()) {
    if (!isKnown(to.canvasId) || isSame(current, to)) continue;
    const behind = pushed(onto, current);
    return {
      trail: direction === 'back' ? { past: left, future: behind } : { past: behind, future: left },
      to,
    };
  }
  return null;
};
