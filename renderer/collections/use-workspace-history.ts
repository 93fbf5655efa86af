import { useQuery } from '@tanstack/react-query';
import { workspaceScope } from '#shared/desktop/change.ts';
import { queries } from '../app/desktop.ts';
import { useCommand } from '../app/use-command.ts';
import { stepModel, stepWorkspace } from './apply-workspace-change.tsx';

type Step = (direction: 'undo' | 'redo') => Promise<void>;

const useHistory = (scope: string, step: Step): void => {
  const { data } = useQuery(queries.changes.history.queryOptions({ input: { scope } }));
  useCommand('edit.undo', { run: () => void step('undo'), idle: typeof data?.undo !== 'string' });
  useCommand('edit.redo', { run: () => void step('redo'), idle: typeof data?.redo !== 'string' });
};

/** Undo and redo outside the models. A model has its own history and does not use this. */
export const useWorkspaceHistory = (): void => useHistory(workspaceScope, stepWorkspace);

/** Undo and redo of a model while none of its canvases is open. */
export const useModelHistory = (modelId: string): void =>
  useHistory(modelId, (direction) => stepModel(modelId, direction));
