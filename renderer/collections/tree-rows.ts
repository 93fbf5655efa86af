import type { CollectionEntry, NamedRecord } from '../kernel/workspace/workspace-location.ts';

export type TreeRow = {
  id: string;
  record: NamedRecord;
  level: 1 | 2;
  /** True for an expanded row, false for a collapsed row, and `null` for a row without children. */
  isExpanded: boolean | null;
  /**
   * The number of open threats, or 0 if it is unknown, because not all models of the collection are
   * downloaded.
   */
  openThreatCount: number;
  parentId: string | null;
};

/** Returns the visible rows of the sidebar, from top to bottom. */
export const treeRows = (
  overview: readonly CollectionEntry[],
  collapsed: ReadonlySet<string>,
): TreeRow[] =>
  overview.flatMap((collection) => {
    const isExpanded = !collapsed.has(collection.id);
    const own: TreeRow = {
      id: collection.id,
      record: { kind: 'collection', entry: collection },
      level: 1,
      isExpanded: collection.models.length > 0 ? isExpanded : null,
      openThreatCount: threatsIn(collection),
      parentId: null,
    };
    const models = collection.models.map((model): TreeRow => ({
      id: model.id,
      record: { kind: 'threatModel', entry: model },
      level: 2,
      isExpanded: null,
      openThreatCount: model.openThreatCount,
      parentId: collection.id,
    }));
    return isExpanded ? [own, ...models] : [own];
  });

const threatsIn = ({ models }: CollectionEntry): number =>
  models.every(({ isDownloaded }) => isDownloaded)
    ? models.reduce((sum, model) => sum + model.openThreatCount, 0)
    : 0;

/**
 * The effect of a key in the tree: it moves the focus, or it expands or collapses the focused row. `null`
 * means that the key does nothing.
 */
type TreeStep = { focus: string } | { expand: string } | { collapse: string } | null;

const focusOn = (row: TreeRow | undefined): TreeStep => (row ? { focus: row.id } : null);

const steps = {
  up: (rows, index) => focusOn(rows[index - 1]),
  down: (rows, index) => focusOn(rows[index + 1]),
  first: (rows) => focusOn(rows[0]),
  last: (rows) => focusOn(rows.at(-1)),
  forward: (rows, index, row) => {
    if (row.isExpanded === false) return { expand: row.id };
    return row.isExpanded ? focusOn(rows[index + 1]) : null;
  },
  back: (_rows, _index, row) => {
    if (row.isExpanded) return { collapse: row.id };
    return row.parentId === null ? null : { focus: row.parentId };
  },
} satisfies Record<string, (rows: readonly TreeRow[], index: number, row: TreeRow) => TreeStep>;

/** `forward` is the arrow key in reading direction, and `back` is the opposite arrow key. */
export type TreeKey = keyof typeof steps;

export const treeStep = (rows: readonly TreeRow[], at: string, key: TreeKey): TreeStep => {
  const index = rows.findIndex((row) => row.id === at);
  const row = rows[index];
  return row ? steps[key](rows, index, row) : null;
};
