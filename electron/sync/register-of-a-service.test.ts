import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emptyFilter, type RegisterKind } from '#shared/desktop/register.ts';
import { compareRecords } from '#shared/merge/compare-records.ts';
import { fieldNames } from '#shared/records/record-fields.ts';
import type { Fetch } from '../connection/fetch.ts';
import { addSmallModel, smallModel } from '../store/testing/small-model.ts';
import { plainService } from './simulation/network.ts';
import { change, openOffice, type App, type Office } from './testing/office.ts';

const { collection, model, overview, payments, component, threat } = smallModel;
const today = '2026-11-22';
const additions = {
  categories: ['Spoofing'],
  owner: 'Ann Lee',
  due_date: '2026-11-20T00:00:00.000Z',
};

const added = new Set(
  (['threat', 'mitigation'] as const).flatMap((kind) =>
    fieldNames(kind, ({ isAddition }) => isAddition),
  ),
);

/** Returns a JSON value without those fields of threats and mitigations that the specification lacks. */
const withoutAdded = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutAdded);
  const object = z.record(z.string(), z.unknown()).safeParse(value).data;
  if (!object) return value;
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, each]) =>
      added.has(key) ? [] : [[key, withoutAdded(each)]],
    ),
  );
};

/** A service that neither sends nor accepts the fields in `added`. */
const specifiedService =
  (reach: Fetch): Fetch =>
  async (request) => {
    const text = await request.clone().text();
    const hasAddedFields = /\/(threats|mitigations|components)(\/|\?|$)/.test(request.url);
    if (!hasAddedFields) return await plainService(reach)(request);
    if (text !== '' && JSON.stringify(withoutAdded(JSON.parse(text))) !== text) {
      return Response.json({ status: 400, code: 'validation_failed' }, { status: 400 });
    }
    const answer = await plainService(reach)(request);
    const { status, headers } = answer;
    const body = await answer.text();
    const reduced = body === '' ? null : JSON.stringify(withoutAdded(JSON.parse(body)));
    return new Response(reduced, { status, headers });
  };

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

const list = ({ store }: App, of: RegisterKind, scope: 'threatModel' | 'all' = 'all') => {
  const id = store.records.all('threatModel')[0]?.id ?? '';
  const asked = scope === 'all' ? ({ kind: 'all' } as const) : { kind: scope, id };
  const query = { of, scope: asked, filter: emptyFilter, sort: [], grouping: null, today };
  const { readings } = store;
  return readings.rows(readings.list(query).numbers);
};

const modelOf = ({ store }: App): string => store.records.all('threatModel')[0]?.id ?? '';

const summary = (app: App) =>
  app.store.readings.summary({ scope: { kind: 'threatModel', id: modelOf(app) }, today });

