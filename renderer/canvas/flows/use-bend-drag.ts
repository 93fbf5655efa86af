import { useReactFlow } from '@xyflow/react';
import type { PointerEvent } from 'react';
import type { CanvasEdge, Position } from '#shared/canvas/document.ts';
import { bendsOf } from '#shared/canvas/flow-course.ts';
import { nearestAlong } from '#shared/canvas/routing/polyline.ts';
import { gridStep } from '../edits/element-edits.ts';
import { bendTo, dropDraft, showDraft } from './change-flow.ts';
import { followPointer } from './follow-pointer.ts';
import type { DrawnRoute } from './use-route.ts';

/**
 * A bend is removed if it is dragged this close, in canvas pixels, to the line that the flow would have
 * without the bend.
 */
const idleWithin = 6;
/**
 * If a dragged bend is this close, in canvas pixels, to the x or y of the neighboring bend or end, it
 * takes the same x or y. So the segment between the two becomes vertical or horizontal.
 */
const alignsWithin = 7;

/** Returns functions to drag the line of a flow by a bend, by a segment's grip, or anywhere. */
export const useBendDrag = (edge: CanvasEdge, { route, through }: DrawnRoute) => {
  const { screenToFlowPosition } = useReactFlow();
  const { id } = edge;
  const bends = bendsOf(edge);

  const follow = (
    pressed: PointerEvent,
    index: number,
    others: readonly Position[],
    old?: Position,
  ): void => {
    if (pressed.button !== 0) return;
    pressed.stopPropagation();
    const without = through(others);
    const neighbours = [others[index - 1] ?? route.start, others[index] ?? route.end];
    let now = bends;
    followPointer(pressed, {
      move: (at) => {
        const point = screenToFlowPosition(at, { snapToGrid: false });
        const isIdle = nearestAlong(without.line, point).distance < idleWithin;
        const bend = aligned(point, neighbours);
        now = isIdle ? [...others] : others.toSpliced(index, 0, { ...old, ...bend });
        showDraft({ id, bends: now });
      },
      end: (isCompleted) => (isCompleted ? bendTo(id, now) : dropDraft()),
    });
  };

  return {
    /**
     * Moves a bend. If the bend is dropped on the line that the flow would have without it, removes the
     * bend.
     */
    pullBend: (pressed: PointerEvent, index: number): void =>
      follow(pressed, index, bends.toSpliced(index, 1), bends[index]),
    /** Adds a bend in a segment. */
    pullSegment: (pressed: PointerEvent, index: number): void => follow(pressed, index, bends),
    /** Adds a bend in the segment under the pointer. */
    pullLine: (pressed: PointerEvent): void => {
      const at = screenToFlowPosition(
        { x: pressed.clientX, y: pressed.clientY },
        { snapToGrid: false },
      );
      const away = route.segments.map((segment) => nearestAlong(segment, at).distance);
      follow(pressed, away.indexOf(Math.min(...away)), bends);
    },
  };
};

const aligned = ({ x, y }: Position, neighbours: readonly Position[]): Position => ({
  x: alignedTo(
    x,
    neighbours.map((each) => each.x),
  ),
  y: alignedTo(
    y,
    neighbours.map((each) => each.y),
  ),
});

const alignedTo = (value: number, marks: readonly number[]): number =>
  marks.find((mark) => Math.abs(mark - value) < alignsWithin) ??
  Math.round(value / gridStep) * gridStep;
