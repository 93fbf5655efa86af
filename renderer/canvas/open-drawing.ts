import { z } from 'zod';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import type { OpenCanvas } from '#shared/desktop/contract.ts';
import { desktop } from '../app/desktop.ts';
import { inTurn } from '../app/in-turn.ts';

export type OpenDrawing = Omit<OpenCanvas, 'document'> & { document: CanvasDocument };

/** What is in the store was checked before it came there. */
const drawing = z.looseObject({
  nodes: z.array(z.custom<CanvasNode>()),
  edges: z.array(z.custom<CanvasEdge>()),
});

/** Reads a canvas, after what is still being saved of the time it was open before. */
export const openDrawing = async (id: string): Promise<OpenDrawing> => {
  const opened = await inTurn(() => desktop.canvas.open({ id }));
  return { ...opened, document: drawing.parse(JSON.parse(opened.document)) };
};
