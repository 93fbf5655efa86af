import { useReactFlow } from '@xyflow/react';
import {
  use,
  useEffect,
  useRef,
  type KeyboardEvent as ReactKeyboardEvent,
  type SyntheticEvent,
} from 'react';
import { isShortcut } from '../../kernel/commands/shortcut-choices.ts';
import { runCommand, WaitingContext } from '../../kernel/commands/use-command.ts';
import { isMac } from '../../ui/keys.tsx';
import { cancelLayout } from '../arrange/layout-session.tsx';
import { selectedIds } from '../edits/actions.ts';
import { gridStep } from '../edits/element-edits.ts';
import { completeConnection } from '../flows/change-flow.ts';
import { focusGrip } from '../flows/use-grip-keys.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';
import {
  startConnection,
  startEditing,
  stopGesture,
  useGesture,
  type Connection,
} from '../state/gesture.ts';
import { elementIdOf, focusEdge, focusElement } from '../viewport/focus-element.ts';
import { panBy } from '../viewport/navigation.ts';
import { useArriving } from '../viewport/use-mounted-region.ts';
import { aimConnection, focusInView, focusTowards, outermost } from '../viewport/walk.ts';
import { nudgeSelected, resizeSelected } from './move-by-keys.ts';

const directions = {
  ArrowUp: { direction: 'up', x: 0, y: -1 },
  ArrowRight: { direction: 'right', x: 1, y: 0 },
  ArrowDown: { direction: 'down', x: 0, y: 1 },
  ArrowLeft: { direction: 'left', x: -1, y: 0 },
} as const;

/** The distance, in window pixels, that one press of an arrow key pans. */
const panStep = 60;

const isArrow = (key: string): key is keyof typeof directions => Object.hasOwn(directions, key);

/**
 * Returns a handler for the keys that belong to the canvas only, such as arrow keys. The window
 * handles the keys of commands, such as add, delete, and undo.
 */
export const useCanvasKeys = (): ((event: ReactKeyboardEvent) => void) => {
  const flow = useReactFlow<FlowNode, FlowEdge>();

  /** Returns true if the key was handled. */
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
        if (shiftKey || !useCanvas.getState().region) panBy(x * panStep, y * panStep);
        else focusTowards(flow, elementIdOf(event.target), direction);
      } else {
        const step = shiftKey ? 1 : gridStep;
        nudgeSelected({ x: x * step, y: y * step });
      }
      return true;
    }
    switch (key) {
      case 'Tab':
        // Moves the focus to the start or the end of the canvas, so that the browser then moves the
        // focus out of the canvas.
        focusEdge(shiftKey ? 'start' : 'end');
        return false;
      case 'Home':
        return focusOutermost('first');
      case 'End':
        return focusOutermost('last');
      case 'Enter':
        return connection ? completeAtTarget(connection) : open(elementIdOf(event.target));
      case ' ':
        return event.repeat || tapSpace(elementIdOf(event.target), shiftKey);
      case 'Escape':
        return stopGesture() || cancelLayout() || deselect();
      case 'f':
      case 'F':
        return runCommand('view.zoom-fit');
      default:
        // Shift+1, whatever character the keyboard layout has for it.
        return code === 'Digit1' && shiftKey && runCommand('view.zoom-fit');
    }
  };

  const focusOutermost = (edge: 'first' | 'last'): boolean => {
    const id = outermost(edge);
    if (id === null || !useCanvas.getState().region) return false;
    useCanvas.getState().select([]);
    focusInView(flow, id);
    return true;
  };

  const handle = (event: KeyboardEvent): void => {
    if (event.isComposing || isInField(event.target) || isOnButton(event)) return;
    // On the overview, the name field appears only after zooming in to the element.
    if (waitsForField() && isForField(event)) return event.preventDefault();
    if (press(event)) event.preventDefault();
    else if (isTyped(event)) rename();
  };
  useKeysWithoutFocus(handle);
  return (event) => {
    if (isWithin(event)) handle(event.nativeEvent);
  };
};

const openDialog = '[role=dialog], [role=alertdialog], [role=menu]';

