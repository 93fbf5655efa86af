import { useCommand } from '../kernel/commands/use-command.ts';
import { useSyncStatus } from '../kernel/connection/sync-status.tsx';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { showInDrawer } from '../kernel/panels/drawer.tsx';
import {
  compareWithNow,
  compareWithService,
  previewVersion,
} from '../kernel/workspace/compared.ts';
import { focusedOutsideDialogs } from '../ui/focus.ts';
import { startNaming } from './version-changes.tsx';

/** Registers the commands for the version history of a canvas. */
export const useVersionCommands = (canvasId: string | null): void => {
  const enabled = canvasId !== null;
  const isUnsent = useSyncStatus(
    ({ status }) => status !== null && status.pending + status.rejected + status.conflicts > 0,
  );
  useCommand('canvas.name-version', {
    enabled,
    run: () => {
      const before = focusedOutsideDialogs() ?? document.querySelector('[data-canvas-start]');
      showInDrawer('history');
      startNaming('version', before);
    },
  });
  useCommand('canvas.mark-reviewed', {
    enabled,
    run: () => {
      const before = focusedOutsideDialogs() ?? document.querySelector('[data-canvas-start]');
      showInDrawer('history');
      startNaming('review', before);
    },
  });
  useCommand('canvas.show-history', { enabled, run: () => showInDrawer('history') });
  useCommand('canvas.compare-versions', {
    enabled,
    run: () => {
      if (canvasId !== null) void compareLatest(canvasId);
    },
  });
  useCommand('canvas.compare-service', {
    enabled: enabled && isUnsent,
    run: () => {
      if (canvasId !== null) compareWithService(canvasId);
    },
  });
};

/**
 * Compares the canvas with its newest version. The person can choose another version in the dialog. If
 * the canvas has no versions, the dialog shows only the canvas.
 */
const compareLatest = async (canvasId: string): Promise<void> => {
  try {
    const [newest] = await desktop.versions.list({ id: canvasId });
    if (newest) compareWithNow(canvasId, { from: 'point', id: newest.id });
    else previewVersion(canvasId, { from: 'now', canvasId });
  } catch (error) {
    showError(error);
  }
};
