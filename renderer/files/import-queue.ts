import { create } from 'zustand';
import { onLeaveConnection } from '../kernel/connection/connections.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import type { ModelEntry } from '../kernel/workspace/workspace-location.ts';

/**
 * A file to import. `collectionId` is the collection that the dialog suggests, or `null` if it suggests
 * none.
 */
export type WaitingImport = { handle: string; collectionId: string | null };

/** A file that is merged into a model. */
export type MergingImport = WaitingImport & { fileName: string; model: ModelEntry };

type State = { waiting: readonly WaitingImport[]; merging: MergingImport | null };

/**
 * The files of the import dialog, in order. `merging` is the first file while the person merges it into
 * a model, or `null` at other times.
 */
export const useImportQueue = create<State>(() => ({ waiting: [], merging: null }));

export const mergeImport = (merging: MergingImport): void => useImportQueue.setState({ merging });

export const enqueueImport = (next: WaitingImport): void =>
  useImportQueue.setState(({ waiting }) => ({ waiting: [...waiting, next] }));

/** Removes a file from the queue, whether it was imported or not. */
export const finishImport = ({ handle }: WaitingImport): void => {
  useImportQueue.setState(({ waiting }) => ({
    merging: null,
    waiting: waiting.filter((each) => each.handle !== handle),
  }));
  // A failed release is ignored, because the main process drops the handle when the window closes.
  desktop.imports.release({ handle }).catch(() => undefined);
};

export const chooseImport = async (collectionId: string | null): Promise<void> => {
  try {
    const chosen = await desktop.imports.choose();
    if (chosen) enqueueImport({ handle: chosen.handle, collectionId });
  } catch (error) {
    showError(error);
  }
};

export const importFiles = async (
  files: readonly File[],
  collectionId: string | null,
): Promise<void> => {
  for (const file of files) {
    try {
      enqueueImport({ handle: await window.desktop.fileHandle(file), collectionId });
    } catch (error) {
      showError(error);
    }
  }
};

onLeaveConnection(() => useImportQueue.setState({ waiting: [], merging: null }));
