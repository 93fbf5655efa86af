import { openPanel, togglePanel, usePanels } from '../../app/panels.ts';
import { focusTree } from '../../ui/virtual-tree.tsx';
import { focusEdge } from '../focus-element.ts';
import { outlineSelector } from './outline-actions.ts';

/** Narrower than this, sidebar, outline and inspector would leave no canvas between them. */
const roomForBoth = 1200;

/** Opens the outline with the focus in it, or closes it and leads back to the drawing. */
export const toggleOutline = (): void => {
  togglePanel('outline');
  if (!usePanels.getState().outline.open) return focusEdge('start');
  if (window.innerWidth < roomForBoth) openPanel('sidebar', false);
  focusTree(outlineSelector);
};
