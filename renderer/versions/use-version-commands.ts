import { showInDrawer } from '../app/drawer.tsx';
import { useCommand } from '../app/use-command.ts';
import { useSyncStatus } from '../sync/sync-status.ts';
import { compareLatest } from './compare-latest.ts';
import { compareWithService } from './compared.ts';
import { startNaming } from './naming.ts';

/** Gives the commands of a canvas's history their action. */
export const useVersionCommands = (canvasId: string | null): void => {
  const enabled = canvasId !== null;
  const isUnsent = useSyncStatus(
    ({ status }) => status !== null && status.waiting + status.setAside + status.conflicts > 0,
  );
  useCommand('canvas.name-version', {
    enabled,
    run: () => {
      showInDrawer('history');
      startNaming();
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
