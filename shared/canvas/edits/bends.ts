import type { CanvasDocument, CanvasEdge, FlowShape, Position } from '../document.ts';
import { bendsOf, isPosition, shapeOf } from '../flow-course.ts';
import type { CanvasChange, CanvasOperation } from '../operation.ts';

/**
 * Sets the bends that a flow passes through, in order from the source. An empty list removes all bends.
 */
export const setBends = (flow: CanvasEdge, bends: readonly Position[]): CanvasChange[] => {
  if (bends.length > 0) return [{ kind: 'setEdge', id: flow.id, data: { bends } }];
  return flow.data && Object.hasOwn(flow.data, 'bends')
    ? [{ kind: 'setEdge', id: flow.id, unsetData: ['bends'] }]
    : [];
};

/**
 * Sets the position of a flow's label, as a fraction of the line. With `null`, the position is automatic
 * again.
 */
export const placeLabel = (flow: CanvasEdge, at: number | null): CanvasOperation => {
  if (at === null) {
    return flow.data && Object.hasOwn(flow.data, 'labelAt')
      ? [{ kind: 'setEdge', id: flow.id, unsetData: ['labelAt'] }]
      : [];
  }
  const labelAt = Math.round(Math.max(0, Math.min(1, at)) * 1000) / 1000;
  return [{ kind: 'setEdge', id: flow.id, data: { labelAt } }];
};

/**
 * Sets the shape of flows. For `smooth`, the stored shape is removed, because a flow without a stored
 * shape is smooth.
 */
export const setShape = (flows: readonly CanvasEdge[], shape: FlowShape): CanvasOperation =>
  flows
    .filter((flow) => shapeOf(flow) !== shape)
    .map((flow) =>
      shape === 'smooth'
        ? { kind: 'setEdge', id: flow.id, unsetData: ['shape'] }
        : { kind: 'setEdge', id: flow.id, data: { shape } },
    );

/** The distances by which both ends of a flow were moved. */
export type EndsMoved = { source: Position; target: Position };

/**
 * Returns the bends of a flow after both ends were moved. If both ends moved by the same distance, the
 * bends do too. Otherwise, the distance changes evenly along the bends: the first bend moves most like
 * the source, and the last bend most like the target.
 */
export const bendsAlong = (bends: readonly Position[], { source, target }: EndsMoved): Position[] =>
  bends.map((bend, index) => {
    const part = (index + 1) / (bends.length + 1);
    return {
      ...bend,
      x: bend.x + source.x + (target.x - source.x) * part,
      y: bend.y + source.y + (target.y - source.y) * part,
    };
  });

/** Moves the bends of each flow whose two ends were both moved. */
export const moveBends = (
  document: CanvasDocument,
  movedBy: (nodeId: string) => Position | undefined,
): CanvasOperation =>
  document.edges.flatMap((flow) => {
    // Skips most flows quickly, because there are many flows and most have no bends.
    if (flow.data?.bends === undefined) return [];
    const [source, target] = [movedBy(flow.source), movedBy(flow.target)];
    if (!source || !target || (isNowhere(source) && isNowhere(target))) return [];
    const bends = bendsOf(flow);
    if (bends.length === 0) return [];
    return setBends(flow, bendsAlong(bends, { source, target }));
  });

const isNowhere = ({ x, y }: Position): boolean => x === 0 && y === 0;

/** Returns a copy of a flow with its bends moved by a distance. */
export const flowMovedBy = (flow: CanvasEdge, by: Position): CanvasEdge => {
  const bends = flow.data?.bends;
  if (!Array.isArray(bends)) return flow;
  const moved = bends.map((at: unknown) =>
    isPosition(at) ? { ...at, x: at.x + by.x, y: at.y + by.y } : at,
  );
  return { ...flow, data: { ...flow.data, bends: moved } };
};
