import { useEffect } from 'react';
import { create } from 'zustand';
import { problemsOf, type Problem } from '#shared/canvas/problems.ts';
import { usePanels } from '../../kernel/panels/panels.ts';
import { useCanvas } from '../state/canvas-store.ts';

const useFound = create<{ problems: readonly Problem[] }>(() => ({ problems: [] }));

/**
 * The longest delay of a check, in milliseconds. Without this limit, continuous input would delay the
 * check forever.
 */
const latest = 1000;

/**
 * Finds problems on the open canvas while the bottom panel is open. A check of 20,000 nodes and flows
 * takes 40 ms, so it waits until the window is idle. It does not run in a worker, because a worker would
 * need a copy of the document.
 */
export const useProblems = (): readonly Problem[] => {
  const isOpen = usePanels(({ drawer }) => drawer.open);
  useEffect(() => {
    if (!isOpen) return undefined;
    let waiting = 0;
    const update = (): void => {
      waiting = 0;
      useFound.setState({ problems: problemsOf(useCanvas.getState().document) });
    };
    const soon = (): void => {
      waiting ||= requestIdleCallback(update, { timeout: latest });
    };
    soon();
    const stop = useCanvas.subscribe((state, before) => {
      if (state.document !== before.document) soon();
    });
    return () => {
      stop();
      cancelIdleCallback(waiting);
    };
  }, [isOpen]);
  return useFound(({ problems }) => problems);
};
