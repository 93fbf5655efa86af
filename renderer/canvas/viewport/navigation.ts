import type { ReactFlowInstance, Viewport } from '@xyflow/react';
import { create } from 'zustand';
import { standInOf } from '#shared/canvas/collapsed.ts';
import type { Size } from '#shared/canvas/document.ts';
import { boxAround, boxOf, type Box } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';
import { clearOf } from './clear-of.ts';
import { elementGeometry } from './element-geometry.ts';
import { focusElement, timeToArrive } from './focus-element.ts';
import { leave, noTrail, type TrailEntry, type Trail } from './trail.ts';
import { prefersReducedMotion, viewportOf } from './view-box.ts';
import { drawnBox, viewOn } from './view-on.ts';

type Flow = ReactFlowInstance<FlowNode, FlowEdge>;

type Navigation = {
  /** The React Flow instance of the open canvas, or `null` if no canvas is open. */
  flow: Flow | null;
  trail: Trail;
  /**
   * The element that was brought into view last and the viewport that shows it, or `null` if there is
   * none yet.
   */
  shown: { id: string; viewport: Viewport } | null;
};

/** The navigation on the open canvas. Code outside of the canvas navigates through it. */
export const useNavigation = create<Navigation>(() => ({
  flow: null,
  trail: noTrail,
  shown: null,
}));

const flightTime = 250;

const duration = (): number => (prefersReducedMotion() ? 0 : flightTime);

const paneSize = (): Size | null => {
  const pane = document.querySelector('.react-flow')?.getBoundingClientRect();
  return pane ? { width: pane.width, height: pane.height } : null;
};

export const currentEntry = (): TrailEntry | null => {
  const { flow } = useNavigation.getState();
  const { canvasId } = useCanvas.getState();
  return flow && canvasId !== null ? { canvasId, viewport: flow.getViewport() } : null;
};

/**
 * Adds a viewport to the navigation history. Call this before a jump, so that Back can return to
 * the viewport.
 */
export const rememberViewport = (entry = currentEntry()): void => {
  if (entry) useNavigation.setState(({ trail }) => ({ trail: leave(trail, entry) }));
};

const fly = async (viewport: Viewport): Promise<void> =>
  void (await useNavigation.getState().flow?.setViewport(viewport, { duration: duration() }));

export const flyToEntry = ({ viewport }: TrailEntry): void => void fly(viewport);

/**
 * Returns the box around elements as drawn, or `null` if none of them exists. For a flow, the box of its
 * label counts.
 */
const boxOfElements = (ids: readonly string[]): Box | null => {
  const { document } = useCanvas.getState();
  return boxAround(
    ids.flatMap((id) => {
      const node = nodeById(document, id);
      if (node) return [boxOf(document, standInOf(document, node))];
      const geometry = elementGeometry(document, { element: 'edge', id });
      return geometry ? [geometry.box] : [];
    }),
  );
};

/**
 * Returns the viewport that brings an element into view, or `null` if the element already is in view
 * or does not exist.
 */
export const viewOnElement = (id: string, pane: Size, now: Viewport): Viewport | null => {
  const box = boxOfElements([id]);
  return box && viewOn(box, pane, now);
};

/**
 * Returns the viewport that brings an element into view, or `null` if it already is in view. Records
 * the element, so that it stays in view when the canvas gets smaller.
 */
const showElement = (id: string): Viewport | null => {
  const pane = paneSize();
  const current = currentEntry();
  if (!pane || !current) return null;
  const view = viewOnElement(id, pane, current.viewport);
  useNavigation.setState({ shown: { id, viewport: view ?? current.viewport } });
  return view;
};

/**
 * Brings an element into view. Adds no entry to the navigation history, because the search and the
 * outline add one entry before they step through many elements.
 */
export const revealElement = (id: string): void => {
  const view = showElement(id);
  if (view) void useNavigation.getState().flow?.setViewport(view);
};

/** The boxes of the tools over the canvas, in pixels of the pane. */
const toolBoxes = (): Box[] => {
  const pane = document.querySelector('.react-flow')?.getBoundingClientRect();
  if (!pane) return [];
  return [...document.querySelectorAll('[data-canvas-tool]')].map((tool) => {
    const { left, top, width, height } = tool.getBoundingClientRect();
    return { x: left - pane.left, y: top - pane.top, width, height };
  });
};

/** Moves the viewport if a tool covers elements that were just placed. */
export const keepClear = (ids: readonly string[]): void => {
  const box = boxOfElements(ids);
  const pane = paneSize();
  const current = currentEntry();
  if (!box || !pane || !current) return;
  const { viewport } = current;
  const shift = clearOf(drawnBox(box, viewport), toolBoxes(), pane);
  if (shift) void fly({ ...viewport, x: viewport.x + shift.x, y: viewport.y + shift.y });
};

/**
 * Brings an element into view. If this moves the viewport, adds the previous viewport to the navigation
 * history.
 */
export const flyToElement = (id: string): void => {
  const view = showElement(id);
  if (!view) return;
  rememberViewport();
  void fly(view);
};

/**
 * Selects an element, brings it into view, and focuses it. If the element is in a collapsed
 * boundary, goes to the boundary instead.
 */
export const goToElement = (id: string): void => {
  useCanvas.getState().select([id]);
  flyToElement(id);
  const { document } = useCanvas.getState();
  const node = nodeById(document, id);
  focusElement(node ? standInOf(document, node).id : id, timeToArrive);
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
  rememberViewport();
  void fly(viewportOf(box, pane));
};

export const zoomToActual = (): void => {
  const { flow } = useNavigation.getState();
  void flow?.zoomTo(1, { duration: duration() });
};

/** Pans by a number of window pixels, for the arrow keys. */
export const panBy = (x: number, y: number): void => {
  const current = currentEntry();
  if (!current) return;
  const { viewport } = current;
  void useNavigation
    .getState()
    .flow?.setViewport({ ...viewport, x: viewport.x - x, y: viewport.y - y });
};
