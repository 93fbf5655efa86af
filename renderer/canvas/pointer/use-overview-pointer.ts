import { useReactFlow } from '@xyflow/react';
import { useCallback, type PointerEvent } from 'react';
import { boundaryAround } from '#shared/canvas/boundaries.ts';
import { isLocked, type Position } from '#shared/canvas/document.ts';
import { moveNodesBy } from '#shared/canvas/edits/move-nodes.ts';
import { boxOf, type Box } from '#shared/canvas/geometry.ts';
import { nodeById, outermostOf, withDescendants } from '#shared/canvas/lookup.ts';
import { selectedIds } from '../edits/actions.ts';
import { gridStep } from '../edits/element-edits.ts';
import { elementsInside } from '../overview/hit.ts';
import { dragOnOverview, useOverviewGesture } from '../overview/overview-gesture.ts';
import { isOnDrawing, useElementAt } from '../overview/use-element-at.ts';
import { onOpening, useCanvas } from '../state/canvas-store.ts';
import { showDropTarget } from '../state/gesture.ts';

/**
 * The largest distance, in pixels, that the pointer can move during a click. A longer movement is a
 * drag.
 */
const clickDistance = 3;

const canvas = useCanvas.getState;
const gesture = useOverviewGesture.setState;

type Press = { id: string | null; adds: boolean; at: Position; from: Position };

/**
 * Returns a handler that selects and moves elements on the overview. A click selects, and Shift
 * adds to the selection. Dragging an element moves it, and dragging from an empty point draws a
 * selection box. The handler returns true if the press was on the overview.
 */
export const useOverviewPointer = (): ((event: PointerEvent) => boolean) => {
  const { screenToFlowPosition } = useReactFlow();
  const elementAt = useElementAt();

  return useCallback(
    (event) => {
      if (canvas().region || event.button !== 0 || !isSelecting(event.target)) return false;
      event.stopPropagation();
      const onCanvas = ({ clientX, clientY }: { clientX: number; clientY: number }): Position =>
        screenToFlowPosition({ x: clientX, y: clientY }, { snapToGrid: false });
      const press: Press = {
        id: elementAt(event),
        adds: event.shiftKey || event.metaKey || event.ctrlKey,
        at: { x: event.clientX, y: event.clientY },
        from: onCanvas(event),
      };
      const { left, top } = event.currentTarget.getBoundingClientRect();
      follow(press, onCanvas, { x: left, y: top });
      return true;
    },
    [elementAt, screenToFlowPosition],
  );
};

/**
 * Tells if a press selects on the overview. While the person holds the pan key, React Flow pans
 * instead, and marks its pane with the class `draggable`.
 */
const isSelecting = (target: EventTarget): boolean =>
  target instanceof Element &&
  isOnDrawing(target) &&
  target.closest('.react-flow__pane.draggable') === null;

/** A drag of elements or of a selection box. `lead` runs on each movement, and `end` on release. */
type Drag = { lead: (to: Position, at: Position) => void; end: (to: Position) => void };

const follow = (
  press: Press,
  onCanvas: (event: { clientX: number; clientY: number }) => Position,
  surface: Position,
): void => {
  let drag: Drag | null = null;
  const stop = new AbortController();
  const { signal } = stop;
  const lead = (event: globalThis.PointerEvent): void => {
    const at = { x: event.clientX, y: event.clientY };
    const distance = Math.hypot(at.x - press.at.x, at.y - press.at.y);
    if (!drag && distance <= clickDistance) return;
    drag ??= movingOf(press) ?? marqueeOf(press, surface);
    drag.lead(onCanvas(event), at);
  };
  const end = (): void => {
    stop.abort();
    stopWatching();
  };
  const finish = (event: globalThis.PointerEvent): void => {
    end();
    if (drag) drag.end(onCanvas(event));
    else click(press);
  };
  const giveUp = (): void => {
    end();
    gesture({ moving: null, marquee: null });
    showDropTarget(null);
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    giveUp();
  };
  const stopWatching = onOpening(giveUp);
  window.addEventListener('pointermove', lead, { signal });
  window.addEventListener('pointerup', finish, { signal });
  window.addEventListener('pointercancel', giveUp, { signal });
  window.addEventListener('keydown', escape, { signal, capture: true });
};

const click = ({ id, adds }: Press): void => {
  if (!adds) return canvas().select(id === null ? [] : [id]);
  if (id === null) return;
  const others = selectedIds().filter((each) => each !== id);
  canvas().select(others.length < selectedIds().length ? others : [...others, id]);
};

/** Returns a drag that moves elements, or `null` if there is no movable element at the press. */
const movingOf = ({ id, adds, from }: Press): Drag | null => {
  const { document, select } = canvas();
  const pressed = nodeById(document, id ?? undefined);
  if (!pressed || isLocked(pressed)) return null;
  if (!selectedIds().includes(pressed.id))
    select(adds ? [...selectedIds(), pressed.id] : [pressed.id]);
  const ids = outermostOf(document, canvas().selection.nodes).filter((each) => {
    const node = nodeById(document, each);
    return node && !isLocked(node);
  });
  const moving = withDescendants(document, ids);
  const box = boxOf(document, pressed);
  const distance = (to: Position): Position => ({
    x: onGrid(to.x - from.x),
    y: onGrid(to.y - from.y),
  });
  return {
    lead: (to) => {
      const by = distance(to);
      dragOnOverview(canvas().document, ids, by);
      const moved = { ...box, x: box.x + by.x, y: box.y + by.y };
      const boundary = boundaryAround(document, moved, moving);
      showDropTarget(boundary && boundary.id !== pressed.parentId ? boundary.id : null);
    },
    end: (to) => {
      gesture({ moving: null });
      showDropTarget(null);
      const operation = moveNodesBy(canvas().document, ids, distance(to));
      canvas().commit({ label: 'canvas.label.move', operation });
    },
  };
};

const onGrid = (length: number): number => Math.round(length / gridStep) * gridStep;

const marqueeOf = ({ adds, at, from }: Press, surface: Position): Drag => ({
  lead: (_to, pointer) => {
    const box = between(at, pointer);
    gesture({ marquee: { ...box, x: box.x - surface.x, y: box.y - surface.y } });
  },
  end: (to) => {
    gesture({ marquee: null });
    const inside = elementsInside(canvas().document, between(from, to));
    canvas().select(adds ? [...selectedIds(), ...inside] : inside);
  },
});

const between = (one: Position, other: Position): Box => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(other.x - one.x),
  height: Math.abs(other.y - one.y),
});
