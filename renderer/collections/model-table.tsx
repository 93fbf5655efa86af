import { Checkbox, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Folder, HardDriveDownload } from 'lucide-react';
import { useState, type KeyboardEventHandler, type MouseEvent, type ReactNode } from 'react';
import { language } from '#shared/locales/texts.ts';
import { isOverdueModel } from '#shared/records/is-past.ts';
import { OpenThreats } from '../kernel/records/open-threats.tsx';
import { modelStatusText } from '../kernel/records/statuses.ts';
import { applyWorkspaceChange } from '../kernel/workspace/apply-workspace-change.tsx';
import { renameRecord } from '../kernel/workspace/workspace-changes.ts';
import type {
  CollectionEntry,
  ModelEntry,
  NamedRecord,
} from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { NameField } from '../ui/fields/name-field.tsx';
import { MenuAt, RowMenuButton, useMenuAt, type Point } from '../ui/menu-at.tsx';
import { dayText, fullTime, relativeTime, useNow } from '../ui/relative-time.ts';
import { dragOf, useModelDrop } from './model-drag.ts';
import {
  selectByClick,
  selectNone,
  selectRange,
  toggleSelected,
  useSelectedModels,
} from './model-selection.ts';
import { useOpenModel, useRecordEntries } from './use-record-entries.tsx';
import classes from './model-table.module.css';

/**
 * The state and the actions of a row. The table provides them, because at most one of its rows is being
 * renamed, and at most one has an open menu.
 */
type RowActions = {
  isRenamed: boolean;
  isMenuOpen: boolean;
  onMenu: (at: Point) => void;
  onRename: (title: string) => void;
  onRenameStart: () => void;
  onRenameEnd: () => void;
};

