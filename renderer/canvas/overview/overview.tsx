import { useReactFlow, useStore, useStoreApi, type Viewport } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import type { CanvasDocument, Position, Size } from '#shared/canvas/document.ts';
import { boxAround, boxOf, centreOf, isBoundary } from '#shared/canvas/geometry.ts';
import { edgeById, indexOfElement, nodeById } from '#shared/canvas/lookup.ts';
import { boxAt, isFrame, placementOf } from '#shared/canvas/placement.ts';
import { routeIn } from '#shared/canvas/route-in.ts';
import { announce } from '../state/announcements.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { everywhere } from '../state/drawn-elements.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';
import { stopEditing, useGesture } from '../state/gesture.ts';
import { useArriving } from '../viewport/use-mounted-region.ts';
import { useFitView } from '../viewport/use-viewport.ts';
import { zoomTime } from '../viewport/view-box.ts';
import { reveal, revealPoint } from '../viewport/walk.ts';
import { spokenElement } from '../words/spoken.ts';
import { useOverviewGesture } from './overview-gesture.ts';
import { paint } from './paint.ts';
import { paletteOf } from './palette.ts';
import { PointedName, PointedOutline, useFollowPointer } from './pointed-name.tsx';
import { fitSheet, movedSheet, onLargerSheet, sheetSize, sheetStyle } from './sheet.ts';
import { useDisplayChange, usePainting } from './use-painting.ts';
import classes from './overview.module.css';

/**
 * The canvas from so far away that thousands of elements are visible. They are painted, because
 * mounting them takes seconds. React Flow gets no elements, but still handles panning and zooming.
 */
export const Overview = () => {
  const isLarge = useCanvas(({ region }) => region !== everywhere);
  const isShown = useCanvas(({ region }) => region === null);
  useGoToEdited();
  return (
    <>
      {/* The sheet is mounted before the overview is shown, so that no frame is empty. */}
      {isLarge && <Sheet />}
      {isShown && <Pointing />}
    </>
  );
};

/** Shows the outline and the name of the element under the pointer, and the selection box. */
const Pointing = () => {
  useFollowPointer();
  useAnnounceSelected();
  return (
    <>
      <PointedOutline />
      <Marquee />
      <PointedName />
    </>
  );
};

/**
 * If more elements than this are painted, they are not repainted on every frame. CSS transforms the
 * last picture instead.
 */
const maxPerFrame = 2500;
/**
 * The time, in milliseconds, from the last movement to the repaint that replaces the transformed
 * picture.
 */
const rest = 80;

