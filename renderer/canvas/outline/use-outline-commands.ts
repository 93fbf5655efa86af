import { useEffect } from 'react';
import type { NodeType } from '#shared/canvas/document.ts';
import { useCommand } from '../../app/use-command.ts';
import { useCanvas } from '../canvas-store.ts';
import { nodeKinds } from '../node-kinds.ts';
import { rememberPlace } from '../places/travel.ts';
import {
  addAtRow,
  connectAtRow,
  deleteAtRow,
  outlineSelector,
  renameAtRow,
} from './outline-actions.ts';
import type { OutlineRow } from './outline-rows.ts';
import { useOutline } from './outline-state.ts';

/** What the commands on elements do while one works in the outline. */
export const useOutlineCommands = (rows: readonly OutlineRow[]): void => {
  const enabled = useOutline((state) => state.isWorkedIn);
  const hasSelection = useCanvas(
    ({ selection }) => selection.nodes.length + selection.edges.length > 0,
  );
  useWorkedIn();
  const add = (type: NodeType) => ({ run: () => addAtRow(type), enabled });
  useCommand(nodeKinds.processNode.command, add('processNode'));
  useCommand(nodeKinds.dataStoreNode.command, add('dataStoreNode'));
  useCommand(nodeKinds.externalEntityNode.command, add('externalEntityNode'));
  useCommand(nodeKinds.trustBoundaryNode.command, add('trustBoundaryNode'));
  useCommand(nodeKinds.noteNode.command, add('noteNode'));
  useCommand('edit.rename', { run: renameAtRow, enabled: enabled && hasSelection });
  useCommand('edit.delete', {
    run: () => deleteAtRow(rows.map(({ id }) => id)),
    enabled: enabled && hasSelection,
  });
  useCommand('canvas.connect', { run: connectAtRow, enabled });
};

/** Follows the focus between the outline and the drawing. */
const useWorkedIn = (): void => {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || !target.closest('[data-keys=canvas]')) return;
      const isWorkedIn = target.closest(outlineSelector) !== null;
      if (isWorkedIn === useOutline.getState().isWorkedIn) return;
      // Walking through the outline is one jump, however many rows it passes.
      if (isWorkedIn) rememberPlace();
      useOutline.setState({ isWorkedIn });
    };
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocus);
      useOutline.setState({ isWorkedIn: false });
    };
  }, []);
};
