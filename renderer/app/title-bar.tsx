import { UnstyledButton } from '@mantine/core';
import { PanelLeft, PanelRight, Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePlace } from '../collections/use-place.ts';
import { ConnectionSwitcher } from '../settings/connection-switcher.tsx';
import { SyncIndicator } from '../sync/sync-indicator.tsx';
import { Keys } from '../ui/keys.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { CommandButton } from './command-button.tsx';
import { commandOf } from './commands.ts';
import { usePanelShown } from './panels.ts';
import { runCommand } from './use-command.ts';
import classes from './title-bar.module.css';

export const TitleBar = () => {
  const { t } = useTranslation();
  const { canvas } = usePlace();
  const hasSidebar = usePanelShown('sidebar');
  const hasInspector = usePanelShown('inspector');
  return (
    <section aria-label={t('title-bar.label')} className={classes.bar}>
      <div className={classes.start}>
        <CommandButton command="view.toggle-sidebar" icon={<PanelLeft />} pressed={hasSidebar} />
        <ConnectionSwitcher />
        <Breadcrumb />
      </div>
      <SearchButton />
      <div className={classes.end}>
        <SyncIndicator />
        {canvas && (
          <CommandButton
            command="view.toggle-inspector"
            icon={<PanelRight />}
            pressed={hasInspector}
          />
        )}
      </div>
    </section>
  );
};

/** Looks like the field that opens when it is used. */
const SearchButton = () => {
  const { t } = useTranslation();
  const [shortcut] = commandOf('view.palette-commands').shortcuts;
  return (
    <UnstyledButton className={classes.search} onClick={() => runCommand('view.palette-commands')}>
      <Search aria-hidden size={14} />
      <span>{t('title-bar.search')}</span>
      {shortcut && <Keys shortcut={shortcut} />}
    </UnstyledButton>
  );
};
