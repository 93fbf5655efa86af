import { useEffect } from 'react';
import { useCommand } from '../../kernel/commands/use-command.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { rememberViewport } from '../viewport/navigation.ts';
import {
  connectAtRow,
  deleteAtRow,
  outlineSelector,
  renameAtRow,
  useOutline,
} from './outline-actions.ts';
import type { OutlineRow } from './outline-rows.ts';

/** Registers the element commands while the person works in the outline. */
export const useOutlineCommands = (rows: readonly OutlineRow[]): void => {
  const enabled = useOutline((state) => state.isWorkedIn);
  const hasSelection = useCanvas(
    ({ selection }) => selection.nodes.length + selection.edges.length > 0,
  );
  useWorkedIn();
  useCommand('edit.rename', { run: renameAtRow, enabled: enabled && hasSelection });
  useCommand('edit.delete', {
    run: () => deleteAtRow(rows.map(({ id }) => id)),
    enabled: enabled && hasSelection,
  });
  useCommand('canvas.connect', { run: connectAtRow, enabled });
};

/**
 * Records whether the person works in the outline or on the canvas, depending on which has the focus.
 */
const useWorkedIn = (): void => {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || !target.closest('[data-keys=canvas]')) return;
      const isWorkedIn = target.closest(outlineSelector) !== null;
      if (isWorkedIn === useOutline.getState().isWorkedIn) return;
      // The viewport is remembered only when the focus enters the outline. So moving through the outline
      // counts as one jump, however many rows the focus passes.
      if (isWorkedIn) rememberViewport();
      useOutline.setState({ isWorkedIn });
    };
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocus);
      useOutline.setState({ isWorkedIn: false });
    };
  }, []);
};
