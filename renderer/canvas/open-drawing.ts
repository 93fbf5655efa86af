import { storedDocumentSchema, type CanvasDocument } from '#shared/canvas/document.ts';
import type { OpenCanvas } from '#shared/desktop/contract.ts';
import { desktop } from '../app/desktop.ts';
import { inTurn } from '../app/in-turn.ts';

type OpenDrawing = Omit<OpenCanvas, 'document'> & { document: CanvasDocument };

/** Reads a canvas, after what is still being saved of the time it was open before. */
export const openDrawing = async (id: string): Promise<OpenDrawing> => {
  const opened = await inTurn(() => desktop.canvas.open({ id }));
  return { ...opened, document: storedDocumentSchema.parse(JSON.parse(opened.document)) };
};
