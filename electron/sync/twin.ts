import { isDeepStrictEqual } from 'node:util';
import type { RecordKind } from '#shared/desktop/records.ts';
import type { Values } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import {
  sentOf,
  type Remote,
  type RemoteLists,
  type RemoteRecords,
  type Version,
} from './endpoints.ts';
import { walkPages, type List } from './pages.ts';

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

/**
 * Looks for the record that a create has made whose answer was lost: a sibling that is not known
 * here yet and has the same content, to the letter of what was sent.
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
