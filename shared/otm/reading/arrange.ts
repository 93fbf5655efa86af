import type { Position, Size } from '../../canvas/document.ts';

/**
 * `padding` is the space between the outline of a boundary and its content, with room for the label at
 * the top. `gap` is the space between boxes, for flows and their labels. Both are in pixels.
 */
export const padding = { side: 30, top: 50, bottom: 30 };
const gap = { x: 110, y: 50 };

/**
 * Places boxes in columns so that links run from left to right: each box is one column to the right of
 * the last box that links to it. Links that close a cycle are ignored, and tall columns are split. The
 * result is deterministic, starts at 0/0, and has no overlaps.
 */
export const arrange = (sizes: Size[], links: [number, number][]): Position[] => {
  const columns = columnsOf(layersOf(sizes.length, links));
  const positions: Position[] = sizes.map(() => ({ x: 0, y: 0 }));
  let x = 0;
  for (const column of columns) {
    let y = 0;
    let width = 0;
    for (const box of column) {
      const size = sizes[box] ?? { width: 0, height: 0 };
      positions[box] = { x, y };
      y += size.height + gap.y;
      width = Math.max(width, size.width);
    }
    x += width + gap.x;
  }
  return positions;
};

const layersOf = (count: number, links: [number, number][]): number[] => {
  const targets = Map.groupBy(links, ([source]) => source);
  const waitsFor = Array.from({ length: count }, () => 0);
  for (const [, target] of links) waitsFor[target] = (waitsFor[target] ?? 0) + 1;
  const layers = Array.from({ length: count }, () => 0);
  const queued = waitsFor.map((waiting) => waiting === 0);
  const ready = waitsFor.flatMap((waiting, box) => (waiting === 0 ? [box] : []));
  let candidate = 0;
  for (let next = 0; next < count; next += 1) {
    if (next === ready.length) {
      // No remaining box is ready, because all of them are in a cycle or after one. So the first of them
      // is placed next.
      while (queued[candidate]) candidate += 1;
      queued[candidate] = true;
      ready.push(candidate);
    }
    const box = ready[next] ?? 0;
    for (const [, target] of targets.get(box) ?? []) {
      if (queued[target]) continue;
      layers[target] = Math.max(layers[target] ?? 0, (layers[box] ?? 0) + 1);
      const waiting = (waitsFor[target] ?? 0) - 1;
      waitsFor[target] = waiting;
      if (waiting > 0) continue;
      queued[target] = true;
      ready.push(target);
    }
  }
  return layers;
};

const columnsOf = (layers: number[]): number[][] => {
  const tallest = Math.max(4, Math.ceil(Math.sqrt(layers.length)));
  const boxes = layers.map((_layer, box) => box);
  return [...Map.groupBy(boxes, (box) => layers[box] ?? 0)]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, column]) =>
      Array.from({ length: Math.ceil(column.length / tallest) }, (_item, at) =>
        column.slice(at * tallest, (at + 1) * tallest),
      ),
    );
};
