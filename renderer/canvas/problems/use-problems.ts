import { useEffect } from 'react';
import { create } from 'zustand';
import { problemsOf, type Problem } from '#shared/canvas/problems.ts';
import { usePanels } from '../../app/panels.ts';
import { useCanvas } from '../canvas-store.ts';

const useFound = create<{ problems: readonly Problem[] }>(() => ({ problems: [] }));

/** At the latest, in ms: a hand that never rests would put it off for ever. */
const latest = 1000;

/**
 * Looks for problems whenever the window has nothing else to do, and only while the drawer is
 * open: it takes 40 ms with 20,000 nodes and flows, and a worker would have to be sent all of them.
 */
export const useProblems = (): readonly Problem[] => {
  const isOpen = usePanels(({ drawer }) => drawer.open);
  useEffect(() => {
    if (!isOpen) return undefined;
    let waiting = 0;
    const look = (): void => {
      waiting = 0;
      useFound.setState({ problems: problemsOf(useCanvas.getState().document) });
    };
    const soon = (): void => {
      waiting ||= requestIdleCallback(look, { timeout: latest });
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
