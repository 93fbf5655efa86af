import type { ReactFlowInstance } from '@xyflow/react';
import { nodeAhead, placeAhead } from '#shared/canvas/ahead.ts';
import { defaultSize } from '#shared/canvas/document.ts';
import { boxOf } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { Direction } from '#shared/canvas/reading-order.ts';
import { connectTo, connectToNewAt } from '../actions.ts';
import { useCanvas } from '../canvas-store.ts';
import type { FlowEdge, FlowNode } from '../flow-elements.ts';
import { isConnectable } from '../node-kinds.ts';
import { goTo, reveal } from '../walk.ts';

/**
 * From the selected node in a direction: connects it to the node that is there, goes to that one
 * where they are connected already, and where there is none makes a process and connects it.
 */
export const extendTo = (
  flow: ReactFlowInstance<FlowNode, FlowEdge>,
  direction: Direction,
): void => {
  const { document, selection } = useCanvas.getState();
  const source = nodeById(document, selection.nodes[0]);
  if (!source) return;
  const target = nodeAhead(document, source, direction, ({ type }) => isConnectable(type));
  if (!target) {
    const at = placeAhead(boxOf(document, source), defaultSize.processNode, direction);
    reveal(flow, connectToNewAt(source.id, 'processNode', at));
  } else if (document.edges.some((edge) => edge.source === source.id && edge.target === target.id))
    goTo(flow, target.id);
  else connectTo(source.id, target.id);
};
