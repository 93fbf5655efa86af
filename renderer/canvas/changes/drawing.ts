import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import type { Badges } from '../badges.ts';

/** What a change is made from: the open canvas with the component records it shows. */
export type Drawing = {
  canvasId: string | null;
  document: CanvasDocument;
  badges: Badges | null;
};

export const elementsOf = ({ nodes, edges }: CanvasDocument): (CanvasNode | CanvasEdge)[] => [
  ...nodes,
  ...edges,
];

/**
 * Whether a component is a record of this canvas. A node may show one of another canvas, or one
 * that is gone; until the records are known, all are taken to be there.
 */
export const isRecord = ({ badges }: Drawing, componentId: string): boolean =>
  badges === null || badges.has(componentId);
