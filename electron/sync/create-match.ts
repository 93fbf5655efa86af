import { isDeepStrictEqual } from 'node:util';
import { verbatimDocument } from '#shared/canvas/document.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
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
import { walkPages, type List } from './pages.ts';
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

/**
 * Tells if the record `candidate` has the sent content. Fields that `candidate` lacks are ignored,
 * because lists may contain short forms of records.
 */
export const hasSentContent = (kind: RecordKind, candidate: Remote, body: Values): boolean =>
  Object.entries(body).every(
    ([field, value]) =>
      field === sentOf[kind].parent?.input ||
      candidate[field] === undefined ||
      isDeepStrictEqual(candidate[field], value),
  );

/** The likelihood that a record is the result of a create. */
type Likeness = 'same' | 'likely' | 'possible' | 'none';

const timeIn = (remote: Remote, field: string): number | null => {
  const time = remote[field];
  return typeof time === 'string' ? Date.parse(time) : null;
};

/** The texts that distinguish records of one kind: the name and the long texts. */
const textsOf = (kind: RecordKind, { body }: Outgoing): [string, unknown][] =>
  Object.entries(body).filter(
    ([field]) => field === 'title' || field === 'text' || sentOf[kind].longTexts.has(field),
  );

const elementIds = (data: unknown): string[] => {
  const drawing = verbatimDocument.safeParse(data).data;
  return drawing ? [...drawing.nodes, ...drawing.edges].map(({ id }) => id) : [];
};

/**
 * Tells if a canvas has one of the sent elements. That alone does not identify the canvas,
 * because elements keep their IDs when they move to another canvas.
 */
const sharesElements = (candidate: Remote, { body }: Outgoing): boolean => {
  const sent = new Set(elementIds(body['data']));
  return sent.size > 0 && elementIds(candidate['data']).some((id) => sent.has(id));
};

const isOfAnother = (candidate: Remote, kind: RecordKind, me: string | null): boolean => {
  const author = authorOf(kind, candidate);
  return author !== null && me !== null && author !== me;
};

/**
 * The longest time, in milliseconds, by which a service's clock may be set back while a create has no
 * answer. A record whose creation time is older than the create by more than this is no match.
 */
const maxStepMs = 900_000;

const existedBefore = (candidate: Remote, { sentAfter }: OutboxEntry): boolean => {
  const createdAt = timeIn(candidate, 'created_at');
  return createdAt !== null && sentAfter !== null && createdAt < Date.parse(sentAfter) - maxStepMs;
};

/**
 * Tells if a record may be the result of a create although it lacks some of the sent fields.
 * A service without idempotency keys may drop fields of a create, but not texts and drawings.
 */
const mayBeStoredInPart = (candidate: Remote, entry: OutboxEntry, sent: Outgoing): boolean =>
  !entry.honorsKey &&
  (elementIds(candidate['data']).length === 0 || sharesElements(candidate, sent)) &&
  textsOf(entry.kind, sent).every(([field, value]) => candidate[field] === value);

/**
 * Tells if nobody has changed a record since its creation. This is sure only if the times of its
 * creation and its last change are equal. If the clock of the service was set back, a change can have an
 * earlier time than the creation.
 */
const isUnchanged = (candidate: Remote): boolean => {
  const [created, updated] = [timeIn(candidate, 'created_at'), timeIn(candidate, 'updated_at')];
  return created !== null && updated === created;
};

const likenessOf = (candidate: Remote, entry: OutboxEntry, sent: Outgoing): Likeness => {
  const { kind } = entry;
  if (hasSentContent(kind, candidate, sent.body)) return 'same';
  if (existedBefore(candidate, entry)) return 'none';
  // A record that nobody changed and that differs from the sent content can be the result of the create
  // only if the service did not store some of the sent fields.
  if (isUnchanged(candidate)) return mayBeStoredInPart(candidate, entry, sent) ? 'likely' : 'none';
  const isAlike = textsOf(kind, sent).some(
    ([field, value]) => typeof value === 'string' && value !== '' && candidate[field] === value,
  );
  return isAlike ? 'likely' : 'possible';
};

/**
 * A record that may be the result of a create. If `isSure` is false, the person decides whether it is.
 */
export type CreateMatch = {
  version: Version;
  isSure: boolean;
  /** True if others may have changed the record since its creation. */
  mayBeChanged: boolean;
};

const twinOf = (version: Version, isSure: boolean): CreateMatch => ({
  version,
  isSure,
  mayBeChanged: !isUnchanged(version.remote),
});

/**
 * Returns a function that finds the record that an unanswered create made, or returns `null`. It
 * searches the parent of the create for records that this store does not know yet. If others have
 * changed the content of the record, its author, creation time, and texts identify it.
 */
export const createMatchSearch = ({ store, remote, lists }: Dependencies) => {
  const siblings: Record<RecordKind, (parentId: string) => Promise<Remote[]>> = {
    collection: () => everything((query) => lists.page('collection', query)),
    threatModel: (id) => everything((query) => lists.modelsOf(id, query)),
    canvas: (id) => everything((query) => lists.canvasesOf(id, query)),
    component: lists.componentsOf,
    threat: lists.threatsOf,
    mitigation: lists.mitigationsOf,
    comment: lists.commentsOf,
  };

  /**
   * Returns the service's records in the parent that `sent` names, except those that belong to a local
   * record, to another author, or to another unanswered create.
   */
  const unclaimed = async ({ kind, seq }: OutboxEntry, sent: Outgoing): Promise<Remote[]> => {
    const { parent } = sentOf[kind];
    const parentId = parent ? String(sent.body[parent.input]) : '';
    const me = store.preferences.userId();
    const others = store.outbox.unanswered(kind).filter((each) => each.seq !== seq);
    const matchesAnother = (each: Remote): boolean =>
      !hasSentContent(kind, each, sent.body) &&
      others.some(({ op, body }) => op === 'create' && body && hasSentContent(kind, each, body));
    return (await siblings[kind](parentId)).filter(
      (each) =>
        store.idMap.localId(kind, each.id) === null &&
        !isOfAnother(each, kind, me) &&
        !matchesAnother(each),
    );
  };

  return async (entry: OutboxEntry, sent: Outgoing): Promise<CreateMatch | null> => {
    const { kind } = entry;
    const likely: Version[] = [];
    const possible: Version[] = [];
    for (const item of await unclaimed(entry, sent)) {
      const version = await remote.get(kind, item.id);
      const likeness = likenessOf(version.remote, entry, sent);
      if (likeness === 'same') return twinOf(version, true);
      if (likeness === 'likely') likely.push(version);
      if (likeness === 'possible') possible.push(version);
    }
    const [only, another] = likely;
    if (only && !another) return twinOf(only, true);
    // If the service honors the idempotency key, no unsure match is needed, because a retry returns the
    // created record.
    const [unsure] = entry.honorsKey ? [] : [...likely, ...possible];
    return unsure ? twinOf(unsure, false) : null;
  };
};

export type MatchSearch = ReturnType<typeof createMatchSearch>;
