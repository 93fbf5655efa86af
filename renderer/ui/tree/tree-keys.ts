/** A row of a tree. The children of a collapsed row are not among the rows. */
export type TreeItem = {
  id: string;
  /** The depth of the row, which is 1 at the top level. */
  level: number;
  parentId: string | null;
  /** True for an expanded row, false for a collapsed row, and `null` for a row without children. */
  isExpanded: boolean | null;
  /** The position of the row among its siblings, from 1. */
  position: number;
  /** The number of siblings, including the row itself. */
  setSize: number;
};

type TreeStep = { focus: string } | { expand: string } | { collapse: string } | null;

const focusOn = (row: TreeItem | undefined): TreeStep => (row ? { focus: row.id } : null);

const page = 10;

const steps: Record<string, (rows: readonly TreeItem[], index: number) => TreeStep> = {
  ArrowUp: (rows, index) => focusOn(rows[index - 1]),
  ArrowDown: (rows, index) => focusOn(rows[index + 1]),
  PageUp: (rows, index) => focusOn(rows[Math.max(0, index - page)]),
  PageDown: (rows, index) => focusOn(rows[Math.min(rows.length - 1, index + page)]),
  Home: (rows) => focusOn(rows[0]),
  End: (rows) => focusOn(rows.at(-1)),
  forward: (rows, index) => {
    const row = rows[index];
    if (row?.isExpanded === false) return { expand: row.id };
    return row?.isExpanded ? focusOn(rows[index + 1]) : null;
  },
  back: (rows, index) => {
    const row = rows[index];
    if (row?.isExpanded) return { collapse: row.id };
    return row && row.parentId !== null ? { focus: row.parentId } : null;
  },
};

const arrows = {
  ltr: { ArrowRight: 'forward', ArrowLeft: 'back' },
  rtl: { ArrowRight: 'back', ArrowLeft: 'forward' },
} as const;

const keyIn = (key: string, direction: 'ltr' | 'rtl'): string =>
  key === 'ArrowRight' || key === 'ArrowLeft' ? arrows[direction][key] : key;

/**
 * Returns the action for a key. Returns `null` if the key has no effect on the row, and `undefined` if
 * the tree does not handle the key.
 */
export const treeStep = (
  rows: readonly TreeItem[],
  index: number,
  key: string,
  direction: 'ltr' | 'rtl',
): TreeStep | undefined => {
  const step = steps[keyIn(key, direction)];
  return step && step(rows, index);
};

/**
 * Returns the next row whose text begins with the typed text, or `undefined` if there is none. For a
 * single letter, the search starts after the current row, so that the letter leads from one match to the
 * next.
 */
export const typedRow = <Row extends TreeItem>(
  rows: readonly Row[],
  index: number,
  typed: string,
  textOf: (row: Row) => string,
): Row | undefined => {
  const from = typed.length === 1 ? index + 1 : index;
  for (let offset = 0; offset < rows.length; offset += 1) {
    const row = rows[(from + offset) % rows.length];
    if (row && textOf(row).toLowerCase().startsWith(typed)) return row;
  }
  return undefined;
};
