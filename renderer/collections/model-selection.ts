import type { MouseEvent } from 'react';
import { create } from 'zustand';
import type { CollectionEntry, ModelEntry } from '../kernel/workspace/workspace-location.ts';

/** The selected models. The sidebar and the home page share this selection. */
export const useSelectedModels = create<{
  ids: ReadonlySet<string>;
  /**
   * The model at which a selection with Shift begins. This is the last model that the person selected or
   * deselected by itself, or `null` if there is none.
   */
  anchor: string | null;
}>(() => ({ ids: new Set(), anchor: null }));

export const selectNone = (): void => {
  if (useSelectedModels.getState().ids.size > 0) {
    useSelectedModels.setState({ ids: new Set(), anchor: null });
  }
};

export const selectModels = (ids: Iterable<string>): void =>
  useSelectedModels.setState({ ids: new Set(ids) });

export const toggleSelected = (id: string): void =>
  useSelectedModels.setState(({ ids }) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    return { ids: next, anchor: id };
  });

/**
 * Selects all models of a list from the anchor to another model. If the anchor is not in the list,
 * selects only the other model.
 */
export const selectRange = (list: readonly string[], to: string): void =>
  useSelectedModels.setState(({ anchor }) => {
    const [from, last] = [list.indexOf(anchor ?? to), list.indexOf(to)].toSorted((a, b) => a - b);
    if (from === undefined || last === undefined || from < 0) {
      return { ids: new Set([to]), anchor: to };
    }
    return { ids: new Set(list.slice(from, last + 1)), anchor: anchor ?? to };
  });

/**
 * Handles a click with Ctrl (⌘ on macOS) or Shift, which changes the selection. Returns false for a
 * plain click.
 */
export const selectByClick = (
  { ctrlKey, metaKey, shiftKey }: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  list: readonly string[],
  id: string,
): boolean => {
  if (shiftKey) selectRange(list, id);
  else if (ctrlKey || metaKey) toggleSelected(id);
  return shiftKey || ctrlKey || metaKey;
};

/** Returns the models with these IDs that still exist, in the order of the workspace. */
export const modelsOf = (
  overview: readonly CollectionEntry[],
  ids: ReadonlySet<string>,
): ModelEntry[] => overview.flatMap(({ models }) => models.filter(({ id }) => ids.has(id)));
