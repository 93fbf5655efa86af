import { ChartColumn, ShieldAlert } from 'lucide-react';
import { useFileEntries } from '../files/export-file.tsx';
import { useCommand } from '../kernel/commands/use-command.ts';
import { openOverview, openRegister } from '../kernel/workspace/location.ts';
import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import type { NamedRecord } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import type { MenuEntry } from '../ui/menu-at.tsx';

/** Returns the menu entries for the pages and the files of a collection or model. */
export const usePageEntries = (): ((record: NamedRecord) => MenuEntry[]) => {
  const { t } = useTranslation('overview');
  const filesOf = useFileEntries();
  return (record) => {
    const { kind, entry } = record;
    const scope = { kind, id: entry.id };
    return [
      {
        key: 'register',
        label: t('register'),
        icon: <ShieldAlert />,
        run: () => openRegister(scope),
      },
      {
        key: 'overview',
        label: t('overview'),
        icon: <ChartColumn />,
        run: () => openOverview(scope),
      },
      ...filesOf(record),
    ];
  };
};

/**
 * Registers the commands that open the register of all models, and the register and the overview of the
 * open model.
 */
export const usePageCommands = (): void => {
  const { model } = useWorkspaceLocation();
  const scope = model ? ({ kind: 'threatModel', id: model.id } as const) : null;
  const enabled = scope !== null;
  useCommand('view.register', { run: () => openRegister() });
  useCommand('view.model-register', {
    enabled,
    run: () => {
      if (scope) openRegister(scope);
    },
  });
  useCommand('view.model-overview', {
    enabled,
    run: () => {
      if (scope) openOverview(scope);
    },
  });
};
