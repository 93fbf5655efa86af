import { useQuery } from '@tanstack/react-query';
import { workspaceScope } from '#shared/desktop/change.ts';
import { queries } from '../app/desktop.ts';
import { useCommand } from '../app/use-command.ts';
import { stepWorkspace } from './apply-workspace-change.tsx';

/** Undo and redo outside the canvases. A canvas has its own history and does not use this. */
export const useWorkspaceHistory = (): void => {
  const { data } = useQuery(
    queries.changes.history.queryOptions({ input: { scope: workspaceScope } }),
  );
  useCommand('edit.undo', {
    run: () => void stepWorkspace('undo'),
    idle: typeof data?.undo !== 'string',
  });
  useCommand('edit.redo', {
    run: () => void stepWorkspace('redo'),
    idle: typeof data?.redo !== 'string',
  });
};
