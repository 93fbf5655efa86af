import type { Position, Size } from '../document.ts';

type Item = Size & { id: string };
type Link = readonly [from: string, to: string];

const gap = 40;
/**
 * The gap between neighboring columns, in pixels. It leaves room for the labels of flows between the
 * columns.
 */
const flowGap = 130;
const tallestColumn = 12;

/**
 * Returns positions for boxes, and the total size. Boxes with flows are in columns from left to right.
 * The other boxes are in rows below these columns.
 */
export const layOut = (
  items: readonly Item[],
  links: readonly Link[],
): { positions: Map<string, Position>; size: Size } => {
  const touched = new Set(links.flat());
  const linked = items.filter(({ id }) => touched.has(id));
  const positions = new Map<string, Position>();
  const above = placeColumns(columnsOf(linked, links), positions);
  const loose = items.filter(({ id }) => !touched.has(id));
  const top = linked.length > 0 && loose.length > 0 ? above.height + gap : above.height;
  const below = placeRows(loose, positions, top);
  return {
    positions,
    size: { width: Math.max(above.width, below.width), height: top + below.height },
  };
};

/**
 * Puts each item in the column right after the last column that has an item with a link to it. The items
 * of a column stay in the order in which the text names them. Links that close a cycle are ignored.
 */
const columnsOf = (items: readonly Item[], links: readonly Link[]): Item[][] => {
  const next = Map.groupBy(links, ([from]) => from);
  const column = new Map<string, number>();
  const state = new Map<string, 'open' | 'done'>();
  const order: string[] = [];
  const forward: Link[] = [];
  for (const { id: start } of items) {
    if (state.has(start)) continue;
    state.set(start, 'open');
    const path = [{ id: start, at: 0 }];
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const link = next.get(step.id)?.[step.at];
      step.at += 1;
      if (!link) {
        state.set(step.id, 'done');
        order.push(step.id);
        path.pop();
      } else if (state.get(link[1]) !== 'open') {
        forward.push(link);
        if (!state.has(link[1])) {
          state.set(link[1], 'open');
          path.push({ id: link[1], at: 0 });
        }
      }
    }
  }
  const onward = Map.groupBy(forward, ([from]) => from);
  for (const id of order.toReversed()) {
    const at = column.get(id) ?? 0;
    column.set(id, at);
    for (const [, to] of onward.get(id) ?? [])
      column.set(to, Math.max(column.get(to) ?? 0, at + 1));
  }
  const columns = [...Map.groupBy(items, ({ id }) => column.get(id) ?? 0)];
  return columns
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, column_]) => inPieces(column_, tallestColumn));
};

const inPieces = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  );

// This is not `Math.max(...sizes)`, which fails with more than a hundred thousand arguments.
const largest = (sizes: readonly number[]): number =>
  sizes.reduce((max, size) => Math.max(max, size), 0);
const widest = (items: readonly Size[]): number => largest(items.map(({ width }) => width));
const tallest = (items: readonly Size[]): number => largest(items.map(({ height }) => height));
const stacked = (items: readonly Size[]): number =>
  items.reduce((sum, { height }) => sum + height + gap, -gap);

/**
 * Sets the positions of the items in columns, and centers each column vertically. Returns the total
 * size.
 */
const placeColumns = (columns: readonly Item[][], positions: Map<string, Position>): Size => {
  const height = largest(columns.map(stacked));
  let x = 0;
  for (const column of columns) {
    const width = widest(column);
    let y = onGrid((height - stacked(column)) / 2);
    for (const item of column) {
      positions.set(item.id, { x: x + onGrid((width - item.width) / 2), y });
      y += item.height + gap;
    }
    x += width + flowGap;
  }
  return { width: Math.max(0, x - flowGap), height };
};

/** Places boxes in a grid about as wide as it is tall. Up to four items form one column. */
const placeRows = (items: readonly Item[], positions: Map<string, Position>, top: number): Size => {
  const perRow = items.length <= 4 ? 1 : Math.ceil(Math.sqrt(items.length / 2));
  const width = widest(items);
  let y = top;
  for (const row of inPieces(items, perRow)) {
    for (const [at, { id }] of row.entries()) positions.set(id, { x: at * (width + gap), y });
    y += tallest(row) + gap;
  }
  const columns = Math.min(items.length, perRow);
  return {
    width: Math.max(0, columns * (width + gap) - gap),
    height: items.length === 0 ? 0 : y - gap - top,
  };
};

const onGrid = (value: number): number => Math.round(value / 10) * 10;
