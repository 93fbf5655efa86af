import { UnstyledButton } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CreateDialog } from '../collections/create-dialog.tsx';
import { MoveModels } from '../collections/move-models.tsx';
import { Sidebar } from '../collections/sidebar.tsx';
import { MoreRecordEntries } from '../collections/use-record-entries.tsx';
import { DropTarget } from '../files/drop-target.tsx';
import { ExportDialog } from '../files/export-dialog.tsx';
import { useExportCommands } from '../files/export-file.tsx';
import { ImportDialog } from '../files/import-dialog.tsx';
import { PrintDialog, usePrintCommand } from '../files/print-dialog.tsx';
import { useExtensionUpdates } from '../kernel/codex/extensions.ts';
import { useCommand } from '../kernel/commands/use-command.ts';
import { Panel } from '../kernel/panels/panel.tsx';
import { usePanelCommand } from '../kernel/panels/use-panel-command.ts';
import { openCodex, openPeople } from '../kernel/workspace/location.ts';
import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import { showRegister } from '../kernel/workspace/wanted-register.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { AccessDialog, useAccessEntries } from '../people/access-dialog.tsx';
import { SettingsDialog } from '../settings/settings-dialog.tsx';
import {
  useAppearanceCommands,
  useConnectionCommands,
} from '../settings/use-connection-commands.tsx';
import { useUpdateNotices } from '../settings/use-updates.tsx';
import { ConflictDialog } from '../sync/conflict-dialog.tsx';
import { HoldDialog } from '../sync/sync-hold.tsx';
import { SyncSummary } from '../sync/sync-indicator.tsx';
import { useSync } from '../sync/use-sync.ts';
import { CompareDialog } from '../versions/compare-dialog.tsx';
import { CommandPalette } from './command-palette.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { ImportReview } from './import-review.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { TitleBar } from './title-bar.tsx';
import { Tour } from './tour.tsx';
import { useNativeMenu } from './use-native-menu.ts';
import { usePageCommands, usePageEntries } from './use-record-pages.tsx';
import { useRegionCommands } from './use-region-commands.ts';
import { useShortcuts, useTypingAhead } from './use-shortcuts.ts';
import classes from './frame.module.css';

/** The layout around every page. */
export const Frame = () => {
  const { t } = useTranslation();
  const [pageEntries, accessEntries] = [usePageEntries(), useAccessEntries()];
  return (
    <MoreRecordEntries value={(record) => [...pageEntries(record), ...accessEntries(record)]}>
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
        <HelpDialog />
        <Tour />
        <CreateDialog />
        <MoveModels />
        <ImportDialog review={ImportReview} />
        <ExportDialog />
        <PrintDialog />
        <AccessDialog />
        <SettingsDialog />
        <ConflictDialog />
        <HoldDialog />
        <CompareDialog />
        <DropTarget />
        <WindowCommands />
      </div>
    </MoreRecordEntries>
  );
};

/**
 * Registers commands and listeners without showing anything. Each edit that changes the enabled commands
 * renders this component again. It is separate from the frame, so that the frame is not rendered with
 * it.
 */
const WindowCommands = () => {
  useExtensionUpdates();
  useSync();
  useShortcuts();
  useTypingAhead();
  useNativeMenu();
  useWindowTitle();
  useExportCommands();
  usePrintCommand();
  useAppearanceCommands();
  useConnectionCommands();
  useUpdateNotices();
  useRegionCommands();
  usePanelCommand('view.toggle-sidebar', 'sidebar');
  useCommand('view.codex', { run: openCodex });
  useCommand('view.people', { run: openPeople });
  usePageCommands();
  return null;
};

/**
 * Focuses the content instead of following the skip link, because the link would change the hash of the
 * URL, which the router uses.
 */
const focusContent = (event: { preventDefault: () => void }): void => {
  event.preventDefault();
  document.getElementById('content')?.focus();
};

const StatusBar = () => {
  const { t } = useTranslation();
  const { model } = useWorkspaceLocation();
  return (
    <footer aria-label={t('status-bar.label')} className={classes.bar} data-region>
      <SyncSummary />
      <span className={classes.space} />
      {model?.isDownloaded && (
        <>
          <span>{t('status-bar.components', { count: model.componentCount })}</span>
          <UnstyledButton
            className={classes.link}
            onClick={() =>
              showRegister({ kind: 'threatModel', id: model.id }, { status: ['open'] })
            }
          >
            {t('status-bar.open-threats', { count: model.openThreatCount })}
          </UnstyledButton>
        </>
      )}
    </footer>
  );
};

/**
 * Puts the title of the open model into the window title, which the system shows in its list of windows.
 */
const useWindowTitle = (): void => {
  const { t } = useTranslation();
  const { model } = useWorkspaceLocation();
  const name = t('name');
  const title = model ? `${model.title} – ${name}` : name;
  useEffect(() => {
    document.title = title;
  }, [title]);
};
