import type { CanvasDocument, CanvasEdge } from '../document.ts';
import { bendsOf } from '../flow-course.ts';
import { nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';

/** Adds a flow, or does nothing if the node at one of its ends is missing. */
export const connect = (document: CanvasDocument, flow: CanvasEdge): CanvasOperation =>
  nodeById(document, flow.source) && nodeById(document, flow.target)
    ? [{ kind: 'addEdge', index: document.edges.length, edge: flow }]
    : [];

export type FlowEnd = 'source' | 'target';

const handles = { source: 'sourceHandle', target: 'targetHandle' } as const;

/**
 * Moves one end of a flow to another node. Removes the stored side of this end, because it was a side of
 * the old node. The route then uses the side of the new node that faces the other end.
 */
export const reconnect = (
  document: CanvasDocument,
  flow: CanvasEdge,
  end: FlowEnd,
  nodeId: string,
): CanvasOperation => {
  if (!nodeById(document, nodeId) || flow[end] === nodeId) return [];
  const handle = handles[end];
  const unset = Object.hasOwn(flow, handle) ? { unset: [handle] } : {};
  return [{ kind: 'setEdge', id: flow.id, fields: { [end]: nodeId }, ...unset }];
};

/**
 * Swaps source and target of a flow. The line stays where it is, so the order of its bends is reversed,
 * and the label position is counted from the other end.
 */
export const reverse = (flow: CanvasEdge): CanvasOperation => {
  const { source, target, sourceHandle, targetHandle } = flow;
  const fields: Record<string, unknown> = { source: target, target: source };
  const unset: string[] = [];
  const carry = (key: string, value: unknown): void => {
    if (value === undefined) unset.push(key);
    else fields[key] = value;
  };
  carry('sourceHandle', targetHandle);
  carry('targetHandle', sourceHandle);
  const data = turnedData(flow);
  return [{ kind: 'setEdge', id: flow.id, fields, unset, ...(data && { data }) }];
};

const turnedData = (flow: CanvasEdge): Record<string, unknown> | null => {
  const bends = bendsOf(flow);
  const labelAt = flow.data?.labelAt;
  const turned = {
    ...(bends.length > 0 && { bends: bends.toReversed() }),
    // The position is rounded as in `placeLabel`, because sync would treat a difference of 1e-16 as a
    // change.
    ...(typeof labelAt === 'number' && { labelAt: Math.round((1 - labelAt) * 1000) / 1000 }),
  };
  return Object.keys(turned).length > 0 ? turned : null;
};
