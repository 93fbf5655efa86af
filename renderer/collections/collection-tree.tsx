import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuAt, pointBelow, type Point } from '../ui/menu-at.tsx';
import { useMenuAt } from '../ui/use-menu-at.ts';
import { applyWorkspaceChange } from './apply-workspace-change.tsx';
import { TreeRowView } from './tree-row-view.tsx';
import { treeRows, treeStep, type TreeKey, type TreeRow } from './tree-rows.ts';
import { useDelete } from './use-delete.ts';
import { useOpenModel } from './use-open-model.ts';
import type { CollectionEntry } from './use-overview.ts';
import { usePlace } from './use-place.ts';
import { useRecordEntries } from './use-record-entries.tsx';
import { renameRecord } from './workspace-changes.ts';
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

/** Collections with their threat models, one of which has the tab stop at a time. */
export const CollectionTree = ({ overview }: { overview: readonly CollectionEntry[] }) => {
  const { t } = useTranslation('collections');
  const { model } = usePlace();
  const openModel = useOpenModel();
  const remove = useDelete();
  const tree = useRef<HTMLDivElement>(null);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const [tabStop, setTabStop] = useState<string | null>(null);
  const [renamed, setRenamed] = useState<string | null>(null);
  const entriesOf = useRecordEntries(({ entry }) => setRenamed(entry.id));
  const menu = useMenuAt<TreeRow>();

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
      Delete: () => remove(row.record),
    };
    actions[key]?.();
    return key in actions;
  };

  const onKeyDown = (row: TreeRow, event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (act(row, event.key)) event.preventDefault();
  };

  const openMenu = (row: TreeRow, element: Element, at: Point | null): void => {
    setTabStop(row.id);
    menu.open(row, at ?? pointBelow(element));
  };

  return (
    <div aria-label={t('tree')} className={classes.tree} ref={tree} role="tree">
      {rows.map((row) => (
        <TreeRowView
          hasTabStop={row.id === stop}
          isCurrent={row.id === model?.id}
          isMenuOpen={row.id === menu.item?.id}
          isRenamed={row.id === renamed}
          key={row.id}
          onActivate={() => activate(row)}
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
