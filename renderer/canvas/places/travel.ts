import type { ReactFlowInstance, Viewport } from '@xyflow/react';
import { create } from 'zustand';
import { standInOf } from '#shared/canvas/collapsed.ts';
import type { Size } from '#shared/canvas/document.ts';
import { boxAround, boxOf, type Box } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { prefersStillness } from '../../ui/prefers-stillness.ts';
import { useCanvas } from '../canvas-store.ts';
import { placeOfElement } from '../compare/element-place.ts';
import type { FlowEdge, FlowNode } from '../flow-elements.ts';
import { focusElement } from '../focus-element.ts';
import { viewportOf } from '../view-box.ts';
import { leave, noTrail, type Place, type Trail } from './trail.ts';
import { viewOn } from './view-on.ts';

type Flow = ReactFlowInstance<FlowNode, FlowEdge>;

type Travel = {
  /** What moves the view of the open canvas. */
  flow: Flow | null;
  trail: Trail;
};

/** Where one was and can go; what is outside of the drawing goes to places by this. */
export const useTravel = create<Travel>(() => ({ flow: null, trail: noTrail }));

const flightTime = 250;

const duration = (): number => (prefersStillness() ? 0 : flightTime);

const paneSize = (): Size | null => {
  const pane = document.querySelector('.react-flow')?.getBoundingClientRect();
  return pane ? { width: pane.width, height: pane.height } : null;
};

export const hereNow = (): Place | null => {
  const { flow } = useTravel.getState();
  const { canvasId } = useCanvas.getState();
  return flow && canvasId !== null ? { canvasId, viewport: flow.getViewport() } : null;
};

/** To be called before a jump. */
export const rememberPlace = (place = hereNow()): void => {
  if (place) useTravel.setState(({ trail }) => ({ trail: leave(trail, place) }));
};

const fly = async (viewport: Viewport): Promise<void> =>
  void (await useTravel.getState().flow?.setViewport(viewport, { duration: duration() }));

export const flyToPlace = ({ viewport }: Place): void => void fly(viewport);

/** The box around what is drawn of some elements; a flow is its label. */
const boxOfElements = (ids: readonly string[]): Box | null => {
  const { document } = useCanvas.getState();
  return boxAround(
    ids.flatMap((id) => {
      const node = nodeById(document, id);
      if (node) return [boxOf(document, standInOf(document, node))];
      const place = placeOfElement(document, { element: 'edge', id });
      return place ? [place.box] : [];
    }),
  );
};

const viewOnElement = (id: string): Viewport | null => {
  const box = boxOfElements([id]);
  const pane = paneSize();
  const here = hereNow();
  return box && pane && here && viewOn(box, pane, here.viewport);
};

/** Brings an element into view, as one step of many. */
export const revealElement = (id: string): void => {
  const view = viewOnElement(id);
  if (view) void useTravel.getState().flow?.setViewport(view);
};

/** Brings an element into view; a place one can come back from, if the view has to move. */
export const flyTo = (id: string): void => {
  const view = viewOnElement(id);
  if (!view) return;
  rememberPlace();
  void fly(view);
};

/** Long enough for the flight, and for the element to be drawn after it. */
const framesToArrive = 60;

/**
 * Selects an element, flies to it and gives it the focus, from wherever one is. What a collapsed
 * boundary hides is where that stands.
 */
export const goToElement = (id: string): void => {
  useCanvas.getState().select([id]);
  flyTo(id);
  const { document } = useCanvas.getState();
  const node = nodeById(document, id);
  focusElement(node ? standInOf(document, node).id : id, framesToArrive);
};

export const zoomToSelection = (): void => {
  const { document, selection } = useCanvas.getState();
  const ends = selection.edges.flatMap((id) => {
    const edge = edgeById(document, id);
    return edge ? [edge.source, edge.target] : [];
  });
  const box = boxOfElements([...selection.nodes, ...ends]);
  const pane = paneSize();
  if (!box || !pane) return;
  rememberPlace();
  void fly(viewportOf(box, pane));
};

export const zoomToActual = (): void => {
  const { flow } = useTravel.getState();
  void flow?.zoomTo(1, { duration: duration() });
};

/** By the arrow keys: a part of what is seen. */
export const panBy = (x: number, y: number): void => {
  const here = hereNow();
  if (!here) return;
  const { viewport } = here;
  void useTravel
    .getState()
    .flow?.setViewport({ ...viewport, x: viewport.x - x, y: viewport.y - y });
};
