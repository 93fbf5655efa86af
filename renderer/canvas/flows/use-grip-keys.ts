import i18next from 'i18next';
import type { KeyboardEvent } from 'react';
import type { CanvasEdge, Position } from '#shared/canvas/document.ts';
import { bendsOf } from '#shared/canvas/flow-course.ts';
import { nearestAlong } from '#shared/canvas/routing/polyline.ts';
import { announce } from '../announcements.ts';
import { gridStep } from '../changes/add-element.ts';
import { focusElement } from '../focus-element.ts';
import { bendTo, moveLabelTo } from './change-flow.ts';
import { showDraft, useFlowDraft } from './flow-draft.ts';
import { focusGrip, gripsOf } from './focus-grip.ts';
import type { DrawnRoute } from './use-route.ts';
import { whenReleased } from './when-released.ts';

const arrows: Record<string, Position> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowRight: { x: 1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
};

/** The part of the line that the label is moved along by one press. */
const labelStep = 0.05;
const fineLabelStep = 0.01;

/** The keys on the grips of a flow: they lead from one to the next, move bends and the label. */
export const useGripKeys = (edge: CanvasEdge, { route }: DrawnRoute) => {
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
    const labelAt = Math.max(0, Math.min(1, nearestAlong(route.line, route.label).at + by));
    showDraft({ id, labelAt });
    whenReleased(() => {
      moveLabelTo(id, labelAt);
      const part = Math.round(labelAt * 100) / 100;
      announce(i18next.t('labelMoved', { ns: 'flows', part }));
    });
  };

  const step = (grip: HTMLElement, by: 1 | -1): void => {
    const grips = gripsOf(id);
    const next = grips[grips.indexOf(grip) + by];
    if (next) next.focus({ preventScroll: true });
    else focusElement(id);
  };

  /** Whether the key meant something. */
  const press = ({ key, shiftKey }: KeyboardEvent, grip: HTMLElement): boolean => {
    const [kind, place] = (grip.dataset['grip'] ?? '').split('-');
    const by = arrows[key];
    if (key === 'Tab') step(grip, shiftKey ? -1 : 1);
    else if (key === 'Escape') focusElement(id);
    else if (kind === 'bend' && by) {
      const distance = shiftKey ? 1 : gridStep;
      moveBend(Number(place), { x: by.x * distance, y: by.y * distance });
    } else if (kind === 'label' && by) {
      moveLabel((by.x + by.y) * (shiftKey ? fineLabelStep : labelStep));
    } else if (kind === 'bend' && isDelete(key)) removeBend(Number(place));
    else if (kind === 'label' && isDelete(key)) moveLabelTo(id, null);
    else return by !== undefined || isDelete(key);
    return true;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey || event.ctrlKey) return;
    if (!(event.target instanceof HTMLElement) || !press(event, event.target)) return;
    // Neither the canvas nor the table of commands hears of it: Delete is for the bend alone.
    event.preventDefault();
    event.stopPropagation();
  };

  return { onKeyDown, removeBend };
};

const isDelete = (key: string): boolean => key === 'Delete' || key === 'Backspace';