describe.each([
  { name: 'our service', around: (reach: Fetch) => reach, hasAdditions: true },
  { name: 'a service as specified', around: specifiedService, hasAdditions: false },
])('$name', ({ around, hasAdditions }) => {
  let ann: App;
  let bob: App;
  let numbers: string[];

  beforeEach(async () => {
    numbers = [];
    const network = around(office.reach);
    ann = await office.openApp({
      network,
      later: () => () => {},
      renumbered: (all) => void numbers.push(...all.map(({ from, to }) => `${from} ${to}`)),
    });
    bob = await office.openApp({ network, later: () => () => {} });
    addSmallModel(ann.store);
    change(ann.store, [
      { op: 'update', kind: 'threat', id: threat, values: { status: 'open', ...additions } },
    ]);
    await ann.engine.syncAll();
  });

  it('gives the register of a model only when the model is downloaded', async () => {
    await bob.engine.syncAll();
    expect(list(bob, 'threat')).toEqual([]);
    expect(bob.store.reads.overview()[0]?.models).toMatchObject([{ isDownloaded: false }]);
    await bob.engine.fetchModel(modelOf(bob));
    await bob.engine.syncAll();
    expect(bob.store.reads.overview()[0]?.models).toMatchObject([
      { isDownloaded: true, openThreatCount: 1 },
    ]);
    expect(list(bob, 'threat', 'threatModel')).toMatchObject([
      {
        reference: 'T-1',
        title: 'Session theft',
        status: 'open',
        owner: hasAdditions ? 'Ann Lee' : '',
        categories: hasAdditions ? ['Spoofing'] : [],
        component: { title: 'Web app' },
        canvas: { title: 'Overview' },
        model: { title: 'Web shop' },
      },
    ]);
    expect(list(bob, 'mitigation', 'threatModel')).toMatchObject([{ title: 'Short sessions' }]);
    expect(summary(bob)).toMatchObject({ threats: 1, open: 1, mitigations: [{ count: 1 }] });
  });

  it('keeps here what the service cannot store', async () => {
    await ann.engine.syncAll();
    expect(list(ann, 'threat')).toMatchObject([{ owner: 'Ann Lee', categories: ['Spoofing'] }]);
    expect(summary(ann)).toMatchObject({ due: { overdue: 1 }, byCategory: [{ key: 'Spoofing' }] });
    expect(ann.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('has the threats of a restored version', async () => {
    await bob.pull();
    await bob.engine.syncAll();
    ann.store.versions.name(overview, 'Before');
    const [version] = ann.store.versions.list(overview);
    if (!version) throw new Error('There is no version.');
    change(ann.store, [{ op: 'delete', kind: 'component', id: component }]);
    await ann.engine.syncAll();
    await bob.engine.syncAll();
    expect(list(bob, 'threat')).toEqual([]);

    ann.store.changes.apply({
      scope: model,
      label: 'versions.label.restore',
      records: [{ op: 'restoreVersion', kind: 'component', id: component, version: version.id }],
    });
    await ann.engine.syncAll();
    await bob.engine.syncAll();
    for (const app of [ann, bob]) {
      expect(list(app, 'threat')).toMatchObject([{ title: 'Session theft', status: 'open' }]);
      expect(list(app, 'mitigation')).toMatchObject([{ title: 'Short sessions' }]);
      expect(app.store.records.all('comment')).toHaveLength(1);
      expect(app.engine.status()).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
    }
    expect(list(ann, 'threat')).toMatchObject([{ id: threat, owner: 'Ann Lee' }]);
    expect(list(ann, 'threat')[0]?.reference).toBe(hasAdditions ? 'T-1' : 'T-2');
    expect(numbers).toEqual(hasAdditions ? [] : ['T-1 T-2']);
    const saved = ann.store.versions.read(version.id)?.records ?? [];
    expect(compareRecords(saved, ann.store.versions.records(overview) ?? [])).toEqual([]);

    ann.store.changes.undo(model);
    await ann.engine.syncAll();
    await bob.engine.syncAll();
    expect(list(bob, 'threat')).toEqual([]);
  });

  it('compares the threats of others with the last review', async () => {
    await bob.pull();
    await bob.engine.syncAll();
    ann.store.versions.review([overview, payments], 'Spring review', 'Ann Lee');
    expect(ann.store.versions.reviewState([overview, payments])).toMatchObject({ threats: 0 });
    const [theirs] = bob.store.records.all('threat');
    change(bob.store, [
      { op: 'update', kind: 'threat', id: theirs?.id ?? '', values: { priority: 'critical' } },
    ]);
    await bob.engine.syncAll();
    await ann.engine.syncAll();
    expect(ann.store.versions.reviewState([overview, payments])).toMatchObject({
      elements: 0,
      threats: 1,
      mitigations: 0,
    });
    expect(ann.store.reads.overview()[0]).toMatchObject({ id: collection });
    expect(list(ann, 'threat')).toMatchObject([{ owner: 'Ann Lee', priority: 'critical' }]);
  });
});
