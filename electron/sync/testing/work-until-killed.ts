import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { invertOperation } from '#shared/canvas/apply.ts';
import { emptyDocument } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { workspaceScope, type RecordChange } from '#shared/desktop/change.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { createApiClient } from '../../connection/api-client.ts';
import { createConnectionFetch } from '../../connection/connection-fetch.ts';
import { scopeOf } from '../../store/record-ancestors.ts';
import type { RecordRow } from '../../store/records.ts';
import { createStore } from '../../store/store.ts';
import { createSyncEngine } from '../engine.ts';
import { createChance } from '../simulation/chance.ts';
import { tokensIn } from '../simulation/ledger.ts';
import { plainService } from '../simulation/network.ts';

// crash.test.ts runs this program in a separate process and kills it. The program works in a store that
// is synced at the same time. Before each gesture, it prints a "-" line with the words that the gesture
// removes. When the gesture is stored, it prints a "+" line with the word that the gesture wrote.

const { path, url, credentials, round, plain } = z
  .object({
    path: z.string(),
    url: z.string(),
    credentials: z.object({ clientId: z.string(), secret: z.string() }),
    round: z.number(),
    plain: z.boolean(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''));

const chance = createChance(round);
const store = createStore({ path });
const { records, documents, changes } = store;
const reach = plain ? plainService(fetch) : fetch;
const baseUrl = `${url}/api/v1`;
const engine = createSyncEngine({
  store,
  client: createApiClient(
    baseUrl,
    createConnectionFetch({
      baseUrl,
      credentials: () => Promise.resolve(credentials),
      fetch: (request) => reach(request),
    }),
  ),
  connectionName: 'Test',
  changed: () => {},
  announce: () => {},
  log: () => {},
  // The delays are shorter than usual, because the process does not live long enough for the usual ones.
  later: (work, ms) => {
    const timer = setTimeout(work, ms / 50);
    return () => clearTimeout(timer);
  },
});

let words = round * 100_000;
const newWord = (): string => `w${(words += 1)}`;

type Gesture = { takesAway: Iterable<string>; wrote: string; records: RecordChange[] };

const print = (mark: '-' | '+', list: Iterable<string>): void =>
  void process.stdout.write(`${[mark, ...list].join(' ')}\n`);

const make = (gesture: Gesture, canvasId?: string, operation: CanvasOperation = []): void => {
  const drawing = canvasId === undefined ? null : documents.read(canvasId);
  const inverse = invertOperation(drawing ?? emptyDocument, operation);
  print('-', gesture.takesAway);
  changes.apply({
    scope: canvasId === undefined ? workspaceScope : scopeOf(records, 'canvas', canvasId),
    label: 'work',
    records: gesture.records,
    ...(canvasId !== undefined && { drawings: [{ canvasId, operation, inverse }] }),
  });
  print('+', [gesture.wrote]);
  engine.changed();
};

const create = (
  kind: RecordKind,
  parentId: string | null,
  title: string,
  id: string = randomUUID(),
) => ({ op: 'create', kind, id, parentId, values: { title } }) satisfies RecordChange;

const startModel = (): void => {
  const wrote = newWord();
  const [known] = records.all('collection');
  const collectionId = known?.id ?? randomUUID();
  const model = create('threatModel', collectionId, wrote);
  const collection = create('collection', null, 'All of it', collectionId);
  make({
    takesAway: [],
    wrote,
    records: [...(known ? [] : [collection]), model, create('canvas', model.id, 'Overview')],
  });
};

const draw = ({ id: canvasId }: RecordRow): void => {
  const wrote = newWord();
  const component = create('component', canvasId, wrote);
  const { id } = component;
  const data = { label: wrote, componentId: id };
  make({ takesAway: [], wrote, records: [component] }, canvasId, [
    { kind: 'addNode', index: 0, node: { id, position: { x: 0, y: 0 }, data } },
  ]);
};

const addThreat = (_canvas: RecordRow, component: RecordRow): void => {
  const wrote = newWord();
  make({ takesAway: [], wrote, records: [create('threat', component.id, wrote)] });
};

const rename = ({ id: canvasId }: RecordRow, { kind, id, local }: RecordRow): void => {
  const wrote = newWord();
  const update: RecordChange = { op: 'update', kind, id, values: { title: wrote } };
  make({ takesAway: tokensIn(local['title']), wrote, records: [update] }, canvasId, [
    { kind: 'setNode', id, data: { label: wrote } },
  ]);
};

const remove = ({ id: canvasId }: RecordRow, { kind, id }: RecordRow): void => {
  const takesAway = tokensIn(records.subtree(kind, id).map(({ local }) => local['title']));
  make({ takesAway, wrote: '', records: [{ op: 'delete', kind, id }] }, canvasId, [
    { kind: 'removeNode', id },
  ]);
};

const gestures = [draw, draw, draw, addThreat, addThreat, rename, rename, remove];

const work = (): void => {
  const canvas = chance.pick(records.all('canvas'));
  if (!canvas) return startModel();
  const component = chance.pick(records.children('component', canvas.id));
  const gesture = component ? chance.pick(gestures) : draw;
  if (component && gesture) gesture(canvas, component);
  else draw(canvas);
};

engine.start();
startModel();
for (;;) {
  await pause(chance.below(12));
  work();
}
