import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSecret } from '#service/access/secret-hash.ts';
import { workspaceScope, type DrawingChange, type RecordChange } from '#shared/desktop/change.ts';
import { thisComputer } from '#shared/desktop/connections.ts';
import { initialPreferences } from '#shared/desktop/window.ts';
import type { SyncClient } from '../../connection/api-client.ts';
import { sqlOf } from '../../store/testing/sql-text.ts';
import { openOffice, uuid, type App } from '../../sync/testing/office.ts';
import {
  agreed,
  archive,
  checkout,
  create,
  flooding,
  inverseOf,
  leak,
  operationOf,
  orders,
  overview,
  overviewDocument,
  payments,
  paymentsDocument,
  rateLimit,
  records,
  shop,
  tampering,
  update,
} from './profile-content.ts';

/**
 * Writes a data folder of this version and the database of its service, for the tests of later versions.
 * `npm run profile -- <date>` writes them to `shared/fixtures/profile-<date>`. A fixture is never
 * written again, because later versions have to open the files that this version wrote.
 */

const [name] = process.argv.slice(2);
if (name === undefined) throw new Error('The name of the fixture is missing.');
const target = join(import.meta.dirname, `../../../shared/fixtures/profile-${name}`);

const gesture = (
  app: App,
  scope: string,
  label: string,
  changes: RecordChange[],
  drawings: DrawingChange[] = [],
): void => void app.store.changes.apply({ scope, label, records: changes, drawings });

const relabel = (app: App, canvasId: string, id: string, before: string, after: string): void =>
  gesture(
    app,
    checkout,
    'canvas.label.rename',
    [],
    [
      {
        canvasId,
        operation: [{ kind: 'setNode', id, data: { label: after } }],
        inverse: [{ kind: 'setNode', id, data: { label: before } }],
      },
    ],
  );

/** Creates the content and syncs it to the service. */
const begin = async (ann: App): Promise<void> => {
  gesture(ann, workspaceScope, 'canvas.label.add', records);
  for (const [canvasId, document] of [
    [overview, overviewDocument],
    [payments, paymentsDocument],
  ] as const) {
    const drawing = {
      canvasId,
      operation: operationOf(document),
      inverse: inverseOf(document),
    };
    gesture(ann, checkout, 'canvas.label.add', [], [drawing]);
  }
  ann.store.versions.name(overview, 'Before the audit');
  ann.store.changes.apply({
    scope: checkout,
    label: 'canvas.label.move',
    canvasOrders: [{ modelId: checkout, canvasIds: [payments, overview, archive] }],
  });
  await ann.engine.syncAll();
};

/**
 * Creates data with the API that the gestures in `begin` do not create, such as codex entries and a
 * team.
 */
const fillService = async (client: SyncClient, ann: App): Promise<void> => {
  const attribute = await client.codexAttributes.create({
    title: 'Stores personal data',
    description: 'Names or addresses.',
    aliases: ['PII'],
    resources: [{ url: 'https://example.org/pii', title: 'What is personal data?' }],
  });
  const service = (kind: 'component' | 'threatModel' | 'collection', id: string): string =>
    ann.store.idMap.serviceId(kind, id) ?? '';
  await client.components.update({
    id: service('component', orders),
    attributes: [{ id: attribute.id }],
  });
  await client.threatModels.update({
    id: service('threatModel', checkout),
    time_invested: 90,
    quality_of_model: 3,
    when_to_revisit: 6,
  });
  await client.codexThreats.create({
    title: 'Session theft',
    description: 'Of any kind.',
    priority: 'high',
  });
  await client.codexMitigations.create({
    title: 'Short sessions',
    definition: 'Sessions end soon.',
    question: 'When do sessions end?',
  });
  const [bob] = await client.users.bulkImport({
    payload: [{ email: 'bob@example.org', firstName: 'Bob', lastName: 'Ray' }],
  });
  if (!bob) throw new Error('Bob was not created.');
  const { id: teamId } = await client.teams.create({ title: 'Payments', usersIds: [bob.id] });
  await client.collectionAccess.grantTeams({
    collectionId: service('collection', shop),
    teamsPermissions: [{ teamId, permission: 'write' }],
  });
};

/**
 * Causes one conflict of each common type: of two values, of two labels, and of an edited record that
 * others deleted.
 */
