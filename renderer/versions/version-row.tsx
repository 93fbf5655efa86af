import { Button } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  BadgeCheck,
  Bookmark,
  Eye,
  FolderOpen,
  GitMerge,
  Layers,
  Pencil,
  RotateCcw,
  ShieldAlert,
  type LucideIcon,
} from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import type { CanvasVersion, VersionReason } from '#shared/desktop/versions.ts';
import { language } from '#shared/locales/texts.ts';
import { differenceKindList, differenceKinds } from '../canvas/compare/difference-marks.tsx';
import { queries } from '../kernel/desktop/desktop.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { NameField } from '../ui/fields/name-field.tsx';
import { useFocusBack } from '../ui/focus.ts';
import { pointBelow, RowMenuButton, type Point } from '../ui/menu-at.tsx';
import { fullTime, relativeTime } from '../ui/relative-time.ts';
import { versionName } from './version-changes.tsx';
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
  /**
   * True if Tab leads to this row. The list has one such row, and the arrow keys lead to the other rows.
   */
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

/** A version in the list. A click compares the version with the current canvas. */
export const VersionRow = ({ version, now, hasTabStop, actions, ...props }: Props) => {
  const { t } = useTranslation('versions');
  const { t: tCollections } = useTranslation('collections');
  const { title, reason, madeAt, madeBy, nodes, flows, threats } = version;
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
            label={t('name-of', { time: fullTime(madeAt, language()) })}
            name={title ?? t('new-name', { time: fullTime(madeAt, language()) })}
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
        {madeBy !== null && (
          <span className={classes.by} dir="auto">
            {t('made-by', { name: madeBy })}
          </span>
        )}
        <time className={classes.time} dateTime={madeAt} title={fullTime(madeAt, language())}>
          {relativeTime(madeAt, now, language())}
        </time>
        <span className={classes.counts}>
          {t(threats === null ? 'counts' : 'counts-with-threats', {
            nodes: t('nodes', { count: nodes }),
            flows: t('flows', { count: flows }),
            threats: t('threats', { count: threats ?? 0 }),
          })}
        </span>
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
          label={tCollections('actions-of', { title: versionName(version) })}
          onMenu={props.onMenu}
          tabIndex={tabIndex}
        />
      </span>
    </li>
  );
};

/**
 * The maximum number of elements and threats of a version whose changes are counted. The thread that
 * reads the store handles one query at a time, so a larger comparison would delay other queries too
 * long.
 */
const maxCompared = 6000;

/** The number of changes since a version, computed only while the row is visible. */
const VersionSize = ({ version: { id, nodes, flows, threats } }: { version: CanvasVersion }) => {
  const { t } = useTranslation('versions');
  const { ref, entry } = useIntersection();
  const { data } = useQuery(
    queries.versions.size.queryOptions({
      input: { id },
      enabled: entry?.isIntersecting === true && nodes + flows + (threats ?? 0) <= maxCompared,
    }),
  );
  const counts = data
    ? differenceKindList.map((kind) => ({ kind, count: data[kind] })).filter((each) => each.count)
    : null;
  return (
    <span className={classes.size} ref={ref}>
      {counts?.length === 0 && data?.threats === 0 && (
        <span className={classes.same}>{t('size.none')}</span>
      )}
      {counts?.map(({ kind, count }) => {
        const { icon: Icon } = differenceKinds[kind];
        const words = t(`size.${kind}`, { count });
        return (
          <span className={classes.kind} data-difference={kind} key={kind} title={words}>
            <Icon aria-label={words} role="img" size={11} strokeWidth={2.5} />
            <span aria-hidden>{count}</span>
          </span>
        );
      })}
      {data !== undefined && data.threats > 0 && (
        <span className={classes.kind} title={t('size.threats', { count: data.threats })}>
          <ShieldAlert
            aria-label={t('size.threats', { count: data.threats })}
            role="img"
            size={11}
            strokeWidth={2.5}
          />
          <span aria-hidden>{data.threats}</span>
        </span>
      )}
    </span>
  );
};

/** The icon for each reason why a version was saved. */
const reasonIcons: Record<VersionReason, LucideIcon> = {
  named: Bookmark,
  reviewed: BadgeCheck,
  opened: FolderOpen,
  work: Pencil,
  beforeLarge: Layers,
  beforeMerge: GitMerge,
  beforeRestore: RotateCcw,
};
