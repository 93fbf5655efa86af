import { create } from 'zustand';
import type { RegisterScope } from '#shared/desktop/register.ts';
import { stepModelsHere } from '../kernel/workspace/apply-workspace-change.tsx';
import { useHistoryCommands } from '../kernel/workspace/use-history-commands.ts';

/** The models of the last change in the register. A bulk change may be in several. */
const useChanged = create<{ modelIds: readonly string[] }>(() => ({ modelIds: [] }));

export const noteChangedModels = (modelIds: readonly string[]): void =>
  useChanged.setState({ modelIds });

/**
 * Registers undo and redo on the page of a register. Each model has its own history, so the register of
 * several models steps in the history of those that it changed last.
 */
export const useRegisterHistory = (scope: RegisterScope): void => {
  const changed = useChanged((state) => state.modelIds);
  const modelIds = scope.kind === 'threatModel' ? [scope.id] : changed;
  useHistoryCommands(modelIds[0] ?? null, (direction) => void stepModelsHere(modelIds, direction));
};