const disagree = async (ann: App, other: App): Promise<void> => {
  await other.pull();
  const idOf = (kind: 'threat' | 'mitigation' | 'canvas' | 'component', title: string): string =>
    other.store.records.all(kind).find(({ local }) => local['title'] === title)?.id ?? '';
  const canvas = idOf('canvas', 'Overview');
  const scope = other.store.records.all('threatModel')[0]?.id ?? '';
  const webLabel = [{ kind: 'setNode' as const, id: 'web', data: { label: 'Shop front' } }];
  other.store.changes.apply({
    scope,
    label: 'canvas.label.rename',
    records: [
      update('threat', idOf('threat', 'Tampering'), { title: 'Tampering with prices' }),
      { op: 'delete', kind: 'mitigation', id: idOf('mitigation', 'Rate limit') },
    ],
    drawings: [{ canvasId: canvas, operation: webLabel, inverse: [] }],
  });
  await other.engine.syncAll();
  gesture(ann, checkout, 'canvas.label.rename', [
    update('threat', tampering, { title: 'Tampering with orders' }),
  ]);
  gesture(ann, checkout, 'canvas.label.rename', [
    update('mitigation', rateLimit, { title: 'Rate limit per address' }),
  ]);
  relabel(ann, overview, 'web', 'Web app', 'Store front');
  await ann.engine.syncAll();
};

/** Leaves one change that the service rejects, and several that were not sent. */
const workOffline = async (ann: App): Promise<void> => {
  const tooLong = 'x'.repeat(501);
  gesture(ann, checkout, 'canvas.label.rename', [update('threat', flooding, { title: tooLong })]);
  await ann.engine.flush();
  const added = uuid(60);
  gesture(
    ann,
    checkout,
    'canvas.label.add',
    [
      create('component', added, payments, { title: 'Receipt printer' }),
      create('threat', uuid(61), added, { title: 'Paper jam', priority: 'high' }),
    ],
    [
      {
        canvasId: payments,
        operation: [
          {
            kind: 'addNode',
            index: 2,
            node: {
              id: 'printer',
              type: 'processNode',
              position: { x: 240, y: 160 },
              data: { label: 'Receipt printer', componentId: added },
            },
          },
        ],
        inverse: [{ kind: 'removeNode', id: 'printer' }],
      },
    ],
  );
  gesture(ann, checkout, 'canvas.label.rename', [update('threat', leak, { status: 'open' })]);
  gesture(ann, checkout, 'canvas.label.delete', [{ op: 'delete', kind: 'comment', id: agreed }]);
  gesture(ann, workspaceScope, 'canvas.label.rename', [update('collection', shop, { title: 'X' })]);
  ann.store.changes.undo(workspaceScope);
};

const save = (file: string, text: string): void => writeFileSync(join(target, file), text);

const folder = mkdtempSync(join(tmpdir(), 'parapet-profile-'));
const servicePath = join(folder, 'service.db');
const storePath = join(folder, 'this-computer.db');
const office = await openOffice(servicePath);
// Starts no timers, so that only explicit calls sync.
const quiet = { later: () => () => {} };
const ann = await office.openApp({ path: storePath, ...quiet });
const other = await office.openApp(quiet);

await begin(ann);
await fillService(await office.client(office.reach), ann);
await ann.engine.syncAll();
await disagree(ann, other);
await workOffline(ann);
ann.store.preferences.set({ location: `/canvases/${overview}`, snapsToGrid: false });
ann.store.preferences.rememberSample();

// The fixtures are public. So all tokens are deleted except one, whose secret everybody may know.
await office.database.deleteFrom('access_tokens').execute();
await office.database.deleteFrom('idempotent_answers').execute();
await office.database
  .updateTable('api_tokens')
  .set({ client_id: 'client_of_the_fixture', secret_hash: await hashSecret('known to everybody') })
  .where('id', '=', (eb) => eb.selectFrom('api_tokens').select((one) => one.fn.min('id').as('id')))
  .execute();
await office.database
  .deleteFrom('api_tokens')
  .where('client_id', '!=', 'client_of_the_fixture')
  .execute();
await office.close();

mkdirSync(target, { recursive: true });
save('service.sql', sqlOf(servicePath));
save('this-computer.sql', sqlOf(storePath));
save(
  'connections.json',
  JSON.stringify({
    openId: thisComputer.id,
    connections: [
      {
        id: uuid(90),
        name: 'Team',
        baseUrl: 'https://parapet.example.org/api/v1',
        clientId: 'client_of_nobody',
      },
    ],
  }),
);
const { location: _, ...ofWindow } = initialPreferences;
save('window.json', JSON.stringify({ ...ofWindow, colorScheme: 'dark', sidebarWidth: 300 }));
rmSync(folder, { recursive: true });
