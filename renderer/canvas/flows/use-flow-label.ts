import type { CanvasEdge, Position } from '#shared/canvas/document.ts';
import { pointAlong } from '#shared/canvas/routing/polyline.ts';
import type { LabelForm } from '#shared/drawing/label-forms.ts';
import { closeScale } from '#shared/drawing/text-positions.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { drawnTextPositions } from '../state/drawn-text-positions.ts';
import { useGesture } from '../state/gesture.ts';
import { useIsTextLegible } from '../viewport/view-box.ts';
import type { DrawnRoute } from './use-route.ts';

/** The label of a flow as drawn now. */
export type DrawnLabel = {
  /** `null` if the flow has no text, or no room for it. */
  form: LabelForm | null;
  /** The center of the label on the canvas. */
  at: Position;
  /** The position of the label, as a fraction of the line. */
  along: number;
  /** The scale; 1 is the usual size. */
  scale: number;
};

/**
 * Returns the drawn label of a flow. During a gesture, the label keeps its position relative to the
 * line. The label is shown whole if the flow is selected or under the pointer, or if the canvas is
 * zoomed in and the label has room.
 */
export const useFlowLabel = (
  { id }: CanvasEdge,
  { route, course }: DrawnRoute,
  isSelected: boolean,
): DrawnLabel => {
  const label = useCanvas((state) => drawnTextPositions(state).labels.get(id));
  const isHovered = useGesture(({ hovered }) => hovered === id);
  const isClose = useIsTextLegible();
  const isWhole = isSelected || isHovered;
  const close = isClose && !isWhole ? label?.close : null;
  const position = close ?? label?.position;
  const form = (isWhole ? label?.whole : position?.form) ?? null;
  const scale = close ? closeScale : 1;
  if (course.labelAt !== undefined || !position) {
    return { form, at: route.label, along: route.labelAt, scale };
  }
  const { x, y } = pointAlong(route.line, position.along);
  return {
    form,
    at: { x: x + position.shift.x, y: y + position.shift.y },
    along: position.along,
    scale,
  };
};
