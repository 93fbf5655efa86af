import { VisuallyHidden } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { memo, useMemo, type DragEvent, type MouseEvent } from 'react';
import { isBoundary } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { KindIcon } from '../../kernel/commands/kind-icons.tsx';
import { useTranslation } from '../../locales/use-translation.tsx';
import { NameField } from '../../ui/fields/name-field.tsx';
import { pointBelow } from '../../ui/menu-at.tsx';
import type { TreeRowProps } from '../../ui/tree/virtual-tree.tsx';
import { requestMenu } from '../commands/canvas-menu.tsx';
import { moveElements } from '../commands/element-picker.tsx';
import { renameTo, selectedIds } from '../edits/actions.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { showDropTarget, useGesture } from '../state/gesture.ts';
import { flyToElement } from '../viewport/navigation.ts';
import { displayName, spokenElement, useThreats } from '../words/spoken.ts';
import {
  activateRow,
  openRow,
  outlineSelector,
  renameAtRow,
  renameRow,
  useOutline,
} from './outline-actions.ts';
import type { OutlineRow } from './outline-rows.ts';
import classes from './outline.module.css';

const carried = 'application/x-parapet-elements';

const select = (id: string, { shiftKey, ctrlKey, metaKey }: MouseEvent): void => {
  const before = selectedIds();
  if (!shiftKey && !ctrlKey && !metaKey) useCanvas.getState().select([id]);
  else if (before.includes(id)) useCanvas.getState().select(before.filter((each) => each !== id));
  else useCanvas.getState().select([...before, id]);
};

/**
 * Returns the boundary that receives elements dropped on a row, or `undefined` if they go to the top
 * level.
 */
const boundaryOfRow = (id: string): string | undefined => {
  const node = nodeById(useCanvas.getState().document, id);
  return node && isBoundary(node) ? id : node?.parentId;
};

const onDragStart = (id: string, { dataTransfer }: DragEvent): void => {
  if (!selectedIds().includes(id)) useCanvas.getState().select([id]);
  dataTransfer.setData(carried, id);
  dataTransfer.effectAllowed = 'move';
};

const onDragOver = (id: string, event: DragEvent): void => {
  if (!event.dataTransfer.types.includes(carried)) return;
  event.preventDefault();
  showDropTarget(boundaryOfRow(id) ?? null);
};

const onDrop = (id: string, event: DragEvent): void => {
  event.preventDefault();
  showDropTarget(null);
  moveElements(useCanvas.getState().selection.nodes, boundaryOfRow(id));
};

const openMenu = (id: string, event: MouseEvent): void => {
  event.preventDefault();
  activateRow(id);
  if (!selectedIds().includes(id)) useCanvas.getState().select([id]);
  // The menu key has no pointer position, so it opens the menu below the row.
  requestMenu(
    event.button === 2 ? { x: event.clientX, y: event.clientY } : pointBelow(event.currentTarget),
  );
};

export const OutlineRowView = memo(({ row, shell }: TreeRowProps<OutlineRow>) => {
  const { id, element } = row;
  const { t } = useTranslation('finding');
  const isSelected = useCanvas(({ selection }) =>
    (element === 'node' ? selection.nodes : selection.edges).includes(id),
  );
  const isRenamed = useOutline(({ renamed }) => renamed === id);
  const isTarget = useGesture(
    ({ connection, dropTarget }) => connection?.target === id || dropTarget === id,
  );
  const name = useSpoken(id);
  return (
    // The tree handles the keys of all its rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      {...shell}
      aria-selected={isSelected}
      className={`${shell.className ?? ''} ${classes.row ?? ''}`}
      data-target={isTarget || undefined}
      draggable={element === 'node' && !isRenamed}
      onClick={(event) => {
        activateRow(id);
        select(id, event);
        flyToElement(id);
      }}
      onContextMenu={(event) => openMenu(id, event)}
      onDoubleClick={renameAtRow}
      onDragLeave={() => showDropTarget(null)}
      onDragOver={(event) => onDragOver(id, event)}
      onDragStart={(event) => onDragStart(id, event)}
      onDrop={(event) => onDrop(id, event)}
      role="treeitem"
      tabIndex={shell.tabIndex}
    >
      {/* The chevron handles only clicks, because arrow keys expand and collapse rows too. */}
      <span
        aria-hidden
        className={classes.chevron}
        data-open={row.isExpanded ?? undefined}
        onClick={(event) => {
          event.stopPropagation();
          openRow(id, row.isExpanded === false);
        }}
      >
        {row.isExpanded !== null && <ChevronRight size={14} />}
      </span>
      <VisuallyHidden>{name}</VisuallyHidden>
      {element === 'node' ? <NodeLine id={id} /> : <FlowLine id={id} />}
      {isRenamed && (
        <span className={classes.field}>
          <NameField
            label={t('outline.rename')}
            name={labelOf(id)}
            onDone={() => endRenaming(id)}
            rename={(label) => renameTo(id, label)}
          />
        </span>
      )}
    </div>
  );
});

/**
 * Returns the accessible name of an element, as on the canvas. It is computed again only when the
 * document or the threats change, and a drag changes neither until its end.
 */
const useSpoken = (id: string): string => {
  const document = useCanvas((state) => state.document);
  const badges = useCanvas((state) => state.badges);
  return useMemo(() => spokenElement({ document, badges }, id), [document, badges, id]);
};

/**
 * Ends the renaming of a row. If a key ended it, the row gets the focus again. If a click ended it,
 * the focus is already where the person clicked.
 */
const endRenaming = (id: string): void => {
  const row = document.querySelector<HTMLElement>(
    `${outlineSelector} [data-row="${CSS.escape(id)}"]`,
  );
  if (row?.contains(document.activeElement)) row.focus();
  renameRow(null);
};

const labelOf = (id: string): string => {
  const { document } = useCanvas.getState();
  return (nodeById(document, id) ?? edgeById(document, id))?.data?.label ?? '';
};

const NodeLine = ({ id }: { id: string }) => {
  const node = useCanvas(({ document }) => nodeById(document, id));
  const { count } = useThreats(node?.data.componentId);
  const label = node?.data.label;
  return (
    <>
      <KindIcon aria-hidden className={classes.icon} size={15} type={node?.type} />
      <span
        aria-hidden
        className={classes.name}
        data-unnamed={!label?.trim() || undefined}
        dir="auto"
      >
        {displayName(label)}
      </span>
      <ThreatCount count={count} />
    </>
  );
};

const FlowLine = ({ id }: { id: string }) => {
  const { t } = useTranslation('finding');
  const flow = useCanvas(({ document }) => edgeById(document, id));
  const target = useCanvas(({ document }) => nodeById(document, flow?.target)?.data.label ?? '');
  const { count } = useThreats(flow?.data?.componentId);
  const label = flow?.data?.label?.trim() ?? '';
  return (
    <>
      <KindIcon aria-hidden className={classes.icon} size={15} type="flow" />
      <span aria-hidden className={classes.name} dir="auto">
        {label} <span className={classes.end}>{t('outline.flow-to', { target })}</span>
      </span>
      <ThreatCount count={count} />
    </>
  );
};

const ThreatCount = ({ count }: { count: number }) => {
  const { t } = useTranslation('finding');
  if (count === 0) return null;
  return (
    <span aria-hidden className={classes.count} title={t('outline.threats', { count })}>
      {count}
    </span>
  );
};
