import type { NodeType, Size } from '#shared/canvas/document.ts';

const boxes: Size = { width: 60, height: 40 };
const others: Partial<Record<NodeType, Size>> = {
  trustBoundaryNode: { width: 120, height: 80 },
  noteNode: { width: 60, height: 30 },
};
const sizes = new Map<string, Size>(Object.entries(others));

/** No node is made smaller than this by hand: its name and its handles need the room. */
export const leastSize = (type: string | undefined): Size => sizes.get(type ?? '') ?? boxes;
