import {
  canvasDocumentSchema,
  emptyDocument,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
} from '#shared/canvas/document.ts';
import { byId } from '#shared/merge/by-id.ts';
import {
  changedFields,
  namesOfData,
  withFieldsOf,
  type Element,
} from '#shared/merge/element-fields.ts';
import { same } from '#shared/merge/same-value.ts';
import type { RecordRow, Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Origin } from './reconcile.ts';

/** One element: before it was sent, as it was sent, as it is here now, and as the service has it. */
type Versions<E> = Record<'base' | 'sent' | 'mine' | 'theirs', E | undefined>;

/**
 * Where the merge of an element starts, field by field: from what was sent where the service has
 * that, from the base elsewhere. Where the person went back to the base and the service has a third
 * value, what was sent may have arrived and been replaced. Then the origin is not known, and what is
 * here is an edit although it is equal to the base.
 */
const landedElement = <E extends Element>(versions: Versions<E>): E | undefined => {
  const { base, sent, mine, theirs } = versions;
  // Nobody else can have made an element of this id.
  if (!base) return theirs && sent;
  // What was taken away here is known to be gone only where it is gone there.
  if (!sent) return theirs && base;
  const changed = changedFields(base, sent);
  if (!theirs) return mine && changed.size > 0 && same(mine, base) ? sent : base;
  const [unlike, news] = [changedFields(sent, theirs), changedFields(base, theirs)];
  const landed = [...changed].filter((field) => !unlike.has(field));
  const here = changedFields(base, mine ?? sent);
  const isBack = [...changed].some(
    (field) => unlike.has(field) && news.has(field) && !here.has(field),
  );
  if (isBack) return undefined;
  return landed.length === 0 ? base : withFieldsOf(base, sent, landed, namesOfData(base, sent));
};

const landedElements = <E extends Element>({
  base,
  sent,
  mine,
  theirs,
}: Record<keyof Versions<E>, E[]>): E[] => {
  const sides = { base: byId(base), sent: byId(sent), mine: byId(mine), theirs: byId(theirs) };
  const ids = new Set([...sent, ...base].map(({ id }) => id));
  return [...ids].flatMap(
    (id) =>
      landedElement({
        base: sides.base.get(id),
        sent: sides.sent.get(id),
        mine: sides.mine.get(id),
        theirs: sides.theirs.get(id),
      }) ?? [],
  );
};

const landedDrawing = (
  drawings: Record<keyof Versions<unknown>, CanvasDocument>,
): CanvasDocument => {
  const { base, sent, mine, theirs } = drawings;
  const elements = <Kind extends 'nodes' | 'edges'>(kind: Kind) => ({
    base: base[kind],
    sent: sent[kind],
    mine: mine[kind],
    theirs: theirs[kind],
  });
  return {
    ...base,
    nodes: landedElements<CanvasNode>(elements('nodes')),
    edges: landedElements<CanvasEdge>(elements('edges')),
  };
};

const landedFields = (base: Values | null, sent: Values, mine: Values, theirs: Values): Values => {
  const known: Values = { ...base };
  for (const [field, value] of Object.entries(sent)) {
    const isBack = same(mine[field], known[field]) && !same(theirs[field], known[field]);
    if (same(theirs[field], value)) known[field] = value;
    else if (isBack && !same(value, known[field])) delete known[field];
  }
  return known;
};

/**
 * A change whose answer was lost may have arrived. What the service has of it is our own, and no
 * news of anybody: from there the next merge starts. `null` where no such change waits.
 */
export const landedOrigin = (
  store: Store,
  { kind, id, base, local }: RecordRow,
  theirs: Values,
  drawingThere: () => CanvasDocument | null,
): Origin | null => {
  const body = store.outbox.sentOf(kind, id);
  if (!body) return null;
  const { data, ...sent } = body;
  const sentDrawing = canvasDocumentSchema.safeParse(data).data;
  const drawing = sentDrawing ? drawingThere() : null;
  return {
    values: landedFields(base, sent, local, theirs),
    drawing:
      sentDrawing && drawing
        ? landedDrawing({
            base: store.documents.base(id) ?? emptyDocument,
            sent: sentDrawing,
            mine: store.documents.read(id) ?? emptyDocument,
            theirs: drawing,
          })
        : null,
  };
};
