import type { CanvasContent, OtmReading, ReadModel } from '../otm/content.ts';
import { bestLayout, type LayOut, type LayoutOrder } from './best-layout.ts';

/**
 * The size of the largest canvas that is laid out. Its layout takes a few seconds. Larger canvases stay
 * in columns, because their layout would take minutes.
 */
const maxElements = 1000;
const maxFlows = 2000;

/**
 * The number of elements of a file after which no further canvas is laid out. The remaining canvases
 * stay in columns.
 */
const maxElementsOfFile = 4000;

const order: LayoutOrder = { scope: 'everything', direction: null, keepsOrder: false };

/**
 * Returns the result of reading a file, with a layout for each canvas for which the file has no
 * positions. Canvases beyond the limits above get no layout.
 */
export const layOutUnplaced = async (reading: OtmReading, layOut: LayOut): Promise<OtmReading> => {
  if (!reading.ok) return reading;
  let left = maxElementsOfFile;
  const models: ReadModel[] = [];
  for (const model of reading.models) {
    const canvases: CanvasContent[] = [];
    for (const canvas of model.content.canvases) {
      const { nodes, edges } = canvas.data;
      const isSmall = nodes.length <= maxElements && edges.length <= maxFlows;
      const isLaidOut = model.unplaced.includes(canvas.id) && isSmall && left > 0;
      if (isLaidOut) left -= nodes.length;
      canvases.push(isLaidOut ? await withLayout(canvas, layOut) : canvas);
    }
    models.push({ ...model, content: { ...model.content, canvases } });
  }
  return { ...reading, models };
};

const withLayout = async (canvas: CanvasContent, layOut: LayOut): Promise<CanvasContent> => {
  const { document } = await bestLayout(canvas.data, order, layOut, { isNew: true });
  return { ...canvas, data: document };
};
