/** Less than this is no place to draw or to read a list in. */
const leastContent = 400;

type OpenPanel = { id: string; size: number };

/**
 * Which of the panels beside the content there is no room for: in a narrow window, or where all is
 * shown larger. The first ones give way first, and never the one that was opened last.
 */
export const givingWay = (
  open: readonly OpenPanel[],
  width: number,
  latest: string | null,
): ReadonlySet<string> => {
  const hidden = new Set<string>();
  let lacking = open.reduce((sum, { size }) => sum + size, leastContent) - width;
  for (const { id, size } of open) {
    if (lacking <= 0 || id === latest) continue;
    hidden.add(id);
    lacking -= size;
  }
  return hidden;
};