/** One table for all collections, so that all of them have the same column widths. */
export const ModelTable = ({ collections }: { collections: readonly CollectionEntry[] }) => {
  const { t } = useTranslation('collections');
  const [renamed, setRenamed] = useState<string | null>(null);
  const entriesOf = useRecordEntries(({ entry }) => setRenamed(entry.id));
  const menu = useMenuAt<NamedRecord>();
  const selected = useSelectedModels(({ ids }) => ids);
  const { over, dropOf } = useModelDrop();
  const modelIds = collections.flatMap(({ models }) => models.map(({ id }) => id));

  const actionsOf = (record: NamedRecord): RowActions => ({
    isRenamed: renamed === record.entry.id,
    isMenuOpen: menu.item?.entry.id === record.entry.id,
    onMenu: (at) => {
      if (!selected.has(record.entry.id)) selectNone();
      menu.open(record, at);
    },
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
            <th className={classes.components}>{t('column.components')}</th>
            <th className={classes.threats}>{t('column.threats')}</th>
            <th className={classes.changed}>{t('column.changed')}</th>
            <th className={classes.actions}>
              <VisuallyHidden>{t('column.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        {collections.map((collection) => (
          <tbody
            data-collection={collection.id}
            data-drop-target={collection.id === over || undefined}
            key={collection.id}
            {...dropOf(collection.id)}
          >
            <CollectionRow
              collection={collection}
              {...actionsOf({ kind: 'collection', entry: collection })}
            />
            {collection.models.map((model) => (
              <ModelRow
                isSelected={selected.has(model.id)}
                key={model.id}
                model={model}
                onSelect={(event) => selectByClick(event, modelIds, model.id)}
                onTick={(event) => {
                  if (event.shiftKey) selectRange(modelIds, model.id);
                  else toggleSelected(model.id);
                }}
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

type CollectionRowProps = RowActions & { collection: CollectionEntry };

const CollectionRow = ({ collection, ...row }: CollectionRowProps) => {
  const { t } = useTranslation('collections');
  const { title, color, models, keptOffline } = collection;
  return (
    <tr
      className={classes.collection}
      onContextMenu={(event) => {
        event.preventDefault();
        row.onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <th colSpan={5} scope="rowgroup">
        <span className={classes.label}>
          <Folder aria-hidden color={color ?? 'currentColor'} />
          {row.isRenamed ? (
            <NameField
              label={t('name-of', { title })}
              name={title}
              onDone={row.onRenameEnd}
              rename={row.onRename}
            />
          ) : (
            <span className={classes.title} dir="auto" onDoubleClick={row.onRenameStart}>
              {title}
            </span>
          )}
          {!row.isRenamed && (
            <span className={classes.count}>
              {models.length > 0 ? t('models', { count: models.length }) : t('empty-collection')}
              {keptOffline && <KeptOffline />}
            </span>
          )}
        </span>
      </th>
      <td className={classes.actions}>
        <RowMenuButton
          isOpen={row.isMenuOpen}
          label={t('actions-of', { title })}
          onMenu={row.onMenu}
        />
      </td>
    </tr>
  );
};

const KeptOffline = () => {
  const { t } = useTranslation('collections');
  return (
    <span className={classes.offline}>
      {' · '}
      <HardDriveDownload aria-hidden size={13} /> {t('kept-offline')}
    </span>
  );
};

type ModelRowProps = RowActions & {
  model: ModelEntry;
  isSelected: boolean;
  /**
   * Changes the selection if Ctrl, ⌘, or Shift is held during the click. Returns false for any other
   * click.
   */
  onSelect: (event: MouseEvent) => boolean;
  onTick: (event: MouseEvent) => void;
};

const ModelRow = ({ model, ...row }: ModelRowProps) => {
  const { t } = useTranslation('collections');
  const now = useNow();
  const openModel = useOpenModel();
  const { title } = model;
  return (
    <tr
      className={classes.model}
      data-menu-open={row.isMenuOpen || undefined}
      data-selected={row.isSelected || undefined}
      draggable={!row.isRenamed}
      {...dragOf(model.id)}
      onClickCapture={(event) => {
        if (!row.onSelect(event)) return;
        // Cancels the default action. If the click is on the link in the name, the link would otherwise
        // open a window because of Ctrl, ⌘, or Shift.
        event.preventDefault();
        event.stopPropagation();
      }}
      onClick={() => {
        if (row.isRenamed) return;
        selectNone();
        openModel(model);
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        row.onMenu({ x: event.clientX, y: event.clientY });
      }}
    >
      <td>
        <Checkbox
          aria-label={t('select', { title })}
          checked={row.isSelected}
          className={classes.tick}
          onClick={(event) => {
            event.stopPropagation();
            row.onTick(event);
          }}
          onKeyDown={({ key }) => {
            if (key === 'Escape') selectNone();
          }}
          readOnly
        />
        {row.isRenamed ? (
          <NameField
            label={t('name-of', { title })}
            name={title}
            onDone={row.onRenameEnd}
            rename={row.onRename}
          />
        ) : (
          <ModelLink
            className={classes.link}
            model={model}
            onKeyDown={(event) => {
              if (event.key === 'F2') row.onRenameStart();
            }}
          >
            <span dir="auto">{title}</span>
          </ModelLink>
        )}
      </td>
      <td className={`${classes.status} ${classes.dimmed}`}>
        {modelStatusText(model.status, t)}
        <DueDate model={model} />
      </td>
      {model.isDownloaded ? (
        <>
          <td className={classes.components}>{model.componentCount}</td>
          <td className={classes.threats} onClick={(event) => event.stopPropagation()}>
            {model.openThreatCount === 0 ? (
              <span className={classes.dimmed}>0</span>
            ) : (
              <OpenThreats
                of={title}
                open={model.openByPriority}
                scope={{ kind: 'threatModel', id: model.id }}
              />
            )}
          </td>
        </>
      ) : (
        <td className={classes.notHere} colSpan={2}>
          {t('not-here')}
        </td>
      )}
      <td className={classes.changed}>
        <time dateTime={model.updated_at} title={fullTime(model.updated_at, language())}>
          {relativeTime(model.updated_at, now, language())}
        </time>
      </td>
      <td className={classes.actions} onClick={(event) => event.stopPropagation()}>
        <RowMenuButton
          isOpen={row.isMenuOpen}
          label={t('actions-of', { title })}
          onMenu={row.onMenu}
        />
      </td>
    </tr>
  );
};

/** The day on which a model is due. Shows nothing for a model that has no such day or is done. */
const DueDate = ({ model }: { model: ModelEntry }) => {
  const { t } = useTranslation('collections');
  const { due_to_date: due, status } = model;
  if (due === null || status === 'Done') return null;
  const date = dayText(due, language());
  return (
    <span className={classes.due} data-overdue={isOverdueModel(model) || undefined}>
      {' · '}
      {isOverdueModel(model) ? t('overdue', { date }) : t('due', { date })}
    </span>
  );
};

type ModelLinkProps = {
  model: ModelEntry;
  children: ReactNode;
  className?: string | undefined;
  onKeyDown?: KeyboardEventHandler<HTMLAnchorElement>;
};

/** A link to the first canvas of a model, or to the page of the model if it has no canvas. */
export const ModelLink = ({ model, ...props }: ModelLinkProps) => {
  const [first] = model.canvases;
  return first ? (
    <Link {...props} params={{ canvasId: first.id }} to="/canvases/$canvasId" />
  ) : (
    <Link {...props} params={{ modelId: model.id }} to="/models/$modelId" />
  );
};
