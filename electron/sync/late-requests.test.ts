import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { recordTables } from '#service/database/record-tables.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { Fetch } from '../connection/fetch.ts';
import { plainService } from './simulation/network.ts';
import { lateRequests } from './testing/late-requests.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';

const ids = {
  collection: uuid(1),
  threatModel: uuid(2),
  canvas: uuid(3),
  component: uuid(4),
  threat: uuid(5),
  mitigation: uuid(6),
  comment: uuid(7),
} satisfies Record<RecordKind, string>;

let office: Office;
let app: App;
const { delayed, delayAllOf, deliver } = lateRequests(
  ({ method }) => method === 'PATCH' || method === 'DELETE',
);

/** Called once before the next update reaches the service. Returns the statuses of the late requests. */
let beforeUpdate: (() => Promise<number[]>) | null = null;
let lateStatuses: number[] = [];

const overtaken =
  (reach: Fetch): Fetch =>
  async (request) => {
    const happens = request.method === 'PATCH' ? beforeUpdate : null;
    if (happens) {
      beforeUpdate = null;
      lateStatuses = await happens();
    }
    return await reach(request);
  };

const openApp = async (around: (reach: Fetch) => Fetch = (reach) => reach): Promise<void> => {
  app = await office.openApp({
    network: around(delayed(overtaken(office.reach))),
    later: () => () => {},
  });
  change(app.store, [
    created('collection', ids.collection, null, { title: 'Shop' }),
    created('threatModel', ids.threatModel, ids.collection, { title: 'Web shop' }),
    created('canvas', ids.canvas, ids.threatModel, { title: 'Overview' }),
    created('component', ids.component, ids.canvas, { title: 'Web app' }),
    created('threat', ids.threat, ids.component, { title: 'Session theft' }),
    created('mitigation', ids.mitigation, ids.threat, { title: 'Short sessions' }),
    created('comment', ids.comment, ids.threat, { text: 'Seen last year' }),
  ]);
  await app.engine.syncAll();
};

beforeEach(async () => {
  beforeUpdate = null;
  lateStatuses = [];
  office = await openOffice();
});
afterEach(() => office.close());

const nameField = (kind: RecordKind): string => (kind === 'comment' ? 'text' : 'title');

const rename = (kind: RecordKind, name: string): void =>
  change(app.store, [{ op: 'update', kind, id: ids[kind], values: { [nameField(kind)]: name } }]);

const draw = (operation: CanvasOperation, inverse: CanvasOperation): void => {
  const drawing = { canvasId: ids.canvas, operation, inverse };
  app.store.changes.apply({ scope: 'workspace', label: 'test', drawings: [drawing] });
};

const undo = (): void => void app.store.changes.undo('workspace');

const nameAtService = async (kind: RecordKind): Promise<unknown> => {
  const query = sql`select * from ${sql.table(recordTables[kind])}`;
  const [row] = (await query.execute(office.database)).rows;
  return z.record(z.string(), z.unknown()).parse(row)[nameField(kind)];
};

const kinds = Object.keys(ids).filter((kind): kind is RecordKind => kind in ids);

