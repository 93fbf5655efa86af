import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChevronRight, PanelLeft, PanelRight, Redo2, Search, Undo2 } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { CommandButton } from '../kernel/commands/command-controls.tsx';
import { commandOf } from '../kernel/commands/commands.ts';
import { useShortcutsOf } from '../kernel/commands/shortcut-choices.ts';
import { runCommand } from '../kernel/commands/use-command.ts';
import { usePanelShown } from '../kernel/panels/panels.ts';
import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { ConnectionSwitcher } from '../settings/connection-switcher.tsx';
import { SyncIndicator } from '../sync/sync-indicator.tsx';
import { Keys } from '../ui/keys.tsx';
import classes from './title-bar.module.css';

export const TitleBar = () => {
  const { t } = useTranslation();
  const hasSidebar = usePanelShown('sidebar');
  return (
    <section aria-label={t('title-bar.label')} className={classes.bar} data-region>
      <div className={classes.start}>
        <span className={classes.toggle} data-tour="sidebar">
          <CommandButton command="view.toggle-sidebar" icon={<PanelLeft />} pressed={hasSidebar} />
        </span>
        {/* Undo and Redo come before all parts of varying width, so that they do not move. */}
        <CommandButton command="edit.undo" icon={<Undo2 />} />
        <CommandButton command="edit.redo" icon={<Redo2 />} />
        <ConnectionSwitcher />
        <Breadcrumb />
      </div>
      <SearchButton />
      <div className={classes.end}>
        <SyncIndicator />
        <InspectorToggle />
      </div>
    </section>
  );
};

const InspectorToggle = () => {
  const { canvas } = useWorkspaceLocation();
  const hasInspector = usePanelShown('inspector');
  if (!canvas) return null;
  return (
    <span className={classes.toggle} data-tour="inspector">
      <CommandButton command="view.toggle-inspector" icon={<PanelRight />} pressed={hasInspector} />
    </span>
  );
};

/** A button that looks like the search field that it opens. */
const SearchButton = () => {
  const { t } = useTranslation();
  const [shortcut] = useShortcutsOf().shortcutsOf(commandOf('view.palette-commands'));
  return (
    <UnstyledButton
      className={classes.search}
      data-tour="search"
      onClick={() => runCommand('view.palette-commands')}
    >
      <Search aria-hidden size={14} />
      <span>{t('title-bar.search')}</span>
      {shortcut && <Keys shortcut={shortcut} />}
    </UnstyledButton>
  );
};

/**
 * The path to the open page: collection, model, and canvas. The collection is a link to the home page.
 */
const Breadcrumb = () => {
  const { t } = useTranslation();
  const { collection, model, canvas } = useWorkspaceLocation();

  const steps: { key: string; title: string; step: ReactNode }[] = [];
  if (collection && model) {
    steps.push(
      {
        key: 'collection',
        title: collection.title,
        step: (
          <Link aria-label={collection.title} to="/">
            {collection.title}
          </Link>
        ),
      },
      {
        key: 'model',
        title: model.title,
        step: <strong aria-current={canvas ? undefined : 'page'}>{model.title}</strong>,
      },
    );
  }
  if (canvas) {
    const step = <span aria-current="page">{canvas.title}</span>;
    steps.push({ key: 'canvas', title: canvas.title, step });
  }

  return (
    <nav aria-label={t('title-bar.breadcrumb')} className={classes.breadcrumb}>
      {steps.length === 0 && <strong>{t('name')}</strong>}
      {steps.map(({ key, title, step }, index) => (
        <Fragment key={key}>
          {index > 0 && <ChevronRight aria-hidden className={classes.separator} size={14} />}
          <span className={classes.step} data-step={key} dir="auto" title={title}>
            {step}
          </span>
        </Fragment>
      ))}
    </nav>
  );
};
