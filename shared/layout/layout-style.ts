/** The direction of most flows in a layout. */
export type LayoutDirection = 'right' | 'down';

/** The choices of one attempt at a layout. */
export type LayoutStyle = {
  direction: LayoutDirection;
  /**
   * `first`: all external entities come first. `starters`: only the external entities that begin a
   * flow.
   */
  externals: 'first' | 'starters';
  /** `linear` gives straighter flows, `compact` is smaller and takes half the time. */
  placement: 'linear' | 'compact';
  /**
   * True to lay out the contents of each boundary on their own, in the other direction than its
   * surroundings. This avoids drawings that are far wider or higher than a window.
   */
  isFolded: boolean;
  /**
   * True to leave the boundaries of the canvas in their rows and lay out only their contents. This
   * is fast, and leaves room for the flows beside the boundaries, so it is for large drawings.
   */
  isInRows: boolean;
  /** True to keep elements in the order in which they are drawn now. */
  keepsOrder: boolean;
};

/** The choice of the person. Without a direction, the best one is taken. */
export type LayoutWish = { direction: LayoutDirection | null; keepsOrder: boolean };

const usual: Omit<LayoutStyle, 'direction'> = {
  externals: 'first',
  placement: 'linear',
  isFolded: false,
  isInRows: false,
  keepsOrder: false,
};

/**
 * Up to this many elements, all layouts are tried. For more elements, the next layout is tried only if the
 * last one has faults.
 */
const some = 60;

/** The layouts for drawings of up to `maxElements` elements. */
const variants: readonly { maxElements: number; variant: Partial<LayoutStyle> }[] = [
  { maxElements: some, variant: {} },
  { maxElements: some, variant: { isFolded: true } },
  { maxElements: some, variant: { placement: 'compact' } },
  { maxElements: 30, variant: { externals: 'starters' } },
  { maxElements: 30, variant: { keepsOrder: true } },
];
const rows: Partial<LayoutStyle> = { placement: 'compact', isFolded: true, isInRows: true };

export const isLarge = (count: number): boolean => count > some;

/**
 * Returns the layouts to try for a number of elements, the most promising first. The number of
 * layouts does not depend on the time that they take, so that a slow computer has the same result.
 */
export const stylesFor = ({ direction, keepsOrder }: LayoutWish, count: number): LayoutStyle[] => {
  const directions = direction ? [direction] : (['right', 'down'] as const);
  const inRows = { ...usual, ...rows, direction: direction ?? 'down' };
  const others = variants
    .filter(({ maxElements }) => Math.min(count, some) <= maxElements)
    .flatMap(({ variant }) =>
      directions.map((each): LayoutStyle => ({ ...usual, ...variant, direction: each })),
    );
  const styles = isLarge(count) ? [inRows, ...others.slice(-1)] : others;
  return styles.map((style) => (keepsOrder ? { ...style, keepsOrder } : style));
};
