import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { otherValues } from '#shared/api/testing/other-values.ts';
import { workspaceScope, type RecordChange } from '#shared/desktop/change.ts';
import { initialPreferences } from '#shared/desktop/window.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import { contentSchemas } from '#shared/records/record-schemas.ts';
import { createConnectionList } from '../connection/connection-list.ts';
import { scopeOf } from '../store/record-ancestors.ts';
import { present } from '../store/records.ts';
import { fileOfSql } from '../store/testing/sql-text.ts';
import { openOffice, uuid, type App, type Office } from '../sync/testing/office.ts';
import { createWindowPreferences } from './window-preferences.ts';

/** Data folders of earlier versions, made by `testing/make-profile.ts`. All have the same content. */
const fixtures = join(import.meta.dirname, '../../shared/fixtures');
const profiles = readdirSync(fixtures).filter((name) => name.startsWith('profile-'));

const [shop, checkout, overview, payments] = [uuid(1), uuid(2), uuid(10), uuid(11)];
const [webApp, tampering, flooding] = [uuid(20), uuid(31), uuid(32)];
/**
 * The ID of one record of each kind. These records have values other than the defaults. Nobody else has
 * changed them, so they are not in conflict.
 */
const complete: Record<RecordKind, string> = {
  collection: shop,
  threatModel: checkout,
  canvas: payments,
  component: webApp,
  threat: uuid(30),
  mitigation: uuid(40),
  comment: uuid(50),
};

