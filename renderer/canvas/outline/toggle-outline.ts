import { openPanel, togglePanel, usePanels } from '../../app/panels.ts';
import { focusTree } from '../../ui/virtual-tree.tsx';
import { focusEdge } from '../focus-element.ts';
import { outlineSelector } from './outline-actions.ts';

/** Narrower than this, sidebar, outline and inspector would leave no canvas between them. */
const roomForBoth = 1200;

let madeRoom = false;

/** Opens the outline with the focus in it, or closes it and leads back to the drawing. */
export const toggleOutline = (): void => {
  togglePanel('outline');
  const { outline, sidebar } = usePanels.getState();
  if (!outline.open) {
    if (madeRoom) openPanel('sidebar');
    madeRoom = false;
    return focusEdge('start');
  }
  madeRoom = sidebar.open && window.innerWidth < roomForBoth;
  if (madeRoom) openPanel('sidebar', false);
  focusTree(outlineSelector);
};
