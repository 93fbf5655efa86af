import {
  contentSchemas,
  parentKind,
  recordKinds,
  type RecordKind,
} from '#shared/desktop/records.ts';
import type { Conflict } from '#shared/desktop/sync.ts';
import type { SyncClient } from '../../connection/api-client.ts';
import type { Store } from '../../store/store.ts';
import { withServiceIds } from '../component-ids.ts';
import type { Remote } from '../endpoints.ts';
import { pick, sentOf } from '../endpoints.ts';
import type { App } from '../testing/office.ts';
import { tokensIn } from './ledger.ts';

/** A record as both sides can say it, with the ids of the service. */
export type Seen = { kind: RecordKind; id: string; parentId: string | null; content: unknown };

const fieldsOf = (kind: RecordKind): string[] => Object.keys(contentSchemas[kind].shape);

/** The other side of what is in conflict; the rest of it is no news to anybody. */
const otherSideOf = (conflict: Conflict | null): unknown => {
  switch (conflict?.type) {
    case 'editedThere':
      return pick(
        conflict.theirs,
        Object.values(contentSchemas).flatMap((each) => Object.keys(each.shape)),
      );
    case 'canvas':
      return [conflict.fields.map(({ theirs }) => theirs), conflict.conflicts.map(otherElement)];
    case 'fields':
      return conflict.fields.map(({ theirs }) => theirs);
    default:
      return null;
  }
};

type DrawnConflict = Extract<Conflict, { type: 'canvas' }>['conflicts'][number];

const otherElement = ({ theirs, fields }: DrawnConflict): unknown =>
  theirs === null || fields.length === 0
    ? theirs
    : fields.map((field) => [Reflect.get(theirs, field), Reflect.get(theirs.data ?? {}, field)]);

/** Everything that a person has before them, the other side of open conflicts included. */
export const tokensBefore = ({ store: { records, documents }, engine }: App): Set<string> =>
  tokensIn([
    recordKinds.flatMap((kind) =>
      records
        .all(kind)
        .map((row) => [
          pick(row.local, fieldsOf(kind)),
          kind === 'canvas' ? documents.read(row.id) : null,
        ]),
    ),
    engine.conflicts().map(({ kind, id }) => otherSideOf(engine.conflict(kind, id))),
  ]);

export const seenByApp = ({ records, documents, idMap }: Store): Seen[] =>
  recordKinds.flatMap((kind) =>
    records.all(kind).map(({ id, parentId, local }) => {
      const heldBy = parentKind[kind];
      const document = kind === 'canvas' ? documents.read(id) : null;
      const data = document && { data: withServiceIds(idMap, document) };
      return {
        kind,
        id: idMap.serviceId(kind, id) ?? `only here: ${id}`,
        parentId: heldBy && parentId ? (idMap.serviceId(heldBy, parentId) ?? parentId) : null,
        content: { ...pick(local, fieldsOf(kind)), ...data },
      };
    }),
  );

const everyPage = { limit: 200, page: 1 };

/** Everything that the service has; a simulation never fills a second page. */
export const seenByService = async (client: SyncClient): Promise<Seen[]> => {
  const models = await client.threatModels.list({ ...everyPage, include_archived: 'true' });
  const canvases = await Promise.all(
    models.items.map(({ id }) => client.canvases.list({ ...everyPage, threatModelId: id })),
  );
  const lists: Record<RecordKind, Remote[]> = {
    collection: (await client.collections.list(everyPage)).items,
    threatModel: models.items,
    canvas: canvases.flatMap(({ items }) => items),
    component: (await client.components.list(everyPage)).items,
    threat: (await client.threats.list(everyPage)).items,
    mitigation: (await client.mitigations.list(everyPage)).items,
    comment: (await client.comments.list(everyPage)).items,
  };
  return recordKinds.flatMap((kind) => lists[kind].map((remote) => seenOf(kind, remote)));
};

const seenOf = (kind: RecordKind, remote: Remote): Seen => {
  const { parent } = sentOf[kind];
  const named = parent ? remote[parent.output] : null;
  const parentId =
    typeof named === 'object' && named !== null && 'id' in named ? String(named.id) : null;
  const data = kind === 'canvas' ? { data: remote['data'] } : {};
  return {
    kind,
    id: remote.id,
    parentId,
    content: { ...pick(remote, fieldsOf(kind)), ...data },
  };
};

/** What a record of the service says, and everything it holds. */
export const tokensUnder = (all: readonly Seen[], id: string): Set<string> => {
  const found = all.filter((each) => each.id === id);
  for (const each of found) found.push(...all.filter(({ parentId }) => parentId === each.id));
  return tokensIn(found);
};
