import assert from 'node:assert/strict';
import { optionalLine } from '#shared/records/field.ts';
import { recordFields } from '#shared/records/record-fields.ts';

// added-field.test.ts runs this program in a separate process. It adds the field `ticket` to threats and
// uses it everywhere. Other modules read the table of fields when they are loaded, so the field is added
// before these modules are imported.
Object.assign(recordFields.threat, { ticket: { ...optionalLine, isAddition: true } });

const { openOffice, change, created, uuid } = await import('./office.ts');
const { present } = await import('../../store/records.ts');
const { componentCopySchema } = await import('#shared/desktop/clip.ts');
type App = Awaited<ReturnType<Awaited<ReturnType<typeof openOffice>>['openApp']>>;

const [collectionId, modelId, canvasId, componentId, threatId] = [1, 2, 3, 4, 5].map(uuid);
assert.ok(collectionId && modelId && canvasId && componentId && threatId);

const create = (app: App): void =>
  change(app.store, [
    created('collection', collectionId, null, { title: 'Shop' }),
    created('threatModel', modelId, collectionId, { title: 'Web shop' }),
    created('canvas', canvasId, modelId, { title: 'Overview' }),
    created('component', componentId, canvasId, { title: 'Web app' }),
    created('threat', threatId, componentId, { title: 'Session theft', ticket: 'Ann' }),
  ]);

const update = (app: App, values: Record<string, unknown>, id: string = threatId): void =>
  change(app.store, [{ op: 'update', kind: 'threat', id, values }]);

const presented = (app: App): Record<string, unknown> => {
  const [row] = app.store.records.all('threat');
  assert.ok(row);
  return { ...present('threat', row) };
};

const idIn = (app: App): string => app.store.records.all('threat')[0]?.id ?? '';

/** Our service, and the apps of two people. */
const office = await openOffice();
const ann = await office.openApp();
create(ann);
await ann.engine.syncAll();
const read = async (): Promise<unknown> => {
  const { items } = await ann.client.threats.list({});
  return items[0] && Reflect.get(items[0], 'ticket');
};
assert.equal(await read(), 'Ann');
const bob = await office.openApp();
await bob.pull();
assert.equal(presented(bob)['ticket'], 'Ann');

// Ann and Bob change different fields, so both changes are kept.
update(ann, { ticket: 'Cleo' });
update(bob, { priority: 'high' }, idIn(bob));
await ann.engine.syncAll();
await bob.engine.syncAll();
await ann.engine.syncAll();
for (const app of [ann, bob]) {
  assert.equal(presented(app)['ticket'], 'Cleo');
  assert.equal(presented(app)['priority'], 'high');
}

// Ann and Bob both change the ticket, which makes a conflict.
update(ann, { ticket: 'Dan' });
update(bob, { ticket: 'Eve' }, idIn(bob));
await ann.engine.syncAll();
await bob.engine.syncAll();
assert.deepEqual(
  bob.store.conflicts.keys().map(({ items }) => items),
  [['ticket']],
);

ann.store.changes.undo('workspace');
assert.equal(presented(ann)['ticket'], 'Cleo');
await ann.engine.syncAll();
assert.equal(await read(), 'Cleo');

// Copies, exported files, and imported models have the field too.
const [copy] = ann.store.clipReads.componentCopies([componentId]);
assert.equal(Reflect.get(componentCopySchema.parse(copy).threats[0] ?? {}, 'ticket'), 'Cleo');
const { items: models } = await ann.client.threatModels.list({});
const file = await ann.client.threatModels.exportOtm({ id: models[0]?.id ?? '' });
assert.match(JSON.stringify(file), /"parapet":\{"ticket":"Cleo"\}/);
const { items: collections } = await ann.client.collections.list({});
await ann.client.threatModels.importOtm({
  params: { collectionId: collections[0]?.id ?? '' },
  body: new File([JSON.stringify(file)], 'shop.otm', { type: 'application/json' }),
});
const { items: threats } = await ann.client.threats.list({});
assert.deepEqual(
  threats.map((threat): unknown => Reflect.get(threat, 'ticket')),
  ['Cleo', 'Cleo'],
);
await office.close();

/**
 * A service that lacks the field. The app must never send the field to it, and the answers of the
 * service must not erase the value here.
 */
const other = await openOffice();
let sent = 0;
const fred = await other.openApp({
  network: async (request) => {
    const body = await request.clone().text();
    if (body.includes('ticket')) sent += 1;
    const response = await other.reach(request);
    const text = await response.text();
    const { status, headers } = response;
    const without = text.replaceAll(/"ticket":(?:null|"Ann"|"Cleo"),?/g, '');
    const forwarded = new Headers(headers);
    forwarded.delete('content-length');
    return new Response(status === 204 || status === 304 ? null : without, {
      status,
      headers: forwarded,
    });
  },
});
create(fred);
await fred.engine.syncAll();
update(fred, { ticket: 'Cleo' });
update(fred, { title: 'Stolen session' });
await fred.engine.syncAll();
await fred.pull();
assert.equal(presented(fred)['ticket'], 'Cleo');
assert.equal(sent, 0);
assert.deepEqual(fred.engine.status().pending, 0);
const { items: remaining } = await fred.client.threats.list({});
assert.equal(remaining[0]?.title, 'Stolen session');
await other.close();

process.stdout.write('done\n');
