import { workspaceScope } from '#shared/desktop/change.ts';
import { stepModel, stepWorkspace } from '../kernel/workspace/apply-workspace-change.tsx';
import { useHistoryCommands } from '../kernel/workspace/use-history-commands.ts';

/**
 * Registers undo and redo outside of the models. A model has its own journal and does not use this.
 */
export const useWorkspaceHistory = (): void =>
  useHistoryCommands(workspaceScope, (direction) => void stepWorkspace(direction));

/** Registers undo and redo of a model while none of its canvases is open. */
export const useModelHistory = (modelId: string): void =>
  useHistoryCommands(modelId, (direction) => void stepModel(modelId, direction));
