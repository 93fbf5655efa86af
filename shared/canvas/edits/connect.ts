import type { CanvasDocument, CanvasEdge } from '../document.ts';
import { bendsOf } from '../flow-course.ts';
import { nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';

/** Adds a flow; nothing where one of its ends is not there. */
export const connect = (document: CanvasDocument, flow: CanvasEdge): CanvasOperation =>
  nodeById(document, flow.source) && nodeById(document, flow.target)
    ? [{ kind: 'addEdge', index: document.edges.length, edge: flow }]
    : [];

export type FlowEnd = 'source' | 'target';

const handles = { source: 'sourceHandle', target: 'targetHandle' } as const;

/**
 * Lets a flow begin or end at another node. The side that it named was one of the old node, so the
 * drawing finds one again.
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
 * Turns a flow around: what was its target becomes its source. The line stays where it is, so its
 * bends and the place of its label are counted from the other end.
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
    // As many places as it is stored with: a difference of 1e-16 would be one for sync, too.
    ...(typeof labelAt === 'number' && { labelAt: Math.round((1 - labelAt) * 1000) / 1000 }),
  };
  return Object.keys(turned).length > 0 ? turned : null;
};
