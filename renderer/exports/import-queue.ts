import { create } from 'zustand';
import { desktop } from '../app/desktop.ts';
import { showError } from '../app/show-error.tsx';

/** A file to import; `collectionId` is where it was dropped or asked for, if anywhere. */
export type WaitingImport = { handle: string; collectionId: string | null };

/** Files wait here for the import dialog, which takes one after the other. */
export const useImportQueue = create<{ waiting: readonly WaitingImport[] }>(() => ({
  waiting: [],
}));

export const enqueueImport = (next: WaitingImport): void =>
  useImportQueue.setState(({ waiting }) => ({ waiting: [...waiting, next] }));

/** The dialog is done with the first file, whether it was imported or not. */
export const finishImport = ({ handle }: WaitingImport): void => {
  useImportQueue.setState(({ waiting }) => ({
    waiting: waiting.filter((each) => each.handle !== handle),
  }));
  // A handle that is not given back is forgotten by the main process when the window closes.
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
