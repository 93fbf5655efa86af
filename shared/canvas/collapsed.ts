import { isCollapsed, type CanvasDocument, type CanvasNode } from './document.ts';
import { ancestorsOf } from './lookup.ts';

/** What is drawn in the place of a node: itself, or the outermost collapsed boundary around it. */
export const standInOf = (document: CanvasDocument, node: CanvasNode): CanvasNode =>
  ancestorsOf(document, node).findLast(isCollapsed) ?? node;
