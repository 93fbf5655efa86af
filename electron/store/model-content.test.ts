import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { createStore, type Store } from './store.ts';
import { addSmallModel, created, smallModel, uuid } from './testing/small-model.ts';

const { collection, model, overview, payments, component, threat, mitigation, comment } =
  smallModel;
const now = '2026-03-01T12:00:00.000Z';

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:', now: () => now });
  addSmallModel(store);
});
afterEach(() => store.close());

/** Stores values that only a service sets. */
const put = (kind: RecordKind, id: string, values: Record<string, unknown>): void => {
  const row = store.records.find(kind, id);
  if (!row) throw new Error('The record is gone.');
  store.records.put({ ...row, local: { ...row.local, ...values } });
};
const content = () => {
  const found = store.modelContent(model);
  if (!found) throw new Error('The model is gone.');
  return found;
};
const threatIds = (): string[] =>
  content().components.flatMap(({ threats }) => threats.map(({ id }) => id));

it('has the whole model, with the numbers of the threats that people know', () => {
  put('threat', threat, { ref_id: 'T-1', priority: 'critical', likelihood: 'low', impact: 'high' });
  put('mitigation', mitigation, { status: 'will' });
  put('threatModel', model, { status: 'Review', priority: 'high', time_invested: 3 });
  expect(content()).toMatchObject({
    id: model,
    title: 'Web shop',
    description: '',
    status: 'Review',
    priority: 'high',
    due_to_date: null,
    time_invested: 3,
    quality_of_model: null,
    when_to_revisit: null,
    archived_at: null,
    retro_completed_at: null,
    canvases: [
      { id: overview, title: 'Overview', data: store.documents.read(overview), kept: {} },
      { id: payments, title: 'Payments', data: store.documents.read(payments), kept: {} },
    ],
    components: [
      {
        id: component,
        canvasId: overview,
        title: 'Web app',
        description: 'The front',
        threats: [
          {
            id: 'T-1',
            title: 'Session theft',
            status: 'accepted',
            priority: 'critical',
            likelihood: 'low',
            impact: 'high',
            mitigations: [{ id: mitigation, title: 'Short sessions', status: 'will', kept: {} }],
            comments: [{ text: 'Seen in the last test', createdAt: now }],
            kept: {},
          },
        ],
        kept: {},
      },
    ],
    kept: {},
  });
  const [first] = content().components[0]?.threats ?? [];
  expect(first).not.toHaveProperty('parentId');
  expect(first).not.toHaveProperty('unreadable');
  expect(first?.mitigations[0]).not.toHaveProperty('parentId');
  expect(store.modelContent(model, 'records')?.components[0]?.threats[0]?.id).toBe(threat);
  expect(store.modelContent('gone')).toBeNull();
});

it('has the usual value instead of one that only another service knows', () => {
  put('threat', threat, { priority: 'urgent', status: 'new', likelihood: 'often', impact: 'dire' });
  put('mitigation', mitigation, { status: 'perhaps' });
  put('threatModel', model, { status: 'Begun', priority: 'urgent' });
  expect(content()).toMatchObject({
    status: 'Representation',
    priority: 'medium',
    components: [
      {
        threats: [
          {
            priority: 'medium',
            status: 'open',
            likelihood: null,
            impact: null,
            mitigations: [{ status: null }],
          },
        ],
      },
    ],
  });
});

it('has the ID of a threat whose number is missing or taken', () => {
  const [second, third] = [uuid(30), uuid(31)];
  store.changes.apply({
    scope: model,
    label: 'new',
    records: [second, third].map((id) => created('threat', id, component, { title: 'Theft' })),
  });
  expect(threatIds()).toEqual([threat, second, third]);
  for (const id of [threat, second, third]) put('threat', id, { ref_id: 'T-1' });
  expect(threatIds()).toEqual(['T-1', second, third]);
});

it('of a report has the fields that only a report shows, and names of people', () => {
  put('threatModel', model, {
    owner: { id: 'ann' },
    retro_completed_at: '2026-02-01',
    time_invested: 3,
    quality_of_model: 4,
    when_to_revisit: 'soon',
  });
  put('component', component, { attributes: [{ title: 'Login' }, { title: 'Web' }] });
  put('comment', comment, { user: { id: 'bob' } });
  store.versions.save(
    payments,
    'opened',
    store.documents.read(payments) ?? { nodes: [], edges: [] },
  );
  store.versions.name(overview, 'Before the audit');
  const names = new Map([['ann', 'Ann Lee']]);
  const report = store.reportRecords(model, (id) => names.get(id) ?? null);
  const times = { created_at: now, updated_at: now };
  expect(report).toMatchObject({
    model: {
      title: 'Web shop',
      retro_completed_at: '2026-02-01',
      time_invested: 3,
      quality_of_model: 4,
      when_to_revisit: null,
      ...times,
    },
    owner: 'Ann Lee',
    collection: 'Shop',
    components: [{ id: component, canvas_id: overview, attributes: ['Login', 'Web'], ...times }],
    threats: [{ id: threat, component_id: component, status: 'accepted', ...times }],
    mitigations: [{ threat_id: threat, title: 'Short sessions' }],
  });
  expect(report?.canvases).toEqual([
    { id: overview, title: 'Overview', ...times, document: store.documents.text(overview) },
    { id: payments, title: 'Payments', ...times, document: store.documents.text(payments) },
  ]);
  expect(report?.comments).toEqual([
    { threat_id: threat, author: '', createdAt: now, text: 'Seen in the last test' },
  ]);
  expect(report?.versions).toEqual([{ at: now, title: 'Before the audit', canvas: 'Overview' }]);

  put('component', component, { attributes: 'none' });
  put('threatModel', model, { owner: 'ann' });
  const row = store.records.find('threatModel', model);
  if (row) store.records.put({ ...row, parentId: uuid(99) });
  expect(store.reportRecords(model, () => 'Somebody')).toMatchObject({
    owner: 'Somebody',
    collection: null,
    components: [{ attributes: [] }],
    comments: [{ author: 'Somebody' }],
  });
  expect(store.reportRecords('gone', () => null)).toBeNull();
  expect(store.reportRecords(collection, () => null)).toBeNull();
});
