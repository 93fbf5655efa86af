import { useReactFlow } from '@xyflow/react';
import type { KeyboardEvent } from 'react';
import { commandList } from '../app/commands.ts';
import { isMac } from '../app/platform.ts';
import { matches } from '../app/shortcut.ts';
import { runCommand } from '../app/use-command.ts';
import { selectedIds } from './actions.ts';
import { cancelLayout } from './arrange/layout/run-layout.tsx';
import { useCanvas } from './canvas-store.ts';
import { gridStep } from './changes/add-element.ts';
import { resizeSelected } from './elements/resize-selected.ts';
import type { FlowEdge, FlowNode } from './flow-elements.ts';
import { completeConnection } from './flows/change-flow.ts';
import { focusGrip } from './flows/focus-grip.ts';
import { elementIdOf, focusEdge } from './focus-element.ts';
import {
  startConnection,
  startEditing,
  stopGesture,
  useGesture,
  type Connection,
} from './gesture.ts';
import { isWithin } from './is-within.ts';
import { nudgeSelected } from './nudge.ts';
import { onSpaceTap } from './places/space-tap.ts';
import { panBy } from './places/travel.ts';
import { aimConnection, goTo, neighbour } from './walk.ts';

const directions = {
  ArrowUp: { direction: 'up', x: 0, y: -1 },
  ArrowRight: { direction: 'right', x: 1, y: 0 },
  ArrowDown: { direction: 'down', x: 0, y: 1 },
  ArrowLeft: { direction: 'left', x: -1, y: 0 },
} as const;

/** In pixels of the window. */
const panStep = 60;

const isArrow = (key: string): key is keyof typeof directions => Object.hasOwn(directions, key);

/**
 * The keys that only the canvas knows. Those of the command table (add, delete, rename, connect,
 * undo) are heard by the window.
 */
export const useCanvasKeys = (): ((event: KeyboardEvent) => void) => {
  const flow = useReactFlow<FlowNode, FlowEdge>();

  /** Whether the key meant something. */
  const press = (event: KeyboardEvent): boolean => {
    const { key, shiftKey, code } = event;
    const { connection } = useGesture.getState();
    const { selection } = useCanvas.getState();
    if (event.metaKey || event.ctrlKey) return false;
    if (event.altKey) return isArrow(key) && shiftKey && resizeSelected(directions[key]);
    if (isArrow(key)) {
      const { direction, x, y } = directions[key];
      if (connection) aimConnection(flow, direction);
      else if (selection.nodes.length === 0) {
        if (selection.edges.length > 0) return enterLine();
        panBy(x * panStep, y * panStep);
      } else {
        const step = shiftKey ? 1 : gridStep;
        nudgeSelected({ x: x * step, y: y * step });
      }
      return true;
    }
    switch (key) {
      case 'Tab':
        return walk(elementIdOf(event.target) ?? theSelected(), shiftKey ? -1 : 1);
      case 'Enter':
        return connection ? arrive(connection) : open();
      case ' ':
        return event.repeat || tapSpace(elementIdOf(event.target), shiftKey);
      case 'Escape':
        return stopGesture() || cancelLayout() || deselect();
      case 'f':
      case 'F':
        return runCommand('view.zoom-fit');
      default:
        // Shift+1, whatever sign the layout makes of it.
        return code === 'Digit1' && shiftKey && runCommand('view.zoom-fit');
    }
  };

  const walk = (from: string | null, step: 1 | -1): boolean => {
    const next = neighbour(from, step);
    if (next === null) {
      // The browser moves on from the element that has the focus when the key is done with.
      focusEdge(step === 1 ? 'end' : 'start');
      return false;
    }
    goTo(flow, next);
    return true;
  };

  return (event) => {
    if (event.nativeEvent.isComposing || isInField(event.target)) return;
    if (!isWithin(event) || isOnButton(event)) return;
    if (press(event)) event.preventDefault();
    else if (isTyped(event)) rename();
  };
};

/** The names of other keys, such as Enter, are longer. */
const isSign = /^\P{C}$/u;

/**
 * A sign that is no command begins a new name for the one selected element. The editor has the
 * focus before the browser types the sign, so that it goes into the name by itself.
 */
const isTyped = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  isSign.test(key) &&
  key !== ' ' &&
  !(nativeEvent.ctrlKey || nativeEvent.metaKey || nativeEvent.altKey) &&
  !commandList.some(({ shortcuts }) => shortcuts.some((each) => matches(each, nativeEvent, isMac)));

const rename = (): void => {
  const id = theSelected();
  const { placing, isConnecting, connection } = useGesture.getState();
  if (id !== null && !placing && !isConnecting && !connection) startEditing(id);
};

const isInField = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** A button on the canvas keeps Enter, Tab and arrows to itself. */
const isOnButton = ({ target, key }: KeyboardEvent): boolean =>
  key !== 'Escape' && target instanceof Element && target.closest('button') !== null;

/** Where nothing has the focus, or while the pointer drags, space only moves the view. */
const tapSpace = (id: string | null, isAdding: boolean): boolean => {
  onSpaceTap(() => selectFocused(id, isAdding));
  return true;
};

/** Space selects what has the focus; with Shift it is added, or taken away again. */
const selectFocused = (id: string | null, isAdding: boolean): void => {
  if (id === null) return;
  const selected = isAdding ? selectedIds() : [];
  const others = selected.filter((each) => each !== id);
  useCanvas.getState().select(others.length < selected.length ? others : [...others, id]);
};

const theSelected = (): string | null => {
  const { nodes, edges } = useCanvas.getState().selection;
  return nodes.length + edges.length === 1 ? (nodes[0] ?? edges[0] ?? null) : null;
};

/** Enter: while choosing where a flow begins, it begins here; otherwise the label is edited. */
const open = (): boolean => {
  const id = theSelected();
  if (id === null) return false;
  const isNode = useCanvas.getState().selection.nodes.length === 1;
  if (useGesture.getState().isConnecting && isNode) startConnection(id, false);
  else startEditing(id);
  return true;
};

const arrive = (connection: Connection): boolean => {
  const { target } = connection;
  if (target !== null) completeConnection(connection, target);
  return target !== null;
};

/** An arrow key on a selected flow leads to its bends and ends, where the keys move them. */
const enterLine = (): boolean => {
  const { edges } = useCanvas.getState().selection;
  const [id] = edges;
  if (id === undefined || edges.length > 1) return false;
  focusGrip(id, 'first');
  return true;
};

const deselect = (): boolean => {
  const { selection, select } = useCanvas.getState();
  const hadSome = selection.nodes.length + selection.edges.length > 0;
  if (hadSome) select([]);
  return hadSome;
};
