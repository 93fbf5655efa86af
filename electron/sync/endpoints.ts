import type { RecordKind } from '#shared/desktop/records.ts';
import type { RequestContext, SyncClient } from '../connection/api-client.ts';
import type { Values } from '../store/records.ts';

/** What the service answers of a record, whatever its kind: an id and fields. */
export type Remote = { id: string } & Values;
export type Page = { items: Remote[]; count: number };
export type PageQuery = {
  limit: number;
  page: number;
  sort?: 'created_at' | 'updated_at';
  order?: 'ASC' | 'DESC';
};

type Options = { context: RequestContext; signal: AbortSignal };

/**
 * The four calls that every kind of record has. Written as methods, because those take our records
 * as input although an enumerated field of theirs may hold a value that only another service knows:
 * such a record is sent as it is, and the service answers 400 to what it does not know. Another
 * service may answer a write with nothing.
 */
type Resource = {
  create(input: Values, options: Options): Promise<Remote | null | undefined>;
  update(input: Values, options: Options): Promise<Remote | null | undefined>;
  delete(input: { id: string }, options: Options): Promise<unknown>;
  get(input: { id: string }, options: Options): Promise<Remote>;
};

type List<Query = PageQuery> = (query: Query, options: { signal: AbortSignal }) => Promise<Page>;
type ListAll<Input> = (input: Input, options: { signal: AbortSignal }) => Promise<Remote[]>;

const resources = (client: SyncClient): Record<RecordKind, Resource> => ({
  collection: client.collections,
  threatModel: client.threatModels,
  canvas: client.canvases,
  component: client.components,
  threat: client.threats,
  mitigation: client.mitigations,
  comment: client.comments,
});

/** A record as the service has it, and its version where it names one. */
export type Version = { remote: Remote; etag: string | null };
export type Written = { remote: Remote | null; etag: string | null };

/** A weak tag says that two versions mean the same; it cannot guard a change. */
const strong = (etag: string | null): string | null => (etag?.startsWith('W/') ? null : etag);

/** The service's records, by kind. All requests end when `signal` does. */
export const createRemoteRecords = (client: SyncClient, signal: AbortSignal) => {
  const resource = resources(client);

  const listen = (context: RequestContext) => {
    let etag: string | null = null;
    const heard = (headers: Headers): void => {
      etag = strong(headers.get('etag'));
    };
    return { options: { context: { ...context, heard }, signal }, etag: () => etag };
  };

  const guard = (etag: string | null): RequestContext => (etag === null ? {} : { ifMatch: etag });

  return {
    /** Throws `NotModified` where the service still has the version that `known` names. */
    get: async (kind: RecordKind, id: string, known: string | null = null): Promise<Version> => {
      const { options, etag } = listen(known === null ? {} : { ifNoneMatch: known });
      const remote = await resource[kind].get({ id }, options);
      return { remote, etag: etag() };
    },

    create: async (kind: RecordKind, body: Values, idempotencyKey: string): Promise<Written> => {
      const { options, etag } = listen({ idempotencyKey });
      const remote = (await resource[kind].create(body, options)) ?? null;
      return { remote, etag: etag() };
    },

    update: async (
      kind: RecordKind,
      input: { id: string } & Values,
      ifMatch: string | null,
    ): Promise<Written> => {
      const { options, etag } = listen(guard(ifMatch));
      const remote = (await resource[kind].update(input, options)) ?? null;
      return { remote, etag: etag() };
    },

    delete: async (kind: RecordKind, id: string, ifMatch: string | null): Promise<void> => {
      await resource[kind].delete({ id }, listen(guard(ifMatch)).options);
    },
  };
};

export type RemoteRecords = ReturnType<typeof createRemoteRecords>;

type Listed = Exclude<RecordKind, 'canvas'>;

