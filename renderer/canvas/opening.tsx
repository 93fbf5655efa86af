import { useEffect, useLayoutEffect } from 'react';
import { forgetPointed } from './overview/pointed-name.tsx';
import { clearHints } from './snapping/guides.ts';
import { focusEdge } from './viewport/focus-element.ts';
import { forgetStepTo } from './viewport/use-view-commands.ts';
import { useRefit } from './viewport/use-viewport.ts';
import { useGoToWanted } from './viewport/walk.ts';

type Props = {
  canvasId: string;
  /** Moves React Flow to the viewport of the canvas. */
  arrive: () => void;
};

/** Does what each opening of a canvas needs. It is mounted again, with a new key, for each opening. */
export const Opening = ({ canvasId, arrive }: Props) => {
  useLayoutEffect(arrive, [arrive]);
  useRefit();
  useEffect(() => {
    forgetStepTo(canvasId);
    forgetPointed();
    clearHints();
  }, [canvasId]);
  useGoToWanted(canvasId);
  useEffect(focusOpened, []);
  return null;
};

/** Focuses the canvas when it opens, unless the focus is in a dialog, on a tab, or in a text field. */
const focusOpened = (): void => {
  const stays = '[role=dialog], [role=tab], input, textarea';
  if (document.activeElement?.closest(stays)) return;
  focusEdge('start');
};
