import { skipToken, useQuery } from '@tanstack/react-query';
import { changeLabel } from '../../locales/change-label.ts';
import { useCommand } from '../commands/use-command.ts';
import { queries } from '../desktop/desktop.ts';

/**
 * Registers undo and redo for the history of a model or of the workspace. `scope` is `null` until it is
 * known.
 */
export const useHistoryCommands = (
  scope: string | null,
  step: (direction: 'undo' | 'redo') => void,
): void => {
  const { data } = useQuery(
    queries.changes.history.queryOptions({ input: scope === null ? skipToken : { scope } }),
  );
  const actionOf = (direction: 'undo' | 'redo') => {
    const label = data?.[direction];
    return {
      run: () => step(direction),
      idle: typeof label !== 'string',
      detail: typeof label === 'string' ? changeLabel(label) : undefined,
    };
  };
  useCommand('edit.undo', actionOf('undo'));
  useCommand('edit.redo', actionOf('redo'));
};
