import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { z } from 'zod';
import type { Position } from '#shared/canvas/document.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { nodeIdOf } from './layout-tree.ts';

const boxSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const corner: Position = { x: 0, y: 0 };

/**
 * The boxes of all nodes in a graph that was laid out, relative to their parents and in whole
 * pixels. A group that is not of the drawing is seen through.
 */
export const elkBoxes = (graph: ElkNode): Map<string, Box> => {
  const boxes = new Map<string, Box>();
  const visit = (elk: ElkNode, offset: Position): void => {
    const { x, y, width, height } = boxSchema.parse(elk);
    const at = { x: x + offset.x, y: y + offset.y };
    const id = nodeIdOf(elk);
    if (id !== null) {
      const size = { width: Math.ceil(width), height: Math.ceil(height) };
      boxes.set(id, { x: Math.round(at.x), y: Math.round(at.y), ...size });
    }
    for (const child of elk.children ?? []) visit(child, id === null ? at : corner);
  };
  for (const child of graph.children ?? []) visit(child, corner);
  return boxes;
};