/**
 * Handles a key when no element has the focus. This happens when the focused element disappears, such as
 * a menu entry that the person chose. The canvas gets the focus and handles the key.
 */
const useKeysWithoutFocus = (handle: (event: KeyboardEvent) => void): void => {
  const waiting = use(WaitingContext);
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (waiting.current || event.target !== document.body || event.defaultPrevented) return;
      if (document.querySelector(openDialog)) return;
      const selected = theSelected();
      focusEdge('start');
      if (selected !== null) focusElement(selected, 0);
      latest.current(event);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [waiting]);
};

/** Matches a key whose name is a single character. Other keys have longer names, such as Enter. */
const isSign = /^\P{C}$/u;

/**
 * Tells if a key starts a new name for the selected element: any character that is no command. The
 * editor gets the focus before the browser inserts the character, so the character goes into the
 * name.
 */
const isTyped = (event: KeyboardEvent): boolean =>
  isSign.test(event.key) && event.key !== ' ' && !hasModifier(event) && !isShortcut(event, isMac);

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey;

/** Tells if a key would change the text of a field. Delete would otherwise delete the element. */
const isForField = (event: KeyboardEvent): boolean =>
  event.key !== 'Escape' && event.key !== 'Tab' && !hasModifier(event);

/** Tells if the element whose name is being edited is not mounted yet. */
const waitsForField = (): boolean =>
  useGesture.getState().editing !== null &&
  (useCanvas.getState().region === null || useArriving.getState().isArriving);

const rename = (): void => {
  const id = theSelected();
  const { placing, isConnecting, connection } = useGesture.getState();
  if (id !== null && !placing && !isConnecting && !connection) startEditing(id);
};

const isInField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/** Tells if a key is for a button on the canvas. Buttons handle all keys themselves except Escape. */
const isOnButton = ({ target, key }: KeyboardEvent): boolean =>
  key !== 'Escape' && target instanceof Element && target.closest('button') !== null;

/**
 * Selects the focused element when Space is released. If no element has the focus, or during a
 * drag, Space only pans.
 */
const tapSpace = (id: string | null, isAdding: boolean): boolean => {
  onSpaceTap(() => selectFocused(id, isAdding));
  return true;
};

/**
 * Selects the focused element. With `isAdding`, adds it to the selection, or removes it if it is
 * selected.
 */
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

/**
 * Handles Enter: selects the focused element. If an element is already selected, edits its label.
 * While the person chooses the source of a flow, starts the flow at the focused element.
 */
const open = (focused: string | null): boolean => {
  if (focused !== null && selectedIds().length === 0) useCanvas.getState().select([focused]);
  else return openSelected();
  return !useGesture.getState().isConnecting || openSelected();
};

const openSelected = (): boolean => {
  const id = theSelected();
  if (id === null) return false;
  const isNode = useCanvas.getState().selection.nodes.length === 1;
  if (useGesture.getState().isConnecting && isNode) startConnection(id, false);
  else startEditing(id);
  return true;
};

const completeAtTarget = (connection: Connection): boolean => {
  const { target } = connection;
  if (target !== null) completeConnection(connection, target);
  return target !== null;
};

/**
 * Handles an arrow key on a selected flow: focuses its first grip. On grips, keys move the bends
 * and ends.
 */
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

/**
 * Tells if an event happened inside the DOM element that handles it. React also bubbles events from
 * portals, such as menus and dialogs, which are elsewhere in the DOM.
 */
export const isWithin = ({ currentTarget, target }: SyntheticEvent): boolean =>
  target instanceof Node && currentTarget.contains(target);

/**
 * Calls `tap` when Space is released, unless the person used the pointer or the wheel meanwhile.
 * Only the release shows that Space was not held to pan.
 */
const onSpaceTap = (tap: () => void): void => {
  const stop = new AbortController();
  const { signal } = stop;
  const isOver = (): void => stop.abort();
  window.addEventListener('pointerdown', isOver, { signal });
  window.addEventListener('wheel', isOver, { signal, passive: true });
  window.addEventListener('blur', isOver, { signal });
  window.addEventListener(
    'keyup',
    ({ code }) => {
      if (code !== 'Space') return;
      isOver();
      tap();
    },
    { signal },
  );
};
