import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import { parentKind, recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import type { SyncClient } from '../../connection/api-client.ts';
import { sentOf, type Page, type Remote } from '../endpoints.ts';
import { addFactsOf, type Facts } from './facts.ts';

type Query = { limit: number; page: number };

const limit = 100;

const everyPage = async (list: (query: Query) => Promise<Page>): Promise<Remote[]> => {
  const found: Remote[] = [];
  for (let page = 1; ; page += 1) {
    const { items, count } = await list({ limit, page });
    found.push(...items);
    if (items.length === 0 || found.length >= count) return found;
  }
};

/** Returns everything at the service that one person may see, with the service's IDs. */
export const serviceFacts = async (client: SyncClient): Promise<Facts> => {
  const models = await everyPage((query) =>
    client.threatModels.list({ ...query, include_archived: 'true' }),
  );
  const canvases: Remote[] = [];
  for (const { id } of models) {
    const ofModel = await everyPage((query) =>
      client.canvases.list({ ...query, threatModelId: id }),
    );
    for (const each of ofModel) canvases.push(await client.canvases.get({ id: each.id }));
  }
  const records: Record<RecordKind, Remote[]> = {
    collection: await everyPage((query) => client.collections.list(query)),
    threatModel: models,
    canvas: canvases,
    component: await everyPage((query) => client.components.list(query)),
    threat: await everyPage((query) => client.threats.list(query)),
    mitigation: await everyPage((query) => client.mitigations.list(query)),
    comment: await everyPage((query) => client.comments.list(query)),
  };
  const facts: Facts = new Map();
  for (const kind of recordKinds) {
    for (const remote of records[kind]) {
      const drawing = kind === 'canvas' ? canvasDocumentSchema.parse(remote['data']) : null;
      const parentId = parentOf(kind, remote);
      addFactsOf(facts, { kind, id: remote.id, parentId, content: remote, drawing });
    }
  }
  return facts;
};

const parentOf = (kind: RecordKind, remote: Remote): string | null => {
  const { parent } = sentOf[kind];
  const named = parentKind[kind] && parent ? remote[parent.output] : null;
  return typeof named === 'object' && named !== null && 'id' in named ? String(named.id) : null;
};
