import { workspaceScope } from '#shared/desktop/change.ts';
import { stepModel, stepWorkspace } from '../kernel/workspace/apply-workspace-change.tsx';
import { useHistoryCommands } from '../kernel/workspace/use-history-commands.ts';

/**
 * Registers undo and redo for the history of the workspace. Pages of a model do not use this, because a
 * model has its own history.
 */
export const useWorkspaceHistory = (): void =>
  useHistoryCommands(workspaceScope, (direction) => void stepWorkspace(direction));

/** Registers undo and redo for the history of a model while none of its canvases is open. */
export const useModelHistory = (modelId: string): void =>
  useHistoryCommands(modelId, (direction) => void stepModel(modelId, direction));
