import {
  verbatimDocument,
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
import { sentBodies, type FormerElements, type SentRequest } from '../store/sent-requests.ts';
import type { Store } from '../store/store.ts';

/**
 * Four versions of an element: the base, the version that was sent, the local one, and the service's.
 */
type Versions<E> = Record<'base' | 'sent' | 'mine' | 'theirs', E | undefined>;

type Drawings = Record<keyof Versions<unknown>, CanvasDocument>;

const changedElements = <E extends Element>(base: E[], sent: E[]): [string, E | null][] => {
  const [before, after] = [byId(base), byId(sent)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((id) => !same(before.get(id), after.get(id)))
    .map((id) => [id, before.get(id) ?? null]);
};

/**
 * Returns the elements that a request changes, as they were before the request. An element that the
 * request adds is `null`.
 */
export const formerElements = (base: CanvasDocument, sent: CanvasDocument): FormerElements => ({
  nodes: changedElements(base.nodes, sent.nodes),
  edges: changedElements(base.edges, sent.edges),
});

/**
 * Returns the origin for the merge of an element. Each field has the sent value if the service has that
 * value, otherwise the base value. If the person returned to the base value and the service has a third
 * one, the sent value may have arrived and been replaced. The origin is then unknown (`undefined`), and
 * the local value counts as an edit although it equals the base value.
 *
 * `former`: the element before the request; `null` if the request added it.
 */
const elementOrigin = <E extends Element>(
  versions: Versions<E>,
  former: E | null | undefined,
): E | undefined => {
  const { base, sent, mine, theirs } = versions;
  // An element without a base may be new, moved here from another canvas, or kept after others deleted
  // it. Others may have done the same, so the service's element counts as ours only if it equals the
  // sent one. If the element was removed here after the request, the sent one is the origin, so that the
  // person decides about changes of others.
  if (!base) return sent && theirs && (!mine || same(sent, theirs)) ? sent : undefined;
  // The request removed the element. If the service still has the element, the removal has not arrived,
  // so the base stays the origin. Otherwise the removal is ours, so there is no origin.
  if (!sent) return theirs && base;
  // The request added the element, and the base already has it, so the base is the origin.
  if (former === null) return base;
  const changed = changedFields(former ?? base, sent);
  if (!theirs) return mine && changed.size > 0 && same(mine, base) ? sent : base;
  const [unlike, theirChanges] = [changedFields(sent, theirs), changedFields(base, theirs)];
  const received = [...changed].filter((field) => !unlike.has(field));
  const myChanges = changedFields(base, mine ?? sent);
  const isBack = [...changed].some(
    (field) => unlike.has(field) && theirChanges.has(field) && !myChanges.has(field),
  );
  if (isBack) return undefined;
  return received.length === 0 ? base : withFieldsOf(base, sent, received, namesOfData(base, sent));
};

/** Tells if the elements that both lists have are in the same order in both. */
const hasOrderOf = (one: readonly Element[], other: readonly Element[]): boolean => {
  const [ids, otherIds] = [one, other].map((list) => list.map(({ id }) => id));
  const [own, their] = [new Set(ids), new Set(otherIds)];
  return same(
    ids?.filter((id) => their.has(id)),
    otherIds?.filter((id) => own.has(id)),
  );
};

const elementOrigins = <E extends Element>(
  { base, sent, mine, theirs }: Record<keyof Versions<E>, E[]>,
  former: [string, E | null][] | undefined,
): E[] => {
  const sides = { base: byId(base), sent: byId(sent), mine: byId(mine), theirs: byId(theirs) };
  const changed = former && new Map(former);
  // If the service has the order of the request, the request has changed the order, or nobody has.
  const [first, second] = hasOrderOf(sent, theirs) ? [sent, base] : [base, sent];
  const ids = new Set([...first, ...second].map(({ id }) => id));
  return [...ids].flatMap((id) => {
    const known = sides.base.get(id);
    if (changed && !changed.has(id)) return known ?? [];
    const versions = {
      base: known,
      sent: sides.sent.get(id),
      mine: sides.mine.get(id),
      theirs: sides.theirs.get(id),
    };
    return elementOrigin(versions, changed?.get(id)) ?? [];
  });
};

const drawingOrigin = (
  { base, sent, mine, theirs }: Drawings,
  former: FormerElements | undefined,
): CanvasDocument => {
  const elements = <Kind extends 'nodes' | 'edges'>(kind: Kind) => ({
    base: base[kind],
    sent: sent[kind],
    mine: mine[kind],
    theirs: theirs[kind],
  });
  return {
    ...base,
    nodes: elementOrigins<CanvasNode>(elements('nodes'), former?.nodes),
    edges: elementOrigins<CanvasEdge>(elements('edges'), former?.edges),
  };
};

const fieldOrigins = (base: Values, sent: Values, mine: Values, theirs: Values): Values => {
  const known: Values = { ...base };
  for (const [field, value] of Object.entries(sent)) {
    const isBack = same(mine[field], known[field]) && !same(theirs[field], known[field]);
    if (same(theirs[field], value)) known[field] = value;
    else if (isBack && !same(value, known[field])) delete known[field];
  }
  return known;
};

/**
 * Tells if the request may have changed the record since the version that was last read. If the record's
 * ETag differs from that of the request, the service had processed or refused the request before that
 * version, so the base already has its effects. Such a request no longer counts, so that later changes
 * by others are not mistaken for changes made here.
 */
const mayHaveArrived = ({ ifMatch }: SentRequest, etag: string | null): boolean =>
  ifMatch === null || etag === null || ifMatch === etag;

/**
 * Returns the origin of the next merge, or `null` if there are no unanswered requests. Those parts of
 * the requests that the service already has count as our own changes.
 */
export const unansweredBase = (
  store: Store,
  { kind, id, base, local, etag }: RecordRow,
  theirs: Values,
  readDrawing: () => CanvasDocument | null,
): Origin | null => {
  const sent = store.outbox.sentOf(kind, id).filter((each) => mayHaveArrived(each, etag));
  const bodies = sentBodies(sent);
  if (bodies.length === 0) return null;
  const sentDrawings = sent.flatMap(({ body, former }) => {
    const { data } = verbatimDocument.safeParse(body?.['data']);
    return data ? { data, former } : [];
  });
  const drawing = sentDrawings.length > 0 ? readDrawing() : null;
  const mine = drawing && (store.documents.read(id) ?? emptyDocument);
  return {
    values: bodies.reduce<Values>(
      (known, { data: _data, ...values }) => fieldOrigins(known, values, local, theirs),
      { ...base },
    ),
    drawing:
      drawing && mine
        ? sentDrawings.reduce<CanvasDocument>(
            (known, { data, former }) =>
              drawingOrigin({ base: known, sent: data, mine, theirs: drawing }, former),
            store.documents.base(id) ?? emptyDocument,
          )
        : null,
  };
};

/** The origin of a merge that does not use the base in the store. */
export type Origin = {
  values: Values;
  drawing: CanvasDocument | null;
  /**
   * The sent drawing and its revision. Set only if the drawing was sent exactly as the person sees it.
   */
  sent?: { data: unknown; revision: string } | null;
};
