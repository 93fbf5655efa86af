import { Button } from '@mantine/core';
import { Eye, RotateCcw } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CanvasVersion } from '#shared/desktop/versions.ts';
import { RowMenuButton } from '../collections/row-menu-button.tsx';
import { pointBelow, type Point } from '../ui/menu-at.tsx';
import { NameField } from '../ui/name-field.tsx';
import { fullTime, relativeTime } from '../ui/relative-time.ts';
import { reasonIcons } from './reason-icons.ts';
import { useFocusBack } from './use-focus-back.ts';
import { versionName } from './version-name.ts';
import { VersionSize } from './version-size.tsx';
import classes from './history-view.module.css';

export type VersionActions = {
  compare: () => void;
  preview: () => void;
  restore: () => void;
  startNaming: () => void;
  remove: () => void;
};

type Props = {
  version: CanvasVersion;
  now: number;
  /** Tab stops at one row; the arrow keys lead to the others. */
  hasTabStop: boolean;
  isNamed: boolean;
  isMenuOpen: boolean;
  actions: VersionActions;
  onFocus: () => void;
  onMenu: (at: Point) => void;
  onNameEnd: () => void;
  rename: (title: string) => void;
};

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

const step = (event: KeyboardEvent): void => {
  const to = steps[event.key];
  const list = event.currentTarget.closest('ul');
  if (!to || !list) return;
  event.preventDefault();
  const rows = [...list.querySelectorAll<HTMLElement>('[data-version]')];
  const at = rows.findIndex((row) => row === event.currentTarget);
  rows[to(at, rows.length - 1)]?.focus();
};

/** A point of the history: pressed, it is compared with the present. */
export const VersionRow = ({ version, now, hasTabStop, actions, ...props }: Props) => {
  const { t, i18n } = useTranslation('versions');
  const { title, reason, madeAt, nodes, flows } = version;
  const Icon = reasonIcons[reason];
  const tabIndex = hasTabStop ? 0 : -1;
  const main = useFocusBack(props.isNamed);
  const keys: Partial<Record<string, () => void>> = {
    F2: actions.startNaming,
    Delete: actions.remove,
    Backspace: actions.remove,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const run = keys[event.key];
    if (!run) return step(event);
    event.preventDefault();
    run();
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>): void => {
    event.preventDefault();
    const { button, clientX: x, clientY: y, currentTarget } = event;
    props.onMenu(button === 2 ? { x, y } : pointBelow(currentTarget));
  };

  if (props.isNamed) {
    return (
      <li className={classes.row}>
        <Icon aria-hidden size={14} />
        <span className={classes.field}>
          <NameField
            isNew={title === null}
            label={t('name-of', { time: fullTime(madeAt, i18n.language) })}
            name={title ?? t('new-name', { time: fullTime(madeAt, i18n.language) })}
            onDone={props.onNameEnd}
            rename={props.rename}
          />
        </span>
      </li>
    );
  }
  return (
    <li className={classes.row} data-menu-open={props.isMenuOpen || undefined}>
      <button
        className={classes.main}
        data-version
        onClick={actions.compare}
        onContextMenu={onContextMenu}
        onFocus={props.onFocus}
        onKeyDown={onKeyDown}
        ref={main}
        tabIndex={tabIndex}
        type="button"
      >
        <Icon aria-hidden size={14} />
        <span className={classes.name} data-automatic={title === null || undefined} dir="auto">
          {title ?? t(`reason.${reason}`)}
        </span>
        <time className={classes.time} dateTime={madeAt} title={fullTime(madeAt, i18n.language)}>
          {relativeTime(madeAt, now, i18n.language)}
        </time>
        <span className={classes.counts}>{t('counts', { nodes, flows })}</span>
      </button>
      <VersionSize version={version} />
      <span className={classes.actions}>
        <Button
          className={classes.shortcut}
          leftSection={<Eye size={14} />}
          onClick={actions.preview}
          size="xs"
          tabIndex={tabIndex}
          variant="subtle"
        >
          {t('menu.preview')}
        </Button>
        <Button
          className={classes.shortcut}
          leftSection={<RotateCcw size={14} />}
          onClick={actions.restore}
          size="xs"
          tabIndex={tabIndex}
          variant="subtle"
        >
          {t('menu.restore')}
        </Button>
        <RowMenuButton
          isOpen={props.isMenuOpen}
          onMenu={props.onMenu}
          tabIndex={tabIndex}
          title={versionName(version)}
        />
      </span>
    </li>
  );
};
