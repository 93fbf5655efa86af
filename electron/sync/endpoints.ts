import { z } from 'zod';
import { fieldNames, isContent } from '#shared/records/record-fields.ts';
import { parentKind, snakeCase, type RecordKind } from '#shared/records/record-kinds.ts';
import type { RequestContext, SyncClient } from '../connection/api-client.ts';
import type { Values } from '../store/records.ts';

/** A record of any kind in an answer of the service: an ID and fields. */
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
 * The calls for every kind of record. They are declared as methods, because TypeScript checks the
 * parameters of methods less strictly. So a field may have a value that only another service knows. Such
 * a value is sent unchanged, and a service that does not know it answers 400.
 */
type Resource = {
  /**
   * Creates a record. The result has no record if the service answers without a body. The same applies
   * to `update`.
   */
  create(input: Values, options: Options): Promise<Remote | null | undefined>;
  update(input: Values, options: Options): Promise<Remote | null | undefined>;
  delete(input: { id: string }, options: Options): Promise<unknown>;
  get(input: { id: string }, options: Options): Promise<Remote>;
  restore(input: { id: string }, options: Options): Promise<Remote>;
};

type List<Query = PageQuery> = (query: Query, options: Options) => Promise<Page>;
type ListAll<Input> = (input: Input, options: Options) => Promise<Remote[]>;

const resources = (client: SyncClient): Record<RecordKind, Resource> => ({
  collection: client.collections,
  threatModel: client.threatModels,
  canvas: client.canvases,
  component: client.components,
  threat: client.threats,
  mitigation: client.mitigations,
  comment: client.comments,
});

/** A record as the service has it, with its strong ETag if there is one. */
export type Version = { remote: Remote; etag: string | null };
export type Written = { remote: Remote | null; etag: string | null };

/**
 * Returns the ETag of an answer, or `null` if there is no strong ETag. A weak ETag only says that two
 * versions are equivalent, so it cannot protect an update.
 */
export const strongTagIn = (headers: Headers): string | null => {
  const etag = headers.get('etag');
  return etag?.startsWith('W/') ? null : etag;
};

/** Reads and writes records of the service by kind. All requests end when `signal` aborts. */
export const createRemoteRecords = (
  client: SyncClient,
  signal: AbortSignal,
  { carry, onHeaders }: Pick<RequestContext, 'carry' | 'onHeaders'> = {},
) => {
  const resource = resources(client);

  const listen = (context: RequestContext) => {
    let etag: string | null = null;
    const listening: RequestContext = {
      ...context,
      ...(carry && { carry }),
      onHeaders: (headers) => {
        etag = strongTagIn(headers);
        onHeaders?.(headers);
      },
    };
    return { options: { context: listening, signal }, etag: () => etag };
  };

  const guard = (etag: string | null): RequestContext => (etag === null ? {} : { ifMatch: etag });

  return {
    /**
     * Reads a record. Throws `NotModified` if the service still has the version with the ETag `known`.
     */
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

    /** Restores a deleted record with everything that was deleted with it. */
    restore: async (kind: RecordKind, id: string): Promise<Version> => {
      const { options, etag } = listen({});
      const remote = await resource[kind].restore({ id }, options);
      return { remote, etag: etag() };
    },

    delete: async (kind: RecordKind, id: string, ifMatch: string | null): Promise<void> => {
      await resource[kind].delete({ id }, listen(guard(ifMatch)).options);
    },
  };
};

export type RemoteRecords = ReturnType<typeof createRemoteRecords>;

type Listed = Exclude<RecordKind, 'canvas'>;

/**
 * Lists the records of each kind that the person may see. Canvases can be listed only by threat model.
 */
export const createRemoteLists = (
  client: SyncClient,
  signal: AbortSignal,
  context: Pick<RequestContext, 'onHeaders'> = {},
) => {
  const options = { signal, context };
  const lists: Record<Listed, (query: PageQuery) => Promise<Page>> = {
    collection: (query) => client.collections.list(query, options),
    threatModel: (query) =>
      client.threatModels.list({ ...query, include_archived: 'true' }, options),
    component: (query) => client.components.list(query, options),
    threat: (query) => client.threats.list(query, options),
    // Mitigations have no time of their last change, so there is nothing to sort by.
    mitigation: ({ limit, page }) => client.mitigations.list({ limit, page }, options),
    comment: (query) => client.comments.list(query, options),
  };
  const modelsOf = client.threatModels.listByCollection;
  const canvasesOf: List<PageQuery & { threatModelId: string }> = client.canvases.list;
  const componentsOf: ListAll<{ canvasId: string }> = client.components.listForCanvas;
  const threatsOf: ListAll<{ componentId: string }> = client.threats.listForComponent;
  const mitigationsOf: ListAll<{ threatId: string }> = client.mitigations.listForThreat;
  const commentsOf: ListAll<{ threatId: string }> = client.comments.listForThreat;

  return {
    page: (kind: Listed, query: PageQuery): Promise<Page> => lists[kind](query),
    modelsOf: (collectionId: string, query: PageQuery): Promise<Page> =>
      modelsOf({ ...query, collectionId, include_archived: 'true' }, options),
    canvasesOf: (threatModelId: string, query: PageQuery): Promise<Page> =>
      canvasesOf({ ...query, threatModelId }, options),
    componentsOf: (canvasId: string): Promise<Remote[]> => componentsOf({ canvasId }, options),
    threatsOf: (componentId: string): Promise<Remote[]> => threatsOf({ componentId }, options),
    mitigationsOf: (threatId: string): Promise<Remote[]> => mitigationsOf({ threatId }, options),
    commentsOf: (threatId: string): Promise<Remote[]> => commentsOf({ threatId }, options),
  };
};

export type RemoteLists = ReturnType<typeof createRemoteLists>;

type Sent = {
  /**
   * The names of the field for the parent, in a POST (`input`) and in an answer (`output`). `null` for a
   * kind that has no parent.
   */
  parent: { input: string; output: string } | null;
  /**
   * The fields that every service accepts in a POST. Other fields are sent in an update after the POST,
   * if the answer to the POST shows that the service has them.
   */
  createFields: readonly string[];
  updateFields: readonly string[];
  /** The fields with texts of several lines, which are merged line by line. */
  longTexts: ReadonlySet<string>;
};

const sentFields = (kind: RecordKind): Sent => {
  const parent = parentKind[kind];
  return {
    parent: parent && { input: `${parent}Id`, output: snakeCase(parent) },
    createFields: fieldNames(
      kind,
      (field) => isContent(field) && field.write !== 'update' && !field.isAddition,
    ),
    updateFields: fieldNames(
      kind,
      ({ write }) => write === 'create and update' || write === 'update',
    ),
    longTexts: new Set(fieldNames(kind, (field) => isContent(field) && field.type === 'prose')),
  };
};

/** The fields that are sent for each kind of record. */
export const sentOf: Record<RecordKind, Sent> = {
  collection: sentFields('collection'),
  threatModel: sentFields('threatModel'),
  canvas: sentFields('canvas'),
  component: sentFields('component'),
  threat: sentFields('threat'),
  mitigation: sentFields('mitigation'),
  comment: sentFields('comment'),
};

const withId = z.object({ id: z.string() });

/** Returns the service's ID of the parent that an answer names, or `null` if the answer names none. */
export const parentNamedBy = (kind: RecordKind, remote: Remote): string | null => {
  const { parent } = sentOf[kind];
  return (parent && withId.safeParse(remote[parent.output]).data?.id) ?? null;
};

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
