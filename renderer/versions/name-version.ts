import { desktop } from '../app/desktop.ts';
import { inTurn } from '../app/in-turn.ts';
import { showError } from '../app/show-error.tsx';
import { readVersionsAgain } from './remove-version.tsx';

const told = async (naming: () => Promise<unknown>): Promise<void> => {
  try {
    await inTurn(naming);
    await readVersionsAgain();
  } catch (error) {
    showError(error);
  }
};

/** Names the drawing as it is now, after all that was done before has been stored. */
export const namePresent = async (canvasId: string, title: string): Promise<void> =>
  await told(() => desktop.versions.name({ id: canvasId, title }));

export const nameVersion = async (id: number, title: string): Promise<void> =>
  await told(() => desktop.versions.rename({ id, title }));
