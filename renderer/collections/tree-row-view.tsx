import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { ChevronRight, CloudDownload, Ellipsis, Folder, Waypoints } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { pointBelow, type Point } from '../ui/menu-at.tsx';
import { NameField } from '../ui/name-field.tsx';
import type { TreeRow } from './tree-rows.ts';
import classes from './collection-tree.module.css';

type TreeRowViewProps = {
  row: TreeRow;
  isCurrent: boolean;
  hasTabStop: boolean;
  isRenamed: boolean;
  isMenuOpen: boolean;
  onActivate: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** `at` is `null` when the menu was asked for by a key. */
  onMenu: (element: Element, at: Point | null) => void;
  onRename: (title: string) => void;
  onRenameStart: () => void;
  onRenameEnd: () => void;
};

export const TreeRowView = ({ row, ...props }: TreeRowViewProps) => {
  const { t } = useTranslation('collections');
  const { entry, kind } = row.record;
  const threats = t('open-threats', { count: row.openThreatCount });
  return (
    <div
      aria-current={props.isCurrent ? 'page' : undefined}
      aria-expanded={row.isExpanded ?? undefined}
      aria-level={row.level}
      aria-selected={props.isCurrent}
      className={classes.row}
      data-menu-open={props.isMenuOpen || undefined}
      data-row={row.id}
      onClick={props.onActivate}
      onContextMenu={(event) => {
        event.preventDefault();
        // The menu key reports no place of a pointer.
        const byKey = event.button !== 2;
        props.onMenu(event.currentTarget, byKey ? null : { x: event.clientX, y: event.clientY });
      }}
      onDoubleClick={kind === 'collection' ? props.onRenameStart : undefined}
      onKeyDown={props.onKeyDown}
      role="treeitem"
      tabIndex={props.hasTabStop ? 0 : -1}
    >
      <span aria-hidden className={classes.icon}>
        {kind === 'collection' ? (
          <>
            <ChevronRight className={classes.chevron} data-open={row.isExpanded === true} />
            <Folder color={entry.color ?? 'currentColor'} />
          </>
        ) : (
          <Waypoints />
        )}
      </span>
      {props.isRenamed ? (
        <NameField
          label={t('name-of', { title: entry.title })}
          name={entry.title}
          onDone={props.onRenameEnd}
          rename={props.onRename}
        />
      ) : (
        <span className={classes.title} dir="auto">
          {entry.title}
        </span>
      )}
      {isElsewhere(row) && !props.isRenamed && (
        <span className={classes.count} title={t('not-here')}>
          <CloudDownload aria-hidden size={13} />
          <VisuallyHidden>{t('not-here')}</VisuallyHidden>
        </span>
      )}
      {row.openThreatCount > 0 && !props.isRenamed && (
        <span className={classes.count} title={threats}>
          <span aria-hidden>{row.openThreatCount}</span>
          <VisuallyHidden>{threats}</VisuallyHidden>
        </span>
      )}
      {/* For the pointer only: the menu key and F2 do the same, and have no second tab stop. */}
      <ActionIcon
        aria-hidden
        className={classes.more}
        onClick={(event) => {
          event.stopPropagation();
          props.onMenu(event.currentTarget, pointBelow(event.currentTarget));
        }}
        size={20}
        tabIndex={-1}
      >
        <Ellipsis size={14} />
      </ActionIcon>
    </div>
  );
};

const isElsewhere = ({ record }: TreeRow): boolean =>
  record.kind === 'threatModel' && !record.entry.isHere;
