import type { CanvasDocument } from '../../shared/canvas/document.ts';
import { mergeCanvas } from '../../shared/merge/merge-canvas.ts';
import { canvasOf } from '../service/canvas-of.ts';

const size = 10_000;
const rounds = 15;

/** Renames every seventh node, adds a hundred nodes, and removes fifty nodes with their flows. */
const mine = ({ nodes, edges }: CanvasDocument): CanvasDocument => {
  const removed = new Set(nodes.slice(0, 50).map(({ id }) => id));
  const renamed = nodes.map((node, index) =>
    index % 7 === 0
      ? { ...node, data: { ...node.data, label: `${node.data.label}, renamed` } }
      : node,
  );
  const more = nodes.slice(100, 200).map((node) => ({ ...node, id: `mine ${node.id}` }));
  return {
    nodes: [...renamed.filter(({ id }) => !removed.has(id)), ...more],
    edges: edges.filter(({ source, target }) => !removed.has(source) && !removed.has(target)),
  };
};

/** Moves every fifth node, adds a hundred other nodes, and renames every ninth flow. */
const theirs = ({ nodes, edges }: CanvasDocument): CanvasDocument => ({
  nodes: [
    ...nodes.map((node, index) =>
      index % 5 === 0 ? { ...node, position: { x: node.position.x + 40, y: 0 } } : node,
    ),
    ...nodes.slice(300, 400).map((node) => ({ ...node, id: `theirs ${node.id}` })),
  ],
  edges: edges.map((edge, index) =>
    index % 9 === 0 ? { ...edge, data: { ...edge.data, label: 'Writes' } } : edge,
  ),
});

const timeOf = (work: () => unknown): number => {
  const begun = performance.now();
  work();
  return performance.now() - begun;
};

/**
 * Returns a ratio for each round: the time to merge two versions of a canvas, divided by the time to
 * parse both versions and their merge base from JSON.
 */
export const mergeRatios = (): number[] => {
  const base = canvasOf(size);
  const texts = [base, mine(base), theirs(base)].map((document) => JSON.stringify(document));
  const read = (): CanvasDocument[] => texts.map((text): CanvasDocument => JSON.parse(text));
  return Array.from({ length: rounds }, () => {
    const parsing = timeOf(read);
    const [one, two, three] = read();
    if (!one || !two || !three) throw new Error('a drawing is missing');
    return timeOf(() => mergeCanvas(one, two, three)) / parsing;
  });
};