describe.each(kinds)('a %s', (kind) => {
  beforeEach(() => openApp());

  it('keeps its name when an undone change arrives late', async () => {
    const before = await nameAtService(kind);
    rename(kind, 'Late');
    await delayAllOf(app);
    undo();
    await app.engine.syncAll();
    expect(await deliver()).toEqual([412]);
    await app.engine.syncAll();
    expect(await nameAtService(kind)).toBe(before);
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('stays when an undone delete arrives late', async () => {
    const before = await nameAtService(kind);
    change(app.store, [{ op: 'delete', kind, id: ids[kind] }]);
    await delayAllOf(app);
    undo();
    await app.engine.syncAll();
    expect(await deliver()).toEqual([412]);
    await app.engine.syncAll();
    expect(await nameAtService(kind)).toBe(before);
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });
});

describe('a change that arrives late', () => {
  beforeEach(() => openApp());

  it('is refused if a later edit returned to the old value', async () => {
    rename('threat', 'Late');
    await delayAllOf(app);
    rename('threat', 'Session theft');
    await app.engine.syncAll();
    expect(await deliver()).toEqual([412]);
    expect(await nameAtService('threat')).toBe('Session theft');
  });

  it('is refused if the change after it was late too', async () => {
    rename('threat', 'Late');
    await delayAllOf(app);
    undo();
    await delayAllOf(app);
    await app.engine.syncAll();
    expect(await deliver()).toEqual([412, 412]);
    await app.engine.syncAll();
    expect(await nameAtService('threat')).toBe('Session theft');
    expect(app.engine.conflicts()).toEqual([]);
  });

  it('is recognized as ours although a later one was sent as well', async () => {
    rename('threat', 'First');
    await delayAllOf(app);
    rename('threat', 'Second');
    await delayAllOf(app);
    // The first request arrives and changes the ETag that the second one has in `If-Match`, so the
    // service refuses the second one.
    expect(await deliver()).toEqual([200, 412]);
    undo();
    undo();
    await app.engine.syncAll();
    expect(app.engine.conflicts()).toEqual([]);
    expect(await nameAtService('threat')).toBe('Session theft');
  });

  it('is refused after the record was deleted and restored', async () => {
    rename('threat', 'Late');
    await delayAllOf(app);
    undo();
    change(app.store, [{ op: 'delete', kind: 'threat', id: ids.threat }]);
    undo();
    await app.engine.syncAll();
    expect(await deliver()).toEqual([412]);
    expect(await nameAtService('threat')).toBe('Session theft');
  });

  it('is refused after the undo in a drawing', async () => {
    const node = { id: 'a', position: { x: 0, y: 0 }, data: { label: 'Web app' } };
    draw([{ kind: 'addNode', index: 0, node }], [{ kind: 'removeNode', id: 'a' }]);
    await app.engine.syncAll();
    const labelled = (label: string): CanvasOperation => [
      { kind: 'setNode', id: 'a', data: { label } },
    ];
    draw(labelled('Late'), labelled('Web app'));
    await delayAllOf(app);
    undo();
    await app.engine.syncAll();
    expect(await deliver()).toEqual([412]);
    await app.engine.syncAll();
    const rows = await office.database.selectFrom('canvases').select('data').execute();
    expect(rows.map(({ data }) => JSON.parse(data))).toEqual([{ nodes: [node], edges: [] }]);
  });

  it('is refused in a batch', async () => {
    rename('threat', 'Late');
    rename('mitigation', 'Late too');
    change(app.store, [{ op: 'delete', kind: 'comment', id: ids.comment }]);
    await delayAllOf(app);
    undo();
    undo();
    undo();
    await app.engine.syncAll();
    await deliver();
    await app.engine.syncAll();
    expect(await nameAtService('threat')).toBe('Session theft');
    expect(await nameAtService('mitigation')).toBe('Short sessions');
    expect(await nameAtService('comment')).toBe('Seen last year');
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('causes no extra request if its answer was lost and nobody undid it', async () => {
    rename('threat', 'Done');
    await delayAllOf(app);
    expect(await deliver()).toEqual([200]);
    const [{ updated_at: before } = { updated_at: '' }] = await office.database
      .selectFrom('threats')
      .select('updated_at')
      .execute();
    await app.engine.syncAll();
    const [after] = await office.database.selectFrom('threats').select('updated_at').execute();
    expect(after?.updated_at).toBe(before);
  });
});

it('a late delete does not remove what others added after a conflict about it', async () => {
  await openApp();
  change(app.store, [{ op: 'delete', kind: 'component', id: ids.component }]);
  await delayAllOf(app);
  const other = await office.client(office.reach);
  const [component] = (await other.components.list({})).items;
  await other.threats.create({ title: 'Added', description: '', componentId: component?.id ?? '' });
  await app.engine.syncAll();
  expect(app.engine.conflicts()).toMatchObject([{ type: 'editedThere' }]);
  expect(await deliver()).toEqual([412]);
  expect((await other.threats.list({})).items.map(({ title }) => title)).toContain('Added');
});

it('an undo is sent to a service without ETags even if the change seems not to have arrived', async () => {
  await openApp(plainService);
  rename('threat', 'Late');
  await delayAllOf(app);
  undo();
  // The late change arrives after sync has read the record, just before the update that sends the undo.
  beforeUpdate = deliver;
  await app.engine.syncAll();
  expect(lateStatuses).toEqual([200]);
  expect(await nameAtService('threat')).toBe('Session theft');
});
