import type { CanvasDocument } from '../canvas/document.ts';

/** The direction of most flows in a layout. */
export type LayoutDirection = 'right' | 'down';

/** The settings of one attempt at a layout. */
export type LayoutStyle = {
  direction: LayoutDirection;
  /**
   * With `first`, all external entities come first in the direction of the layout. With `starters`, only
   * those come first at which a flow begins.
   */
  externals: 'first' | 'starters';
  /** `linear` makes flows straighter. `compact` makes the drawing smaller and takes half the time. */
  placement: 'linear' | 'compact';
  /**
   * True if the contents of each boundary are laid out separately, at right angles to the layout around
   * the boundary. This avoids drawings that are far wider or higher than a window.
   */
  isFolded: boolean;
  /**
   * True if the boundaries at the top level stay in their rows, and only their contents are laid out.
   * This is for large drawings, because it is fast and leaves room for the flows beside the boundaries.
   */
  isInRows: boolean;
  /** True if elements keep the order in which they are drawn now. */
  keepsOrder: boolean;
};

/** The settings that the person chooses. If no direction is chosen, the best one is used. */
export type LayoutWish = { direction: LayoutDirection | null; keepsOrder: boolean };

const usual: Omit<LayoutStyle, 'direction'> = {
  externals: 'first',
  placement: 'linear',
  isFolded: false,
  isInRows: false,
  keepsOrder: false,
};

/**
 * The largest number of elements with which all layouts are tried. With more elements, the next layout
 * is tried only if all earlier ones have faults.
 */
const some = 60;

/** The variants of a layout. Each is tried for drawings of up to `maxElements` elements. */
const variants: readonly { maxElements: number; variant: Partial<LayoutStyle> }[] = [
  { maxElements: some, variant: {} },
  { maxElements: some, variant: { isFolded: true } },
  { maxElements: some, variant: { placement: 'compact' } },
  { maxElements: 30, variant: { externals: 'starters' } },
  { maxElements: 30, variant: { keepsOrder: true } },
];
const rows: Partial<LayoutStyle> = { placement: 'compact', isFolded: true, isInRows: true };

/** A drawing with more flows per element than this counts as larger, because a layout of it takes longer. */
const usualFlows = 4;

/** Returns the number of elements of a drawing, or a larger number if the drawing has very many flows. */
export const sizeOf = ({ nodes, edges }: CanvasDocument): number =>
  Math.max(nodes.length, Math.ceil(edges.length / usualFlows));

export const isLarge = (size: number): boolean => size > some;

/**
 * Returns the layouts to try for a drawing of a size, the most promising first. Their number does not
 * depend on the time that a layout takes, so that a slow computer has the same result as a fast one.
 */
export const stylesFor = ({ direction, keepsOrder }: LayoutWish, size: number): LayoutStyle[] => {
  const directions = direction ? [direction] : (['right', 'down'] as const);
  const inRows = { ...usual, ...rows, direction: direction ?? 'down' };
  const others = variants
    .filter(({ maxElements }) => Math.min(size, some) <= maxElements)
    .flatMap(({ variant }) =>
      directions.map((each): LayoutStyle => ({ ...usual, ...variant, direction: each })),
    );
  const styles = isLarge(size) ? [inRows, ...others.slice(-1)] : others;
  return styles.map((style) => (keepsOrder ? { ...style, keepsOrder } : style));
};
