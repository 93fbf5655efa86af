import type { CanvasDocument, CanvasEdge } from '../document.ts';
import { nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';

/** Adds a flow; nothing where one of its ends is not there. */
export const connect = (document: CanvasDocument, flow: CanvasEdge): CanvasOperation =>
  nodeById(document, flow.source) && nodeById(document, flow.target)
    ? [{ kind: 'addEdge', index: document.edges.length, edge: flow }]
    : [];

/** Turns a flow around: what was its target becomes its source. */
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
  return [{ kind: 'setEdge', id: flow.id, fields, unset }];
};
