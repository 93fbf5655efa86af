/**
 * In pixels. With less width, a drawing opens too small to be read. A window of 1,200 pixels leaves this
 * width if the sidebar and the inspector have their initial widths.
 */
const comfortableContent = 640;
/**
 * In pixels. The inspector is hidden only if the content would have less width, because drawing and reading
 * lists are then impractical.
 */
const minContent = 400;

/** The width of a side panel that leaves two thirds of a narrow window to the content. */
export const fittingWidth = (size: number, min: number, width: number): number =>
  Math.min(size, Math.max(min, Math.floor(width / 3)));

/** The height of the title bar, the tabs, and the status bar. */
const bars = 98;

/**
 * The height of a bottom panel that nobody has resized. It leaves most of a low window, or of one at
 * a high zoom, to the canvas.
 */
export const fittingHeight = (size: number, min: number, height: number): number =>
  Math.min(size, Math.max(min, Math.floor((height - bars) * 0.44)));

type OpenPanel = { id: string; size: number };

/**
 * Returns the side panels that do not fit, in a narrow window or at a high zoom. The first panels
 * are hidden first, but never the panel that was opened last.
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
