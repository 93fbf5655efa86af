import { isDeepStrictEqual } from 'node:util';
import {
  canvasDocumentSchema,
  emptyDocument,
  type CanvasDocument,
} from '#shared/canvas/document.ts';
import type { RecordRow, Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Origin } from './reconcile.ts';

type Element = { id: string };

/** By id: what was sent where the service has just that, and what it had before elsewhere. */
const landedElements = <E extends Element>(base: E[], sent: E[], theirs: E[]): E[] => {
  const [before, there] = [base, theirs].map((all) => new Map(all.map((each) => [each.id, each])));
  const sentIds = new Set(sent.map(({ id }) => id));
  const now = sent.flatMap((each) => {
    const known = isDeepStrictEqual(there?.get(each.id), each) ? each : before?.get(each.id);
    return known ? [known] : [];
  });
  // What was taken away here is known to be gone only where it is gone there.
  return [...now, ...base.filter(({ id }) => !sentIds.has(id) && there?.has(id))];
};

const landedDrawing = (
  base: CanvasDocument,
  sent: CanvasDocument,
  theirs: CanvasDocument,
): CanvasDocument => ({
  ...base,
  nodes: landedElements(base.nodes, sent.nodes, theirs.nodes),
  edges: landedElements(base.edges, sent.edges, theirs.edges),
});

const landedFields = (base: Values | null, sent: Values, theirs: Values): Values => ({
  ...base,
  ...Object.fromEntries(
    Object.entries(sent).filter(([field, value]) => isDeepStrictEqual(theirs[field], value)),
  ),
});

/**
 * A change whose answer was lost may have arrived. What the service has of it is our own, and no
 * news of anybody: from there the next merge starts. `null` where no such change waits.
 */
export const landedOrigin = (
  store: Store,
  { kind, id, base }: RecordRow,
  theirs: Values,
  drawingThere: () => CanvasDocument | null,
): Origin | null => {
  const body = store.outbox.sentOf(kind, id);
  if (!body) return null;
  const { data, ...sent } = body;
  const sentDrawing = canvasDocumentSchema.safeParse(data).data;
  const drawing = sentDrawing ? drawingThere() : null;
  return {
    values: landedFields(base, sent, theirs),
    drawing:
      sentDrawing && drawing
        ? landedDrawing(store.documents.base(id) ?? emptyDocument, sentDrawing, drawing)
        : null,
  };
};
