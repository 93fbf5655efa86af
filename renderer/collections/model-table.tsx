import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuAt, type Point } from '../ui/menu-at.tsx';
import { useMenuAt } from '../ui/use-menu-at.ts';
import { applyWorkspaceChange } from './apply-workspace-change.tsx';
import { CollectionRow } from './collection-row.tsx';
import { ModelRow } from './model-row.tsx';
import type { NamedRecord } from './record.ts';
import type { CollectionEntry } from './use-overview.ts';
import { useRecordEntries } from './use-record-entries.tsx';
import { renameRecord } from './workspace-changes.ts';
import classes from './model-table.module.css';

/** What a row of the table can do; the table holds which one is renamed or has its menu open. */
export type RowActions = {
  isRenamed: boolean;
  isMenuOpen: boolean;
  onMenu: (at: Point) => void;
  onRename: (title: string) => void;
  onRenameStart: () => void;
  onRenameEnd: () => void;
};

/** One table of all collections, so that the columns are the same in all of them. */
export const ModelTable = ({ collections }: { collections: readonly CollectionEntry[] }) => {
  const { t } = useTranslation('collections');
  const [renamed, setRenamed] = useState<string | null>(null);
  const entriesOf = useRecordEntries(({ entry }) => setRenamed(entry.id));
  const menu = useMenuAt<NamedRecord>();

  const actionsOf = (record: NamedRecord): RowActions => ({
    isRenamed: renamed === record.entry.id,
    isMenuOpen: menu.item?.entry.id === record.entry.id,
    onMenu: (at) => menu.open(record, at),
    onRename: (title) =>
      void applyWorkspaceChange(renameRecord(record.kind, record.entry.id, title)),
    onRenameStart: () => setRenamed(record.entry.id),
    onRenameEnd: () => setRenamed(null),
  });

  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th className={classes.name}>{t('column.name')}</th>
            <th className={classes.status}>{t('column.status')}</th>
            <th className={classes.number}>{t('column.components')}</th>
            <th className={classes.number}>{t('column.threats')}</th>
            <th className={classes.changed}>{t('column.changed')}</th>
            <th className={classes.actions}>
              <VisuallyHidden>{t('column.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        {collections.map((collection) => (
          <tbody key={collection.id}>
            <CollectionRow
              collection={collection}
              {...actionsOf({ kind: 'collection', entry: collection })}
            />
            {collection.models.map((model) => (
              <ModelRow
                key={model.id}
                model={model}
                {...actionsOf({ kind: 'threatModel', entry: model })}
              />
            ))}
          </tbody>
        ))}
      </table>
      <MenuAt
        at={menu.at}
        entries={menu.item ? entriesOf(menu.item) : []}
        label={t('actions-of', { title: menu.item?.entry.title ?? '' })}
        onClose={menu.close}
      />
    </>
  );
};