describe.each(profiles)('%s', (profile) => {
  let folder: string;
  let office: Office;
  let app: App;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parapet-compatibility-'));
    for (const name of ['service', 'this-computer']) {
      fileOfSql(join(folder, `${name}.db`), join(fixtures, profile, `${name}.sql`));
    }
    for (const name of ['connections.json', 'window.json']) {
      copyFileSync(join(fixtures, profile, name), join(folder, name));
    }
    office = await openOffice(join(folder, 'service.db'));
    app = await office.openApp({ path: join(folder, 'this-computer.db'), later: () => () => {} });
  });
  afterEach(async () => {
    await app.engine.stop();
    await office.close();
    rmSync(folder, { recursive: true });
  });

  /** Returns a record as the window shows it, except `updated_at`, which every change sets. */
  const presented = (kind: RecordKind, id = complete[kind]): Record<string, unknown> => {
    const row = app.store.records.find(kind, id);
    if (!row) throw new Error(`There is no ${kind} ${id}.`);
    const { updated_at: _, ...record }: Record<string, unknown> = present(kind, row);
    return record;
  };
  const presentedContent = (kind: RecordKind): Record<string, unknown> => {
    const known = Object.keys(contentSchemas[kind].shape);
    return Object.fromEntries(
      Object.entries(presented(kind)).filter(([name]) => known.includes(name)),
    );
  };
  const scope = (kind: RecordKind): string => scopeOf(app.store.records, kind, complete[kind]);
  const update = (kind: RecordKind, values: Record<string, unknown>, id = complete[kind]): void => {
    const change: RecordChange = { op: 'update', kind, id, values };
    app.store.changes.apply({
      scope: scopeOf(app.store.records, kind, id),
      label: 'canvas.label.rename',
      records: [change],
    });
  };
  const changeable = (kind: RecordKind): [string, unknown][] =>
    otherValues(kind, presented(kind)).filter(([field]) => field in contentSchemas[kind].shape);

  /** Returns the content of a record as the service has it. */
  const atService = async (kind: RecordKind): Promise<Record<string, unknown>> => {
    const { client } = app;
    const id = app.store.idMap.serviceId(kind, complete[kind]) ?? '';
    const read = {
      collection: client.collections,
      threatModel: client.threatModels,
      canvas: client.canvases,
      component: client.components,
      threat: client.threats,
      mitigation: client.mitigations,
      comment: client.comments,
    }[kind];
    const record: Record<string, unknown> = await read.get({ id });
    const names = Object.keys(contentSchemas[kind].shape).filter((name) => name in record);
    return Object.fromEntries(names.map((name) => [name, record[name]]));
  };
  const everything = (): unknown => ({
    records: recordKinds.map((kind) =>
      app.store.records
        .all(kind)
        .map(({ id }) => presented(kind, id))
        .toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1)),
    ),
    drawings: app.store.records.all('canvas').map(({ id }) => app.store.documents.read(id)),
  });

  it('shows every record and every drawing', () => {
    const { reads, documents } = app.store;
    expect(reads.overview()).toMatchObject([
      {
        title: 'Shop',
        description: 'All that sells.',
        color: '#4c6ef5',
        models: [
          {
            title: 'Checkout',
            description: 'From the cart to the receipt.\nSecond line with ünïcode ✓.',
            status: 'Review',
            priority: 'high',
            due_to_date: '2027-01-31T00:00:00.000Z',
            canvases: [{ title: 'Payments' }, { title: 'Overview' }, { title: 'Archive' }],
            isDownloaded: true,
            componentCount: 6,
            openThreatCount: 4,
          },
        ],
      },
    ]);
    expect(reads.componentDetail(webApp)).toMatchObject({
      title: 'Web app',
      description: 'Shows the shop.',
      threats: [
        {
          title: 'Session theft',
          description: 'A script reads the cookie.',
          priority: 'critical',
          status: 'accepted',
          source: 'https://example.org/session-theft',
          is_custom: false,
          ref_id: 'T-1',
          mitigations: [
            {
              title: 'Short sessions',
              definition: 'Sessions end after an hour.',
              consideration: 'People log in more often.',
              explanation: 'A stolen cookie is of use only for a short time.',
              example: 'session.maxAge = 3600',
              status: 'will',
            },
          ],
          comments: [{ text: 'Seen in the last test.', isMine: true, is_edited: false }],
        },
        { title: 'x'.repeat(501), mitigations: [{ title: 'Rate limit per address' }] },
      ],
    });
    const document = documents.read(overview);
    expect(document?.nodes.map(({ id, data }) => [id, data.label])).toEqual([
      ['cloud', 'Cloud'],
      ['web', 'Store front'],
      ['db', 'Orders'],
      ['person', 'Customer'],
      ['note', 'Ask about refunds'],
    ]);
    expect(document?.nodes[4]?.data).toMatchObject({ unknownToUs: { kept: true } });
    expect(document?.edges[0]?.data).toMatchObject({ protocol: 'HTTPS', shape: 'stepped' });
    for (const canvas of [overview, payments]) expect(reads.openCanvas(canvas)).not.toBeNull();
  });

  it('keeps versions, connections, and preferences', () => {
    const { versions, preferences } = app.store;
    const version = versions.list(overview).find(({ title }) => title === 'Before the audit');
    expect(version && versions.read(version.id)?.document.nodes).toHaveLength(5);
    expect(version).toMatchObject({ threats: null, madeBy: null });
    expect(version && versions.read(version.id)?.records).toBeNull();
    expect(preferences.get()).toMatchObject({
      location: `/canvases/${overview}`,
      snapsToGrid: false,
      snapsToElements: true,
    });
    const save = (): Promise<void> => Promise.resolve();
    const list = createConnectionList({ path: join(folder, 'connections.json'), save });
    expect(list.all()).toMatchObject([
      { name: 'Team', baseUrl: 'https://parapet.example.org/api/v1' },
    ]);
    const path = join(folder, 'window.json');
    const window = createWindowPreferences({ path, save, initial: () => initialPreferences });
    expect(window.get()).toMatchObject({ colorScheme: 'dark', sidebarWidth: 300, gridShown: true });
  });

  describe.each(recordKinds)('each field of a %s', (kind) => {
    it('is changed on its own, undone, and redone', () => {
      for (const [field, value] of changeable(kind)) {
        const before = presented(kind);
        update(kind, { [field]: value });
        expect(presented(kind)).toEqual({ ...before, [field]: value });
        app.store.changes.undo(scope(kind));
        expect(presented(kind)).toEqual(before);
        app.store.changes.redo(scope(kind));
        expect(presented(kind)).toEqual({ ...before, [field]: value });
      }
    });

    it('is synced on its own, and so is its undo', async () => {
      await app.engine.syncAll();
      const before = await atService(kind);
      expect(presentedContent(kind)).toMatchObject(before);
      // All fields are changed first. So whenever one field is updated below, no other field has its
      // default value.
      const changed = Object.fromEntries(changeable(kind));
      update(kind, changed);
      await app.engine.syncAll();
      expect(await atService(kind)).toMatchObject({ ...before, ...changed });
      app.store.changes.undo(scope(kind));
      await app.engine.syncAll();
      expect(await atService(kind)).toEqual(before);
      app.store.changes.redo(scope(kind));
      await app.engine.syncAll();
      const all = await atService(kind);
      for (const [field, value] of changeable(kind)) {
        update(kind, { [field]: value });
        await app.engine.flush();
        expect(await atService(kind)).toEqual({ ...all, [field]: value });
        app.store.changes.undo(scope(kind));
        await app.engine.flush();
        expect(await atService(kind)).toEqual(all);
      }
    });
  });

  it('undoes and redoes the changes of the earlier version', () => {
    const { changes } = app.store;
    const labels = { undo: 'canvas.label.delete', redo: null };
    expect(changes.history(checkout)).toMatchObject(labels);
    expect(changes.history(workspaceScope)).toMatchObject({ redo: 'canvas.label.rename' });
    const before = everything();
    let undone = 0;
    while (changes.undo(checkout)?.step?.isTargetDeleted === false) undone += 1;
    expect(undone).toBeGreaterThan(5);
    expect(app.store.documents.read(overview)?.nodes).toEqual([]);
    while (changes.redo(checkout)?.step?.isTargetDeleted === false) undone -= 1;
    expect(undone).toBe(0);
    expect(everything()).toEqual(before);
    changes.redo(workspaceScope);
    expect(presented('collection')).toMatchObject({ title: 'X', description: 'All that sells.' });
  });

  it('sends the pending changes, and asks again about rejected and conflicting ones', async () => {
    const rejected = app.engine.pendingChanges().filter(({ rejection }) => rejection !== null);
    expect(rejected).toMatchObject([{ kind: 'threat', id: flooding, fields: ['title'] }]);
    expect(app.engine.conflicts()).toHaveLength(3);
    const field = {
      field: 'title',
      base: 'Tampering',
      mine: 'Tampering with orders',
      theirs: 'Tampering with prices',
    };
    const conflict = { type: 'fields', fields: [field] };
    expect(app.engine.conflict('threat', tampering)).toEqual(conflict);
    await app.engine.syncAll();
    expect(app.engine.status()).toMatchObject({ conflicts: 3, rejected: 1 });

    update('threat', { title: 'Flooding' }, flooding);
    const types = app.engine.conflicts().map(({ kind, type }) => `${kind}: ${type}`);
    const expected = ['canvas: canvas', 'mitigation: deletedThere', 'threat: fields'];
    expect(types.toSorted()).toEqual(expected);
    for (const { kind, id } of app.engine.conflicts()) {
      const items = app.store.conflicts.find(kind, id)?.items ?? [];
      const choices = Object.fromEntries(items.map((item) => [item, 'mine' as const]));
      app.engine.resolve({ kind, id, choices });
    }
    await app.engine.syncAll();
    await app.engine.syncAll();
    expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });

    const { client } = app;
    const threats = await client.threats.list({});
    expect(threats.items.map(({ title, status }) => `${title}: ${status}`).toSorted()).toEqual([
      'Flooding: open',
      'Leak: open',
      'Paper jam: open',
      'Session theft: accepted',
      'Tampering with orders: open',
    ]);
    const mitigations = await client.mitigations.list({});
    const titles = mitigations.items.map(({ title }) => title).toSorted();
    expect(titles).toEqual(['Rate limit per address', 'Short sessions']);
    const comments = await client.comments.list({});
    expect(comments.items.map(({ text }) => text)).toEqual(['Seen in the last test.']);
    const canvas = app.store.idMap.serviceId('canvas', overview) ?? '';
    const { data } = await client.canvases.get({ id: canvas });
    expect(data.nodes.map((node) => node.data.label)).toContain('Store front');
  });
});
