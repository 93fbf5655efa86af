import { isDeepStrictEqual } from 'node:util';
import type { RecordKind } from '#shared/desktop/records.ts';
import type { Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import {
  sentOf,
  type Page,
  type PageQuery,
  type Remote,
  type RemoteLists,
  type RemoteRecords,
  type Version,
} from './endpoints.ts';

type Dependencies = { store: Store; remote: RemoteRecords; lists: RemoteLists };

const pageSize = 200;

const allPages = async (list: (query: PageQuery) => Promise<Page>): Promise<Remote[]> => {
  const found: Remote[] = [];
  for (let page = 1; ; page += 1) {
    const { items, count } = await list({ limit: pageSize, page });
    found.push(...items);
    if (items.length === 0 || page * pageSize >= count) return found;
  }
};

/** Lists may be short forms, so a field that is not there says nothing. */
const saysWhatWasSent = (kind: RecordKind, candidate: Remote, body: Values): boolean =>
  Object.entries(body).every(
    ([field, value]) =>
      field === sentOf[kind].parent?.input ||
      candidate[field] === undefined ||
      isDeepStrictEqual(candidate[field], value),
  );

/**
 * Looks for the record that a create has made whose answer was lost: a sibling that is not known
 * here yet and has the same content, to the letter of what was sent.
 */
export const createTwinSearch = ({ store, remote, lists }: Dependencies) => {
  const siblings: Record<RecordKind, (parentId: string) => Promise<Remote[]>> = {
    collection: () => allPages((query) => lists.page('collection', query)),
    threatModel: (id) => allPages((query) => lists.modelsOf(id, query)),
    canvas: (id) => allPages((query) => lists.canvasesOf(id, query)),
    component: lists.componentsOf,
    threat: lists.threatsOf,
    mitigation: lists.mitigationsOf,
    comment: lists.commentsOf,
  };

  return async (kind: RecordKind, body: Values): Promise<Version | null> => {
    const { parent } = sentOf[kind];
    const parentId = parent ? String(body[parent.input]) : '';
    const isTwin = (each: Remote): boolean =>
      store.idMap.localId(kind, each.id) === null && saysWhatWasSent(kind, each, body);
    for (const { id } of (await siblings[kind](parentId)).filter(isTwin)) {
      const version = await remote.get(kind, id);
      if (isTwin(version.remote)) return version;
    }
    return null;
  };
};

export type TwinSearch = ReturnType<typeof createTwinSearch>;