const Sheet = () => {
  const flow = useStoreApi();
  const width = useStore((store) => store.width);
  const height = useStore((store) => store.height);
  const sheet = useRef<HTMLCanvasElement>(null);
  const painted = useRef({ viewport: life, count: 0 });

  const paintSheet = (): void => {
    const context = sheet.current?.getContext('2d');
    if (!context || width === 0) return;
    const { document, badges, selection, nodes, edges } = useCanvas.getState();
    if (!isPainted()) {
      context.canvas.width = 0;
      return;
    }
    const mounted = new Set([...nodes, ...edges].map(({ id }) => id));
    const ratio = window.devicePixelRatio;
    const view = { width, height, ratio };
    const size = sheetSize(view);
    Object.assign(context.canvas.style, sheetStyle(view));
    fitSheet(context.canvas, size, ratio);
    const viewport = viewportNow(flow);
    const { moving } = useOverviewGesture.getState();
    const marks = { selection, target: targetOf(useGesture.getState()), moving };
    const count = paint(
      {
        context,
        palette: paletteOf(context.canvas),
        viewport: onLargerSheet(viewport, view),
        size,
        ratio,
        isMap: false,
      },
      { document, badges, marks, mounted },
    );
    context.canvas.style.transform = '';
    painted.current = { viewport, count };
  };
  const latest = useRef(paintSheet);
  useEffect(() => {
    latest.current = paintSheet;
  });
  const repaint = usePainting(paintSheet);
  const repaintAtRest = usePainting(paintSheet, rest);
  useDisplayChange(repaint);

  useEffect(() => {
    const follow = (): void => {
      const { viewport, count } = painted.current;
      const view = { ...sizeNow(flow), ratio: window.devicePixelRatio };
      const moved = movedSheet(viewport, viewportNow(flow), view);
      if (!sheet.current || !isPainted()) return;
      if (!moved) return repaint();
      sheet.current.style.transform = moved;
      if (count <= maxPerFrame) repaint();
      else repaintAtRest();
    };
    const stops = [
      flow.subscribe(({ transform }, before) => transform !== before.transform && follow()),
      useCanvas.subscribe((now, before) => {
        // Elements that React Flow loses are painted at once, so that no frame lacks them.
        const isLosing = now.region === null && before.region !== null;
        if (isLosing && now.openings === before.openings) latest.current();
        else repaint();
      }),
      useArriving.subscribe(repaint),
      useGesture.subscribe((now, before) => targetOf(now) !== targetOf(before) && repaint()),
      useOverviewGesture.subscribe(({ moving }, before) => moving !== before.moving && repaint()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [flow, repaint, repaintAtRest]);

  return <canvas aria-hidden className={classes.sheet} data-overview ref={sheet} />;
};

/** Tells if all elements are painted, or those in view that React Flow lacks. */
const isPainted = (): boolean =>
  useCanvas.getState().region === null || useArriving.getState().isArriving;

type Gesture = ReturnType<typeof useGesture.getState>;
const targetOf = ({ dropTarget, connection }: Gesture): string | null =>
  dropTarget ?? connection?.target ?? null;

const life = { x: 0, y: 0, zoom: 1 };

const sizeNow = (flow: ReturnType<typeof useStoreApi>): Size => {
  const { width, height } = flow.getState();
  return { width, height };
};

const viewportNow = (flow: ReturnType<typeof useStoreApi>): Viewport => {
  const [x, y, zoom] = flow.getState().transform;
  return { x, y, zoom };
};

const Marquee = () => {
  const marquee = useOverviewGesture((gesture) => gesture.marquee);
  if (!marquee) return null;
  const { x, y, width, height } = marquee;
  return (
    <div
      className={classes.marquee}
      style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
    />
  );
};

/** Announces a single selected element, because no element of the overview has the focus. */
const useAnnounceSelected = (): void => {
  const id = useCanvas(({ selection: { nodes, edges } }) =>
    nodes.length + edges.length === 1 ? (nodes[0] ?? edges[0] ?? null) : null,
  );
  useEffect(() => {
    if (id !== null) announce(spokenElement(useCanvas.getState(), id));
  }, [id]);
};

/**
 * Moves the viewport to an edited label that is out of view, because labels are edited in place. On
 * the overview, zooms in to the label.
 */
const useGoToEdited = (): void => {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const editing = useGesture((gesture) => gesture.editing);
  const isFar = useCanvas(({ region }) => region === null);
  const zoomTo = useZoomTo();
  useEffect(() => {
    // The person may have interrupted the zoom, so the name field never appears.
    if (editing === null || !isFar) return undefined;
    const timer = setTimeout(stopEditing, timeToAppear);
    return () => clearTimeout(timer);
  }, [editing, isFar]);
  useEffect(() => {
    if (editing === null) return;
    const { region, document } = useCanvas.getState();
    const edge = edgeById(document, editing);
    const name = nameOfFrame(document, editing);
    // The ends of a flow may be too far apart to be seen together, so the viewport moves to the label.
    const label = edge && routeIn(document, edge)?.label;
    if (!region) zoomTo(label ?? name ?? editing);
    else if (label) revealPoint(flow, label);
    else reveal(flow, editing);
  }, [editing, flow, zoomTo]);
};

/** The time, in milliseconds, after which the app no longer waits for the name field. */
const timeToAppear = 3000;

/**
 * Returns a point near the name of a boundary, or of another element that contains elements. Such an
 * element may be too large to be shown whole with its elements mounted. Returns `undefined` for all others.
 */
const nameOfFrame = (document: CanvasDocument, id: string): Position | undefined => {
  const placement = placementOf(document);
  const at = indexOfElement(document.nodes, id);
  if (!isFrame(placement, at)) return undefined;
  const { x, y, width, height } = boxAt(placement, at);
  return { x: x + Math.min(width, besideName.x) / 2, y: y + Math.min(height, besideName.y) / 2 };
};

/** The part of a frame that is shown with its name, in canvas pixels. */
const besideName = { x: 400, y: 240 };

/** Returns a function that zooms in to an element or a point. A boundary or a flow is shown whole. */
export const useZoomTo = (): ((target: string | Position) => void) => {
  const { setCenter } = useReactFlow();
  const fitView = useFitView();
  return useCallback(
    (target) => {
      if (typeof target !== 'string') {
        void setCenter(target.x, target.y, { zoom: 1, ...zoomTime });
        return;
      }
      const { document } = useCanvas.getState();
      const edge = edgeById(document, target);
      const ends = edge ? [edge.source, edge.target] : [target];
      const nodes = ends.flatMap((id) => nodeById(document, id) ?? []);
      const box = boxAround(nodes.map((node) => boxOf(document, node)));
      if (!box) return;
      if (edge || nodes.some(isBoundary)) return fitView(box);
      const { x, y } = centreOf(box);
      void setCenter(x, y, { zoom: 1, ...zoomTime });
    },
    [fitView, setCenter],
  );
};
