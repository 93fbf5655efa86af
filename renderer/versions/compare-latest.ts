import { desktop } from '../app/desktop.ts';
import { showError } from '../app/show-error.tsx';
import { compareWithNow, lookAtVersion } from './compared.ts';

/** Opens the comparing at the newest version there is; the person chooses another one there. */
export const compareLatest = async (canvasId: string): Promise<void> => {
  try {
    const [newest] = await desktop.versions.list({ id: canvasId });
    if (newest) compareWithNow(canvasId, { from: 'point', id: newest.id });
    else lookAtVersion(canvasId, { from: 'now', canvasId });
  } catch (error) {
    showError(error);
  }
};
