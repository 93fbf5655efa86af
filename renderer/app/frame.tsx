import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CreateDialog } from '../collections/create-dialog.tsx';
import { Sidebar } from '../collections/sidebar.tsx';
import { DropTarget } from '../exports/drop-target.tsx';
import { ImportDialog } from '../exports/import-dialog.tsx';
import { useExportCommands } from '../exports/use-export-commands.ts';
import { ConnectionsDialog } from '../settings/connections-dialog.tsx';
import { useAppearanceCommands } from '../settings/use-appearance-commands.ts';
import { useConnectionCommands } from '../settings/use-connection-commands.ts';
import { ConflictDialog } from '../sync/conflict-dialog.tsx';
import { SettleDialog } from '../sync/settle-dialog.tsx';
import { useSync } from '../sync/use-sync.ts';
import { CompareDialog } from '../versions/compare-dialog.tsx';
import { CommandPalette } from './command-palette.tsx';
import { Panel } from './panel.tsx';
import { togglePanel } from './panels.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { StatusBar } from './status-bar.tsx';
import { TitleBar } from './title-bar.tsx';
import { useCommand } from './use-command.ts';
import { useNativeMenu } from './use-native-menu.ts';
import { useNews } from './use-news.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useTypingAhead } from './use-typing-ahead.ts';
import { useWindowTitle } from './use-window-title.ts';
import classes from './frame.module.css';

/** What stands around every page. */
export const Frame = () => {
  const { t } = useTranslation();
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content" onClick={focusContent}>
        {t('skip-to-content')}
      </a>
      <TitleBar />
      <div className={classes.body}>
        <Panel
          id="sidebar"
          label={t('sidebar.label')}
          resizeLabel={t('sidebar.resize')}
          side="start"
        >
          <Sidebar />
        </Panel>
        <main className={classes.content} id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <StatusBar />
      <CommandPalette />
      <ShortcutsDialog />
      <CreateDialog />
      <ImportDialog />
      <ConnectionsDialog />
      <ConflictDialog />
      <SettleDialog />
      <CompareDialog />
      <DropTarget />
      <WindowCommands />
    </div>
  );
};

/**
 * What the window does without showing anything. Apart from the frame: which commands can be run
 * changes with each edit, and all that stands around the page would be rendered anew by it.
 */
const WindowCommands = () => {
  useNews();
  useSync();
  useShortcuts();
  useTypingAhead();
  useNativeMenu();
  useWindowTitle();
  useExportCommands();
  useAppearanceCommands();
  useConnectionCommands();
  useCommand('view.toggle-sidebar', { run: () => void togglePanel('sidebar') });
  return null;
};

/** The part behind # is where the router keeps its location, so it cannot be a place on the page. */
const focusContent = (event: { preventDefault: () => void }): void => {
  event.preventDefault();
  document.getElementById('content')?.focus();
};
