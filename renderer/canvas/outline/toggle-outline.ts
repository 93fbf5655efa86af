import { togglePanel } from '../../app/panels.ts';
import { focusTree } from '../../ui/virtual-tree.tsx';
import { focusEdge } from '../focus-element.ts';
import { outlineSelector } from './outline-actions.ts';

/** Opens the outline with the focus in it, or closes it and leads back to the drawing. */
export const toggleOutline = (): void => {
  if (togglePanel('outline')) focusTree(outlineSelector);
  else focusEdge('start');
};