/** The pages of everything a person may see; canvases are listed a threat model at a time. */
export const createRemoteLists = (client: SyncClient, signal: AbortSignal) => {
  const lists: Record<Listed, List> = {
    collection: (query, options) => client.collections.list(query, options),
    threatModel: (query, options) =>
      client.threatModels.list({ ...query, include_archived: 'true' }, options),
    component: (query, options) => client.components.list(query, options),
    threat: (query, options) => client.threats.list(query, options),
    // They tell no time of their last change, so there is nothing to sort by.
    mitigation: ({ limit, page }, options) => client.mitigations.list({ limit, page }, options),
    comment: (query, options) => client.comments.list(query, options),
  };
  const modelsOf: List<PageQuery & { collectionId: string }> = (query, options) =>
    client.threatModels.listByCollection({ ...query, include_archived: 'true' }, options);
  const canvasesOf: List<PageQuery & { threatModelId: string }> = client.canvases.list;
  const componentsOf: ListAll<{ canvasId: string }> = client.components.listForCanvas;
  const threatsOf: ListAll<{ componentId: string }> = client.threats.listForComponent;
  const mitigationsOf: ListAll<{ threatId: string }> = client.mitigations.listForThreat;
  const commentsOf: ListAll<{ threatId: string }> = client.comments.listForThreat;

  return {
    page: (kind: Listed, query: PageQuery): Promise<Page> => lists[kind](query, { signal }),
    modelsOf: (collectionId: string, query: PageQuery): Promise<Page> =>
      modelsOf({ ...query, collectionId }, { signal }),
    canvasesOf: (threatModelId: string, query: PageQuery): Promise<Page> =>
      canvasesOf({ ...query, threatModelId }, { signal }),
    componentsOf: (canvasId: string): Promise<Remote[]> => componentsOf({ canvasId }, { signal }),
    threatsOf: (componentId: string): Promise<Remote[]> => threatsOf({ componentId }, { signal }),
    mitigationsOf: (threatId: string): Promise<Remote[]> => mitigationsOf({ threatId }, { signal }),
    commentsOf: (threatId: string): Promise<Remote[]> => commentsOf({ threatId }, { signal }),
  };
};

export type RemoteLists = ReturnType<typeof createRemoteLists>;

type Sent = {
  /** How POST names the parent, and how an answer does. */
  parent: { input: string; output: string } | null;
  /** The content that POST takes; what is left is sent as an update behind it. */
  createFields: readonly string[];
  updateFields: readonly string[];
  /** Texts of many lines, which merge line by line. */
  longTexts: ReadonlySet<string>;
};

const noTexts: ReadonlySet<string> = new Set();
const description: ReadonlySet<string> = new Set(['description']);
const mitigationTexts = ['definition', 'consideration', 'explanation', 'example'];

/** What travels of each kind of record, as the tables of the specification have it. */
export const sentOf: Record<RecordKind, Sent> = {
  collection: {
    parent: null,
    createFields: ['title', 'description'],
    updateFields: ['title', 'description', 'color'],
    longTexts: description,
  },
  threatModel: {
    parent: { input: 'collectionId', output: 'collection' },
    createFields: ['title', 'description'],
    updateFields: ['title', 'description', 'status', 'priority', 'due_to_date', 'archived_at'],
    longTexts: description,
  },
  canvas: {
    parent: { input: 'threatModelId', output: 'threat_model' },
    createFields: ['title', 'format', 'data'],
    updateFields: ['title', 'format', 'data'],
    longTexts: noTexts,
  },
  component: {
    parent: { input: 'canvasId', output: 'canvas' },
    createFields: ['title', 'description'],
    updateFields: ['title', 'description'],
    longTexts: description,
  },
  threat: {
    parent: { input: 'componentId', output: 'component' },
    createFields: ['title', 'description', 'priority', 'source', 'is_custom'],
    updateFields: ['title', 'description', 'priority', 'status'],
    longTexts: description,
  },
  mitigation: {
    parent: { input: 'threatId', output: 'threat' },
    createFields: ['title', ...mitigationTexts],
    updateFields: ['title', ...mitigationTexts, 'status'],
    longTexts: new Set(mitigationTexts),
  },
  comment: {
    parent: { input: 'threatId', output: 'threat' },
    createFields: ['text'],
    updateFields: ['text'],
    longTexts: new Set(['text']),
  },
};

/** The ids in a list of references. */
export const idsIn = (references: unknown): string[] =>
  Array.isArray(references)
    ? references.flatMap((each: unknown) =>
        typeof each === 'object' && each !== null && 'id' in each && typeof each.id === 'string'
          ? [each.id]
          : [],
      )
    : [];

export const pick = (values: Values, fields: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
