import type { HistoryStep } from '#shared/desktop/change.ts';
import { desktop, queries } from '../app/desktop.ts';
import { saveInTurn } from '../app/in-turn.ts';
import { queryClient } from '../app/query-client.ts';
import { noticeGroundGone } from '../ui/notice-ground-gone.ts';

/**
 * What undo and redo would reach, as it is known at once: the store is asked again when it has made
 * the change, and until then a quick press of the keys must not be lost.
 */
const keyOf = (scope: string) => queries.changes.history.queryKey({ input: { scope } });

export const noteDone = (scope: string, label: string): void => {
  queryClient.setQueryData(keyOf(scope), { undo: label, redo: null });
};

const noteUndone = (scope: string, label: string): void => {
  queryClient.setQueryData(keyOf(scope), (known) => ({ undo: null, ...known, redo: label }));
};

const noteRedone = (scope: string, label: string): void => {
  queryClient.setQueryData(keyOf(scope), (known) => ({ redo: null, ...known, undo: label }));
};

/** Where there was nothing to do any more, the person has been told, and it is `ground gone`. */
export const takeStep = async (
  scope: string,
  direction: 'undo' | 'redo',
): Promise<HistoryStep | 'ground gone'> => {
  const step = await saveInTurn(() => desktop.changes[direction]({ scope }));
  if (step?.groundGone) {
    noticeGroundGone(direction);
    // What was known turned out not to be so.
    void queryClient.invalidateQueries({ queryKey: keyOf(scope) });
    return 'ground gone';
  }
  if (step) (direction === 'undo' ? noteUndone : noteRedone)(scope, step.label);
  return step;
};
