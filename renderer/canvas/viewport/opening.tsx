import { useEffect, useLayoutEffect } from 'react';
import { focusEdge } from './focus-element.ts';
import { useRefit } from './use-viewport.ts';
import { useGoToWanted } from './walk.ts';

type Props = {
  canvasId: string;
  /** Moves React Flow to the viewport of the canvas. */
  arrive: () => void;
};

/** What happens when a canvas is opened. It is mounted again, with a new key, for each opening. */
export const Opening = ({ canvasId, arrive }: Props) => {
  useLayoutEffect(arrive, [arrive]);
  useRefit();
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
