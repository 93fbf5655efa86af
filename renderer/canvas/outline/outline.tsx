import { memo, useEffect, useMemo, type KeyboardEvent } from 'react';
import { elementKindNames, elementKinds } from '#shared/canvas/element-kinds.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { VirtualTree } from '../../ui/tree/virtual-tree.tsx';
import { AddCommands } from '../commands/add-commands.tsx';
import { selectedIds } from '../edits/actions.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { stopGesture, useGesture } from '../state/gesture.ts';
import { flyToElement, goToElement, revealElement } from '../viewport/navigation.ts';
import {
  activateRow,
  addAtRow,
  aimAt,
  finishConnection,
  forgetOutline,
  indentRow,
  startsExpanded,
  openRow,
  outdentRow,
  renameAtRow,
  useOutline,
} from './outline-actions.ts';
import { OutlineRowView } from './outline-row.tsx';
import { holdersOf, outlineRows, type OutlineRow } from './outline-rows.ts';
import { useOutlineCommands } from './use-outline-commands.ts';
import classes from './outline.module.css';

/** The canvas as a tree, grouped by boundary, with all elements and commands of the canvas. */
export const Outline = memo(() => {
  const { t } = useTranslation('finding');
  const canvasId = useCanvas((state) => state.canvasId);
  const isWorkedIn = useOutline((state) => state.isWorkedIn);
  return (
    // `data-keys` makes the commands of the canvas work in the outline too.
    <div className={classes.outline} data-keys="canvas" data-outline>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('outline.label')}</h2>
      </div>
      <AddCommands add={addAtRow} enabled={isWorkedIn} />
      {canvasId !== null && <OutlineTree key={canvasId} />}
    </div>
  );
});

const OutlineTree = () => {
  const { t } = useTranslation('finding');
  const drawing = useCanvas((state) => state.document);
  const toggled = useOutline((state) => state.toggled);
  const active = useOutline((state) => state.active);
  const rows = useMemo(() => {
    const isSmall = startsExpanded(drawing);
    return outlineRows(drawing, (id) => toggled.has(id) !== isSmall);
  }, [drawing, toggled]);
  useOutlineCommands(rows);
  useFollowSelection();
  useEffect(() => forgetOutline, []);

  if (rows.length === 0) return <p className={classes.empty}>{t('outline.empty')}</p>;
  return (
    <VirtualTree
      Row={OutlineRowView}
      activate={activate}
      active={active}
      expand={openRow}
      isCommandKey={isCommandKey}
      isMultiselectable
      label={t('outline.tree')}
      onRowKey={onRowKey}
      rows={rows}
      textOf={textOf}
    />
  );
};

/**
 * The letters that run commands as on the canvas: to add, connect, and find. Any other letter starts a
 * search.
 */
const commandKeys = new Set([...elementKindNames.map((kind) => elementKinds[kind].key), 'c', 'f']);
const isCommandKey = (key: string): boolean => commandKeys.has(key.toLowerCase());

const textOf = ({ id }: OutlineRow): string => {
  const { document } = useCanvas.getState();
  return (nodeById(document, id) ?? edgeById(document, id))?.data?.label ?? '';
};

/**
 * Selects the element of the focused row. While a flow is being drawn, makes the element its target
 * instead.
 */
const activate = ({ id }: OutlineRow, isStep: boolean): void => {
  activateRow(id);
  if (!isStep) return;
  if (useGesture.getState().connection) aimAt(id);
  else useCanvas.getState().select([id]);
  revealElement(id);
};

const onRowKey = ({ id }: OutlineRow, event: KeyboardEvent): boolean => {
  const { key, altKey, shiftKey } = event;
  const isMod = event.ctrlKey || event.metaKey;
  if (altKey && shiftKey && key === 'ArrowRight') return handled(indentRow);
  if (altKey && shiftKey && key === 'ArrowLeft') return handled(outdentRow);
  if (altKey) return false;
  if (key === ' ') return handled(() => (isMod || shiftKey ? toggle(id) : flyToElement(id)));
  if (isMod || shiftKey) return false;
  if (key === 'Enter') return finishConnection() || handled(renameAtRow);
  if (key === 'Escape') return stopGesture() || handled(() => goToElement(id));
  return false;
};

const handled = (act: () => void): true => {
  act();
  return true;
};

const toggle = (id: string): void => {
  const selected = selectedIds();
  const others = selected.filter((each) => each !== id);
  useCanvas.getState().select(others.length < selected.length ? others : [...selected, id]);
};

/**
 * Moves the Tab stop to the row of the element that is selected on the canvas, and expands the rows
 * above it.
 */
const useFollowSelection = (): void => {
  const selected = useCanvas(({ selection }) =>
    selection.nodes.length + selection.edges.length === 1
      ? (selection.nodes[0] ?? selection.edges[0])
      : undefined,
  );
  useEffect(() => {
    if (selected === undefined || useOutline.getState().isWorkedIn) return;
    for (const id of holdersOf(useCanvas.getState().document, selected)) openRow(id, true);
    activateRow(selected);
  }, [selected]);
};
