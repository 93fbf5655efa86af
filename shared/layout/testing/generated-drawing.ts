import type { CanvasDocument, CanvasEdge, CanvasNode } from '../../canvas/document.ts';

const kinds = ['processNode', 'dataStoreNode', 'externalEntityNode'];
/** The fraction of flows that lead to one of the next elements. The other flows lead to any element. */
const ofNeighbors = 0.9;
const neighbors = 6;

/**
 * Returns a drawing with elements at random positions, eight to a boundary and partly on top of each
 * other. The same number of elements always gives the same drawing.
 */
export const generatedDrawing = (count: number): CanvasDocument => {
  const random = randomFrom(count);
  const boundaries = Math.floor(count / 9);
  const nodes: CanvasNode[] = Array.from({ length: boundaries }, (_, at) => ({
    id: `b${at}`,
    type: 'trustBoundaryNode',
    position: { x: (at % 10) * 700, y: Math.floor(at / 10) * 500 },
    width: 640,
    height: 440,
    data: { label: `Zone ${at}` },
  }));
  const elements = count - boundaries;
  for (let at = 0; at < elements; at += 1) {
    const parent = Math.floor(at / 8);
    nodes.push({
      id: `n${at}`,
      type: kinds[Math.floor(random() * kinds.length)] ?? 'processNode',
      position: { x: Math.floor(random() * 480), y: 40 + Math.floor(random() * 340) },
      ...(parent < boundaries && { parentId: `b${parent}` }),
      data: { label: `Element number ${at}` },
    });
  }
  const edges = Array.from({ length: elements }, (_, at): CanvasEdge => {
    const reach = random() < ofNeighbors ? neighbors : elements;
    const to = (at + 1 + Math.floor(random() * reach)) % elements;
    return { id: `f${at}`, source: `n${at}`, target: `n${to}`, data: { label: `Data ${at}` } };
  });
  return { nodes, edges };
};

const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
};
