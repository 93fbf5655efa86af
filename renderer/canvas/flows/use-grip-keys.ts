import i18next from 'i18next';
import type { KeyboardEvent } from 'react';
import type { CanvasEdge, Position } from '#shared/canvas/document.ts';
import { bendsOf } from '#shared/canvas/flow-course.ts';
import { gridStep } from '../edits/element-edits.ts';
import { announce } from '../state/announcements.ts';
import { focusElement } from '../viewport/focus-element.ts';
import { bendTo, moveLabelTo, showDraft, useFlowDraft } from './change-flow.ts';
import type { DrawnLabel } from './use-flow-label.ts';

const arrows: Record<string, Position> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowRight: { x: 1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
};

/** The distance that one key press moves the label, as a fraction of the line. */
const labelStep = 0.05;
const fineLabelStep = 0.01;

/**
 * Returns the key handler for the grips of a flow. Tab moves between grips, and arrow keys move
 * bends and the label. Delete removes a bend or resets the position of the label.
 */
export const useGripKeys = (edge: CanvasEdge, label: DrawnLabel) => {
  const { id } = edge;

  const draftBends = (): readonly Position[] => {
    const { draft } = useFlowDraft.getState();
    return (draft?.id === id ? draft.bends : undefined) ?? bendsOf(edge);
  };

  const moveBend = (index: number, { x, y }: Position): void => {
    const before = draftBends();
    const bend = before[index];
    if (!bend) return;
    const moved = { ...bend, x: bend.x + x, y: bend.y + y };
    const bends = before.with(index, moved);
    showDraft({ id, bends });
    whenReleased(() => {
      bendTo(id, bends);
      const at = { x: Math.round(moved.x), y: Math.round(moved.y) };
      announce(i18next.t('bend.moved', { ns: 'flows', number: index + 1, ...at }));
    });
  };

  const removeBend = (index: number): void => {
    const left = bendsOf(edge).toSpliced(index, 1);
    bendTo(id, left);
    announce(i18next.t('bend.removed', { ns: 'flows' }));
    if (left.length === 0) focusElement(id);
    else focusGrip(id, `bend-${Math.min(index, left.length - 1)}`);
  };

  const moveLabel = (by: number): void => {
    const labelAt = Math.max(0, Math.min(1, label.along + by));
    showDraft({ id, labelAt });
    whenReleased(() => {
      moveLabelTo(id, labelAt);
      const part = Math.round(labelAt * 100) / 100;
      announce(i18next.t('label-moved', { ns: 'flows', part }));
    });
  };

  const step = (grip: HTMLElement, by: 1 | -1): void => {
    const grips = gripsOf(id);
    const next = grips[grips.indexOf(grip) + by];
    if (next) next.focus({ preventScroll: true });
    else focusElement(id);
  };

  /** Returns true if the key was handled. */
  const press = ({ key, shiftKey }: KeyboardEvent, grip: HTMLElement): boolean => {
    const [kind, index] = (grip.dataset['grip'] ?? '').split('-');
    const by = arrows[key];
    if (key === 'Tab') step(grip, shiftKey ? -1 : 1);
    else if (key === 'Escape') focusElement(id);
    else if (kind === 'bend' && by) {
      const distance = shiftKey ? 1 : gridStep;
      moveBend(Number(index), { x: by.x * distance, y: by.y * distance });
    } else if (kind === 'label' && by) {
      moveLabel((by.x + by.y) * (shiftKey ? fineLabelStep : labelStep));
    } else if (kind === 'bend' && isDelete(key)) removeBend(Number(index));
    else if (kind === 'label' && isDelete(key)) moveLabelTo(id, null);
    else return by !== undefined || isDelete(key);
    return true;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    if (!(event.target instanceof HTMLElement) || !press(event, event.target)) return;
    // Without this, the canvas and the command table would handle the key too. For example, Delete
    // would delete the flow.
    event.preventDefault();
    event.stopPropagation();
  };

  return { onKeyDown, removeBend };
};

const isDelete = (key: string): boolean => key === 'Delete' || key === 'Backspace';

/** The name of a grip. The number is the index of a bend or of a segment. */
export type GripName = 'source' | 'target' | 'label' | `bend-${number}` | `segment-${number}`;

/** Returns the grips of a flow in Tab order. */
const gripsOf = (id: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[data-id="${CSS.escape(id)}"][data-grip]`),
];

/**
 * Focuses a grip once it is mounted. Waits for at least one frame, because a command palette or menu
 * that is closing restores the previous focus in this frame.
 */
export const focusGrip = (id: string, name: GripName | 'first', attempts = 4): void => {
  requestAnimationFrame(() => {
    const grips = gripsOf(id);
    const grip =
      name === 'first' ? grips[0] : grips.find(({ dataset }) => dataset['grip'] === name);
    if (grip) grip.focus({ preventScroll: true });
    else if (attempts > 1) focusGrip(id, name, attempts - 1);
  });
};

let finish: (() => void) | null = null;

const release = (): void => {
  window.removeEventListener('keyup', release);
  window.removeEventListener('blur', release);
  finish?.();
  finish = null;
};

/**
 * Calls `run` when the pressed key is released. Several calls while the key is held are one
 * gesture, so only the last `run` is called.
 */
const whenReleased = (run: () => void): void => {
  if (!finish) {
    window.addEventListener('keyup', release);
    window.addEventListener('blur', release);
  }
  finish = run;
};
