/**
 * The smallest width of the content, in pixels, at which the sidebar and the outline are shown. With
 * less width, a drawing would be too small to read when it opens. A window of 1,200 pixels leaves this
 * width to the content if the sidebar and the inspector have their initial widths.
 */
const comfortableContent = 640;
/**
 * The smallest width of the content, in pixels, at which the inspector is shown. With less width,
 * drawing and reading lists would be impractical.
 */
const minContent = 400;

/**
 * Returns the width at which a side panel is shown, in pixels. This is `size`, but at most a third of
 * the window, and never less than `min`.
 */
export const fittingWidth = (size: number, min: number, width: number): number =>
  Math.min(size, Math.max(min, Math.floor(width / 3)));

/** The height of the title bar, the tabs, and the status bar together, in pixels. */
const bars = 98;

/**
 * Returns the height of a bottom panel that the person has not resized, in pixels. In a low window, or
 * at a high zoom, it is less than `size`, so that the canvas gets more than half of the height.
 */
export const fittingHeight = (size: number, min: number, height: number): number =>
  Math.min(size, Math.max(min, Math.floor((height - bars) * 0.44)));

type OpenPanel = { id: string; size: number };

/**
 * Returns the IDs of the panels that are hidden because the window is narrow or its zoom is high. Panels
 * are hidden in the order of `open`, until the content has enough width. The panel `latest`, which was
 * opened last, is never hidden.
 */
export const hiddenPanels = (
  open: readonly OpenPanel[],
  width: number,
  latest: string | null,
): ReadonlySet<string> => {
  const hidden = new Set<string>();
  let taken = open.reduce((sum, { size }) => sum + size, 0);
  for (const { id, size } of open) {
    const min = id === 'inspector' ? minContent : comfortableContent;
    if (id === latest || taken + min <= width) continue;
    hidden.add(id);
    taken -= size;
  }
  return hidden;
};
