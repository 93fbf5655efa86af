import { create } from 'zustand';
import type { RegisterScope } from '#shared/desktop/register.ts';
import { stepModelsHere } from '../kernel/workspace/apply-workspace-change.tsx';
import { useHistoryCommands } from '../kernel/workspace/use-history-commands.ts';

/**
 * The IDs of the models that the last change in the register affected. A bulk change may affect several
 * models.
 */
const useChanged = create<{ modelIds: readonly string[] }>(() => ({ modelIds: [] }));

export const noteChangedModels = (modelIds: readonly string[]): void =>
  useChanged.setState({ modelIds });

/**
 * Registers undo and redo on the page of a register. Each model has its own history. So in a register of
 * several models, undo and redo act on the models that the last change in the register affected.
 */
export const useRegisterHistory = (scope: RegisterScope): void => {
  const changed = useChanged((state) => state.modelIds);
  const modelIds = scope.kind === 'threatModel' ? [scope.id] : changed;
  useHistoryCommands(modelIds[0] ?? null, (direction) => void stepModelsHere(modelIds, direction));
};
