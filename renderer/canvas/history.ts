import { queries } from '../app/desktop.ts';
import { queryClient } from '../app/query-client.ts';

/**
 * What undo and redo would reach, as it is known at once: the store is asked again when it has made
 * the change, and until then a quick press of the keys must not be lost.
 */
const keyOf = (scope: string) => queries.changes.history.queryKey({ input: { scope } });

/** Where it turned out that what was known is not so. */
export const askAgain = (scope: string): void =>
  void queryClient.invalidateQueries({ queryKey: keyOf(scope) });

export const noteDone = (scope: string, label: string): void => {
  queryClient.setQueryData(keyOf(scope), { undo: label, redo: null });
};

export const noteUndone = (scope: string, label: string): void => {
  queryClient.setQueryData(keyOf(scope), (known) => ({ undo: null, ...known, redo: label }));
};

export const noteRedone = (scope: string, label: string): void => {
  queryClient.setQueryData(keyOf(scope), (known) => ({ redo: null, ...known, undo: label }));
};
