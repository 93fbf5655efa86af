import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { ChevronRight, CloudDownload, Ellipsis, Folder, Waypoints } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { applyWorkspaceChange } from '../kernel/workspace/apply-workspace-change.tsx';
import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import { renameRecord } from '../kernel/workspace/workspace-changes.ts';
import type { CollectionEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { NameField } from '../ui/fields/name-field.tsx';
import { MenuAt, pointBelow, useMenuAt, type Point } from '../ui/menu-at.tsx';
import { dragOf, useModelDrop } from './model-drag.ts';
import {
  modelsOf,
  selectByClick,
  selectModels,
  selectNone,
  selectRange,
  toggleSelected,
  useSelectedModels,
} from './model-selection.ts';
import { treeRows, treeStep, type TreeKey, type TreeRow } from './tree-rows.ts';
import { useModelActions } from './use-model-actions.ts';
import { useDelete, useOpenModel, useRecordEntries } from './use-record-entries.tsx';
import classes from './collection-tree.module.css';

const treeKeys: Record<string, TreeKey> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

const treeKeyOf = (key: string): TreeKey | undefined => {
  const [forward, back] =
    document.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  if (key === forward) return 'forward';
  if (key === back) return 'back';
  return treeKeys[key];
};

/** The collections with their threat models, as a tree with one Tab stop. */
export const CollectionTree = ({ overview }: { overview: readonly CollectionEntry[] }) => {
  const { t } = useTranslation('collections');
  const { model } = useWorkspaceLocation();
  const openModel = useOpenModel();
  const remove = useDelete();
  const tree = useRef<HTMLDivElement>(null);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [tabStop, setTabStop] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const entriesOf = useRecordEntries(({ entry }) => setRenamed(entry.id));
  const menu = useMenuAt<TreeRow>();
  const { remove: removeModels } = useModelActions();
  const selected = useSelectedModels(({ ids }) => ids);
  const { over, dropOf } = useModelDrop();

  const rows = treeRows(overview, collapsed);
  const stop = [tabStop, model?.id].find((id) => rows.some((row) => row.id === id)) ?? rows[0]?.id;

  const focusRow = (id: string): void => {
    setTabStop(id);
    tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus();
  };

  const toggle = (id: string, open: boolean): void =>
    setCollapsed((before) => {
      const next = new Set(before);
      if (open) next.delete(id);
      else next.add(id);
      return next;
    });

  const modelIds = rows.filter(({ level }) => level === 2).map(({ id }) => id);

  /**
   * Handles the keys that change the selection of models: Shift and an arrow, Ctrl and Space, Ctrl and
   * A, Escape. Returns false for any other key.
   */
  const select = (row: TreeRow, { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
    const isModel = row.record.kind === 'threatModel';
    const withCommand = ctrlKey || metaKey;
    if (withCommand && key.toLowerCase() === 'a') selectModels(modelIds);
    else if (withCommand && key === ' ' && isModel) toggleSelected(row.id);
    else if (key === 'Escape' && selected.size > 0) selectNone();
    else if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
      if (isModel && selected.size === 0) toggleSelected(row.id);
      const step = treeStep(rows, row.id, key === 'ArrowDown' ? 'down' : 'up');
      if (!step || !('focus' in step)) return true;
      focusRow(step.focus);
      if (modelIds.includes(step.focus)) selectRange(modelIds, step.focus);
    } else return false;
    return true;
  };

  const click = (row: TreeRow, event: MouseEvent): void => {
    const isModel = row.record.kind === 'threatModel';
    if (isModel && selectByClick(event, modelIds, row.id)) {
      setTabStop(row.id);
      return;
    }
    selectNone();
    activate(row);
  };

  const removeRow = ({ id, record }: TreeRow): void => {
    if (selected.size > 1 && selected.has(id)) removeModels(modelsOf(overview, selected));
    else remove(record);
  };

  const activate = ({ id, record, isExpanded }: TreeRow): void => {
    setTabStop(id);
    if (record.kind === 'threatModel') openModel(record.entry);
    else toggle(id, isExpanded === false);
  };

  const act = (row: TreeRow, key: string): boolean => {
    const treeKey = treeKeyOf(key);
    if (treeKey) {
      const step = treeStep(rows, row.id, treeKey);
      if (step && 'focus' in step) focusRow(step.focus);
      else if (step) toggle(row.id, 'expand' in step);
      return true;
    }
    const actions: Record<string, () => void> = {
      Enter: () => activate(row),
      ' ': () => activate(row),
      F2: () => setRenamed(row.id),
      Delete: () => removeRow(row),
    };
    actions[key]?.();
    return key in actions;
  };

  const onKeyDown = (row: TreeRow, event: KeyboardEvent): void => {
    if (select(row, event)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (act(row, event.key)) event.preventDefault();
  };

  const openMenu = (row: TreeRow, element: Element, at: Point | null): void => {
    setTabStop(row.id);
    if (!selected.has(row.id)) selectNone();
    menu.open(row, at ?? pointBelow(element));
  };

  return (
    <div
      aria-label={t('tree')}
      aria-multiselectable
      className={classes.tree}
      ref={tree}
      role="tree"
    >
      {rows.map((row) => (
        <TreeRowView
          drag={row.level === 2 ? dragOf(row.id) : {}}
          drop={dropOf(row.parentId ?? row.id)}
          isDropTarget={row.id === over}
          isSelected={selected.size > 0 ? selected.has(row.id) : row.id === model?.id}
          hasTabStop={row.id === stop}
          isCurrent={row.id === model?.id}
          isMenuOpen={row.id === menu.item?.id}
          isRenamed={row.id === renamed}
          key={row.id}
          onClick={(event) => click(row, event)}
          onKeyDown={(event) => onKeyDown(row, event)}
          onMenu={(element, at) => openMenu(row, element, at)}
          onRename={(title) =>
            void applyWorkspaceChange(renameRecord(row.record.kind, row.id, title))
          }
          onRenameStart={() => setRenamed(row.id)}
          onRenameEnd={() => {
            setRenamed(null);
            focusRow(row.id);
          }}
          row={row}
        />
      ))}
      <MenuAt
        at={menu.at}
        entries={menu.item ? entriesOf(menu.item.record) : []}
        label={t('actions-of', { title: menu.item?.record.entry.title ?? '' })}
        onClose={menu.close}
      />
    </div>
  );
};

type TreeRowViewProps = {
  row: TreeRow;
  isCurrent: boolean;
  hasTabStop: boolean;
  isRenamed: boolean;
  isMenuOpen: boolean;
  isSelected: boolean;
  /** True while dragged models are over the collection. */
  isDropTarget: boolean;
  drag: Partial<ReturnType<typeof dragOf>>;
  drop: ReturnType<ReturnType<typeof useModelDrop>['dropOf']>;
  onClick: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** `at` is the position of the pointer, or `null` if a key opened the menu. */
  onMenu: (element: Element, at: Point | null) => void;
  onRename: (title: string) => void;
  onRenameStart: () => void;
  onRenameEnd: () => void;
};

const TreeRowView = ({ row, ...props }: TreeRowViewProps) => {
  const { t } = useTranslation('collections');
  const { entry, kind } = row.record;
  const threats = t('open-threats', { count: row.openThreatCount });
  return (
    <div
      aria-current={props.isCurrent ? 'page' : undefined}
      aria-expanded={row.isExpanded ?? undefined}
      aria-level={row.level}
      aria-selected={props.isSelected}
      className={classes.row}
      data-collection={row.parentId ?? row.id}
      data-drop-target={props.isDropTarget || undefined}
      data-menu-open={props.isMenuOpen || undefined}
      data-row={row.id}
      draggable={row.level === 2 && !props.isRenamed}
      {...props.drag}
      {...props.drop}
      onClick={props.onClick}
      onContextMenu={(event) => {
        event.preventDefault();
        // The menu key fires `contextmenu` too, but with another button and without a pointer position.
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
      {/* Only the pointer needs this button, because the menu key opens the same menu. So the button has
          no Tab stop. */}
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
  record.kind === 'threatModel' && !record.entry.isDownloaded;
