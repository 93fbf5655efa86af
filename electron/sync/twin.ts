import { isDeepStrictEqual } from 'node:util';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import type { RecordKind } from '#shared/desktop/records.ts';
import type { OutboxEntry } from '../store/outbox.ts';
import type { Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import {
  sentOf,
  type Remote,
  type RemoteLists,
  type RemoteRecords,
  type Version,
} from './endpoints.ts';
import type { Outgoing } from './outgoing.ts';
import { overlapMs, walkPages, type List } from './pages.ts';
import { authorOf } from './reconcile.ts';

type Dependencies = { store: Store; remote: RemoteRecords; lists: RemoteLists };

const everything = async (list: List): Promise<Remote[]> => {
  const found: Remote[] = [];
  await walkPages(list, (items) => {
    found.push(...items);
    return Promise.resolve();
  });
  return found;
};

/** Lists may be short forms, so a field that is not there says nothing. */
export const saysWhatWasSent = (kind: RecordKind, candidate: Remote, body: Values): boolean =>
  Object.entries(body).every(
    ([field, value]) =>
      field === sentOf[kind].parent?.input ||
      candidate[field] === undefined ||
      isDeepStrictEqual(candidate[field], value),
  );

/** How sure it is that a create made a record; `possible` is for the person to say. */
type Likeness = 'same' | 'likely' | 'possible' | 'none';

const timeIn = (remote: Remote, field: string): number | null => {
  const time = remote[field];
  return typeof time === 'string' ? Date.parse(time) : null;
};

/** The texts that tell records of one kind apart: the name, and what was written at length. */
const tellingTexts = (kind: RecordKind, { body }: Outgoing): [string, unknown][] =>
  Object.entries(body).filter(
    ([field, value]) =>
      (field === 'title' || field === 'text' || sentOf[kind].longTexts.has(field)) &&
      typeof value === 'string' &&
      value !== '',
  );

const elementIds = (data: unknown): string[] => {
  const drawing = canvasDocumentSchema.safeParse(data).data;
  return drawing ? [...drawing.nodes, ...drawing.edges].map(({ id }) => id) : [];
};

/** Elements have ids that nobody else gives. */
const sharesElements = (candidate: Remote, { body }: Outgoing): boolean => {
  const sent = new Set(elementIds(body['data']));
  return sent.size > 0 && elementIds(candidate['data']).some((id) => sent.has(id));
};

const isOfAnother = (candidate: Remote, kind: RecordKind, me: string | null): boolean => {
  const author = authorOf(kind, candidate);
  return author !== null && me !== null && author !== me;
};

const wasThereBefore = (candidate: Remote, { sentAfter }: OutboxEntry): boolean => {
  const createdAt = timeIn(candidate, 'created_at');
  return createdAt !== null && sentAfter !== null && createdAt < Date.parse(sentAfter) - overlapMs;
};

const likenessOf = (candidate: Remote, entry: OutboxEntry, sent: Outgoing): Likeness => {
  const { kind } = entry;
  if (saysWhatWasSent(kind, candidate, sent.body)) return 'same';
  if (wasThereBefore(candidate, entry)) return 'none';
  if (sharesElements(candidate, sent)) return 'likely';
  const [created, updated] = [timeIn(candidate, 'created_at'), timeIn(candidate, 'updated_at')];
  // What nobody changed since says what was sent.
  if (created !== null && updated !== null && updated <= created) return 'none';
  const isAlike = tellingTexts(kind, sent).some(([field, value]) => candidate[field] === value);
  return isAlike ? 'likely' : 'possible';
};

/** What a create may have made. If it is not sure, the person has to say. */
type Twin = { version: Version; isSure: boolean };

/**
 * Looks for the record that a create has made whose answer was lost: a sibling that is not known
 * here yet. It has the content that was sent, to the letter, or others have changed it since. Then
 * it is known by what people do not change (where it is, who made it and when) and by its texts.
 */
export const createTwinSearch = ({ store, remote, lists }: Dependencies) => {
  const siblings: Record<RecordKind, (parentId: string) => Promise<Remote[]>> = {
    collection: () => everything((query) => lists.page('collection', query)),
    threatModel: (id) => everything((query) => lists.modelsOf(id, query)),
    canvas: (id) => everything((query) => lists.canvasesOf(id, query)),
    component: lists.componentsOf,
    threat: lists.threatsOf,
    mitigation: lists.mitigationsOf,
    comment: lists.commentsOf,
  };

  /** The siblings that neither a record here nor another unanswered create has made. */
  const unclaimed = async ({ kind, seq }: OutboxEntry, sent: Outgoing): Promise<Remote[]> => {
    const { parent } = sentOf[kind];
    const parentId = parent ? String(sent.body[parent.input]) : '';
    const me = store.preferences.userId();
    const others = store.outbox.unanswered(kind).filter((each) => each.seq !== seq);
    const saysAnother = (each: Remote): boolean =>
      !saysWhatWasSent(kind, each, sent.body) &&
      others.some(({ op, body }) => op === 'create' && body && saysWhatWasSent(kind, each, body));
    return (await siblings[kind](parentId)).filter(
      (each) =>
        store.idMap.localId(kind, each.id) === null &&
        !isOfAnother(each, kind, me) &&
        !saysAnother(each),
    );
  };

  return async (entry: OutboxEntry, sent: Outgoing): Promise<Twin | null> => {
    const { kind } = entry;
    const likely: Version[] = [];
    const possible: Version[] = [];
    for (const item of await unclaimed(entry, sent)) {
      const version = await remote.get(kind, item.id);
      const likeness = likenessOf(version.remote, entry, sent);
      if (likeness === 'same') return { version, isSure: true };
      if (likeness === 'likely') likely.push(version);
      if (likeness === 'possible') possible.push(version);
    }
    const [only, another] = likely;
    if (only && !another) return { version: only, isSure: true };
    // A service that names versions also knows idempotency keys, and answers with what it made.
    const unsure = [...likely, ...possible].find(({ etag }) => etag === null);
    return unsure ? { version: unsure, isSure: false } : null;
  };
};

export type TwinSearch = ReturnType<typeof createTwinSearch>;
