import { isDeepStrictEqual } from 'node:util';
import { ORPCError } from '@orpc/client';
import { z } from 'zod';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import { parentKind, recordKinds, type RecordKind } from '#shared/desktop/records.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { Store } from '../store/store.ts';
import { resources, sentOf, type Remote } from './endpoints.ts';
import { localDrawing, merged, remoteValues } from './remote-record.ts';

type Dependencies = { store: Store; client: SyncClient; changed: (kinds: RecordKind[]) => void };
type Page = { items: Remote[]; count: number };

const pageSize = 200;
const withId = z.object({ id: z.string() });

/** Lists of everything a person may see, by kind; canvases are listed a threat model at a time. */
const lists = {
  collection: (client, query) => client.collections.list(query),
  threatModel: (client, query) => client.threatModels.list({ ...query, include_archived: 'true' }),
  component: (client, query) => client.components.list(query),
  threat: (client, query) => client.threats.list(query),
  mitigation: (client, query) => client.mitigations.list(query),
  comment: (client, query) => client.comments.list(query),
} satisfies Partial<
  Record<RecordKind, (client: SyncClient, query: { limit: number; page: number }) => Promise<Page>>
>;

/**
 * A full pass over everything the service has. What the person changed and did not send stays; a
 * record is taken away here only when a complete pass misses it and its own GET says 404.
 */
export const createPull = ({ store, client, changed }: Dependencies) => {
  const { records, documents, outbox, idMap } = store;
  const resource = resources(client);

  const localId = (kind: RecordKind, serviceId: string): string =>
    idMap.localId(kind, serviceId) ?? serviceId;

  const storeDrawing = (id: string, remote: Remote): boolean => {
    const data = canvasDocumentSchema.safeParse(remote['data']);
    if (!data.success) return false;
    const drawing = localDrawing(store, data.data);
    const isUnsent = outbox.forRecord('canvas', id).some((entry) => entry.fields.includes('data'));
    const known = documents.read(id);
    if (known && isUnsent) {
      documents.confirm(id, drawing);
      return false;
    }
    if (isDeepStrictEqual(known, drawing)) return false;
    documents.write(id, drawing, drawing);
    return true;
  };

  /** Tells whether anything is different from what was shown. */
  const storeRemote = (kind: RecordKind, remote: Remote, parentId: string | null): boolean => {
    const id = localId(kind, remote.id);
    // Deleted here, and the service has not been told yet.
    if (outbox.forRecord(kind, id).some((entry) => entry.op === 'delete')) return false;
    const row = records.find(kind, id);
    const next = row
      ? { ...merged(store, row, remote), parentId }
      : { kind, id, parentId, local: remoteValues(remote), base: remoteValues(remote) };
    idMap.put(kind, id, remote.id);
    const isNews = !row || !isDeepStrictEqual(row.local, next.local) || row.parentId !== parentId;
    if (isNews || !isDeepStrictEqual(row.base, next.base)) records.put(next);
    return (kind === 'canvas' && storeDrawing(id, remote)) || isNews;
  };

  const parentOf = (kind: RecordKind, remote: Remote): string | null => {
    const { parent } = sentOf[kind];
    const heldBy = parentKind[kind];
    if (!parent || !heldBy) return null;
    const named = withId.safeParse(remote[parent.output]);
    return named.success ? localId(heldBy, named.data.id) : null;
  };

  /** Walks all pages; the ids that were seen. */
  const pullPages = async (
    kind: RecordKind,
    list: (query: { limit: number; page: number }) => Promise<Page>,
  ): Promise<Set<string>> => {
    const seen = new Set<string>();
    for (let page = 1; ; page += 1) {
      const { items, count } = await list({ limit: pageSize, page });
      const isNews = store.transaction(() =>
        items.map((item) => storeRemote(kind, item, parentOf(kind, item))).includes(true),
      );
      if (isNews) changed([kind]);
      for (const item of items) seen.add(item.id);
      if (items.length === 0 || page * pageSize >= count) return seen;
    }
  };

  const pullKind = async (kind: RecordKind): Promise<Set<string>> => {
    if (kind !== 'canvas') return await pullPages(kind, (query) => lists[kind](client, query));
    const seen = new Set<string>();
    for (const model of records.all('threatModel')) {
      const threatModelId = idMap.serviceId('threatModel', model.id);
      if (threatModelId === null) continue;
      const found = await pullPages('canvas', (query) =>
        client.canvases.list({ ...query, threatModelId }),
      );
      for (const id of found) seen.add(id);
    }
    return seen;
  };

  const isGone = async (kind: RecordKind, serviceId: string): Promise<boolean> => {
    try {
      await resource[kind].get({ id: serviceId });
      return false;
    } catch (error) {
      if (error instanceof ORPCError && error.status === 404) return true;
      throw error;
    }
  };

  const removeMissing = async (kind: RecordKind, seen: ReadonlySet<string>): Promise<void> => {
    for (const row of records.all(kind)) {
      const serviceId = idMap.serviceId(kind, row.id);
      if (serviceId === null || seen.has(serviceId)) continue;
      if (outbox.forRecord(kind, row.id).length > 0) continue;
      if (!(await isGone(kind, serviceId))) continue;
      store.transaction(() => {
        for (const held of store.records.subtree(kind, row.id)) {
          records.remove(held.kind, held.id);
          idMap.remove(held.kind, held.id);
          if (held.kind === 'canvas') documents.remove(held.id);
        }
      });
      changed([...recordKinds]);
    }
  };

  return async (): Promise<void> => {
    for (const kind of recordKinds) {
      const seen = await pullKind(kind);
      await removeMissing(kind, seen);
    }
  };
};
