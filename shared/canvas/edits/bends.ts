import type { CanvasDocument, CanvasEdge, FlowShape, Position } from '../document.ts';
import { bendsOf, isPosition, shapeOf } from '../flow-course.ts';
import type { CanvasChange, CanvasOperation } from '../operation.ts';

/** Gives a flow the bends that its line passes through, from the source on; none are left out. */
export const setBends = (flow: CanvasEdge, bends: readonly Position[]): CanvasChange[] => {
  if (bends.length > 0) return [{ kind: 'setEdge', id: flow.id, data: { bends } }];
  return flow.data && Object.hasOwn(flow.data, 'bends')
    ? [{ kind: 'setEdge', id: flow.id, unsetData: ['bends'] }]
    : [];
};

/** Puts the label at a place along the line, from 0 to 1; `null` leaves it to the drawing. */
export const placeLabel = (flow: CanvasEdge, at: number | null): CanvasOperation => {
  if (at === null) {
    return flow.data && Object.hasOwn(flow.data, 'labelAt')
      ? [{ kind: 'setEdge', id: flow.id, unsetData: ['labelAt'] }]
      : [];
  }
  const labelAt = Math.round(Math.max(0, Math.min(1, at)) * 1000) / 1000;
  return [{ kind: 'setEdge', id: flow.id, data: { labelAt } }];
};

/** Gives flows a shape. Smooth is what a flow without one is. */
export const setShape = (flows: readonly CanvasEdge[], shape: FlowShape): CanvasOperation =>
  flows
    .filter((flow) => shapeOf(flow) !== shape)
    .map((flow) =>
      shape === 'smooth'
        ? { kind: 'setEdge', id: flow.id, unsetData: ['shape'] }
        : { kind: 'setEdge', id: flow.id, data: { shape } },
    );

/** How far both ends of a flow were moved. */
export type EndsMoved = { source: Position; target: Position };

/**
 * The bends of a flow whose ends were both moved: by the same distance they go along as they are; by
 * different ones, each goes with the end it is nearer to, the more the nearer.
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

/** Takes the bends along of flows that had both their ends moved. */
export const moveBends = (
  document: CanvasDocument,
  movedBy: (nodeId: string) => Position | undefined,
): CanvasOperation =>
  document.edges.flatMap((flow) => {
    // Most flows have none, and there are many.
    if (flow.data?.bends === undefined) return [];
    const [source, target] = [movedBy(flow.source), movedBy(flow.target)];
    if (!source || !target || (isNowhere(source) && isNowhere(target))) return [];
    const bends = bendsOf(flow);
    if (bends.length === 0) return [];
    return setBends(flow, bendsAlong(bends, { source, target }));
  });

const isNowhere = ({ x, y }: Position): boolean => x === 0 && y === 0;

/** A copy of a flow stands as far from the original as the elements it joins. */
export const flowMovedBy = (flow: CanvasEdge, by: Position): CanvasEdge => {
  const bends: unknown = flow.data?.bends;
  if (!Array.isArray(bends)) return flow;
  const moved = bends.map((bend: unknown) =>
    isPosition(bend) ? { ...bend, x: bend.x + by.x, y: bend.y + by.y } : bend,
  );
  return { ...flow, data: { ...flow.data, bends: moved } };
};
