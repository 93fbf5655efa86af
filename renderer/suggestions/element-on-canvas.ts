import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { DrawingChange } from '#shared/desktop/change.ts';
import type { Part } from '#shared/suggestions/drawn-system.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { goToElement } from '../canvas/viewport/navigation.ts';
import { openCanvas, wantElements } from '../kernel/workspace/location.ts';

/** An element and its canvas. */
export type ElementOnCanvas = Part['drawn'][number];

export const isOnOpenCanvas = ({ canvasId }: ElementOnCanvas): boolean =>
  canvasId === useCanvas.getState().canvasId;

/**
 * Returns the element on the open canvas, or else the first element. Returns `undefined` for an empty
 * list.
 */
export const nearestElement = (drawn: readonly ElementOnCanvas[]): ElementOnCanvas | undefined =>
  drawn.find(isOnOpenCanvas) ?? drawn[0];

/** Opens the canvas of an element and shows the element. */
export const showElement = (element: ElementOnCanvas): void => {
  const { canvasId, elementId } = element;
  if (isOnOpenCanvas(element)) return goToElement(elementId);
  wantElements({ canvasId, elementIds: [elementId] });
  openCanvas(canvasId);
};

/** A change to one key of an element's `data`, from one value to another. */
export type DataChange = ElementOnCanvas & {
  kind: 'node' | 'edge';
  key: string;
  before: unknown;
  after: unknown;
};

const patched = (
  { kind, elementId: id, key }: DataChange,
  value: unknown,
): CanvasOperation[number] => ({
  kind: kind === 'node' ? 'setNode' : 'setEdge',
  id,
  ...(value === undefined ? { unsetData: [key] } : { data: { [key]: value } }),
});

/**
 * Returns the operation that makes these changes on the open canvas, and the changes to the drawings of
 * other canvases.
 */
export const drawingsOf = (
  changes: readonly DataChange[],
): { operation: CanvasOperation; elsewhere: DrawingChange[] } => ({
  operation: changes.filter(isOnOpenCanvas).map((each) => patched(each, each.after)),
  elsewhere: [
    ...Map.groupBy(
      changes.filter((each) => !isOnOpenCanvas(each)),
      ({ canvasId }) => canvasId,
    ),
  ].map(([canvasId, ofCanvas]) => ({
    canvasId,
    operation: ofCanvas.map((each) => patched(each, each.after)),
    inverse: ofCanvas.map((each) => patched(each, each.before)).toReversed(),
  })),
});
