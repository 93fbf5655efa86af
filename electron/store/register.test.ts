import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordChange } from '#shared/desktop/change.ts';
import { emptyFilter, type RegisterFilter, type RegisterQuery } from '#shared/desktop/register.ts';
import { createStore, type Store } from './store.ts';
import { addSmallModel, created, smallModel, uuid } from './testing/small-model.ts';

const { collection, model, overview, payments, component, threat } = smallModel;
const [sql, leak, flood, worker] = [uuid(30), uuid(31), uuid(32), uuid(33)];

let store: Store;

const apply = (records: RecordChange[], scope: string = model): void => {
  store.changes.apply({ scope, label: 'test', records });
};

beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
  apply([
    created('component', worker, payments, { title: 'Worker' }),
    created('threat', sql, component, {
      title: 'SQL injection',
      priority: 'critical',
      categories: ['Tampering'],
      owner: 'Ann',
      due_date: '2026-11-20T00:00:00.000Z',
    }),
    created('threat', leak, worker, {
      title: 'Leak',
      priority: 'low',
      categories: ['Spoofing'],
      likelihood: 'high',
      impact: 'low',
    }),
    created('threat', flood, worker, {
      title: 'Flood',
      description: 'Too many requests',
      priority: 'high',
      due_date: '2026-11-25T00:00:00.000Z',
    }),
  ]);
});
afterEach(() => store.close());

const list = ({ filter, scope, ...query }: Partial<RegisterQuery> = {}) =>
  store.readings.list({
    of: 'threat',
    scope: store.storedScope(scope ?? { kind: 'all' }),
    sort: [{ column: 'priority', isDescending: true }],
    grouping: null,
    today: '2026-11-22',
    ...query,
    filter: { ...emptyFilter, ...filter },
  });
const titles = (query?: Partial<RegisterQuery>): string[] =>
  store.readings.rows(list(query).numbers).map(({ title }) => title);
const filtered = (filter: Partial<RegisterFilter>): string[] =>
  titles({ filter: { ...emptyFilter, ...filter } });

it('lists the threats of a scope, highest priority first', () => {
  const all = ['SQL injection', 'Flood', 'Session theft', 'Leak'];
  expect(titles()).toEqual(all);
  expect(titles({ scope: { kind: 'collection', id: collection } })).toEqual(all);
  expect(titles({ scope: { kind: 'threatModel', id: model } })).toEqual(all);
  expect(titles({ scope: { kind: 'canvas', id: overview } })).toEqual([
    'SQL injection',
    'Session theft',
  ]);
  expect(titles({ scope: { kind: 'threatModel', id: 'gone' } })).toEqual([]);
});

it('returns rows with their canvas and model', () => {
  const [first = 0] = list().numbers;
  expect(store.readings.rows([first, 0])).toMatchObject([
    {
      id: sql,
      priority: 'critical',
      status: 'open',
      categories: ['Tampering'],
      owner: 'Ann',
      component: { id: component, title: 'Web app' },
      canvas: { id: overview, title: 'Overview' },
      model: { id: model, title: 'Web shop' },
    },
  ]);
});

it('filters by every field, by text, and by due date', () => {
  expect(filtered({ priority: ['high', 'low'] })).toEqual(['Flood', 'Leak']);
  expect(filtered({ status: ['accepted'] })).toEqual(['Session theft']);
  expect(filtered({ category: ['Tampering', 'Spoofing'] })).toEqual(['SQL injection', 'Leak']);
  expect(filtered({ owner: ['Ann'] })).toEqual(['SQL injection']);
  expect(filtered({ due: 'overdue' })).toEqual(['SQL injection']);
  expect(filtered({ due: 'week' })).toEqual(['SQL injection', 'Flood']);
  const later = { filter: { ...emptyFilter, due: 'later' as const }, today: '2026-11-16' };
  expect(titles(later)).toEqual(['Flood']);
  expect(filtered({ due: 'none' })).toEqual(['Session theft', 'Leak']);
  expect(filtered({ component: [worker] })).toEqual(['Flood', 'Leak']);
  expect(filtered({ canvas: [payments], priority: ['low'] })).toEqual(['Leak']);
  expect(filtered({ model: [model, 'gone'] })).toHaveLength(4);
  expect(filtered({ model: ['gone'] })).toEqual([]);
  expect(filtered({ likelihood: ['high'] })).toEqual(['Leak']);
  expect(filtered({ impact: [''], likelihood: ['high'] })).toEqual([]);
  expect(filtered({ impact: [''] })).toEqual(['SQL injection', 'Flood', 'Session theft']);
  expect(filtered({ category: ['', 'Spoofing'] })).toEqual(['Flood', 'Session theft', 'Leak']);
  expect(filtered({ owner: [''] })).toEqual(['Flood', 'Session theft', 'Leak']);
  expect(filtered({ text: 'requests many' })).toEqual(['Flood']);
  expect(filtered({ text: 'sq' })).toEqual(['SQL injection']);
  expect(filtered({ text: 'WORKER' })).toEqual(['Flood', 'Leak']);
  expect(filtered({ text: '" OR "*' })).toEqual([]);
  expect(list({ filter: { ...emptyFilter, priority: ['low'] } })).toMatchObject({ total: 4 });
  expect(store.readings.values({ kind: 'all' })).toEqual({
    categories: ['Spoofing', 'Tampering'],
    owners: ['Ann'],
    components: [
      { id: component, title: 'Web app' },
      { id: worker, title: 'Worker' },
    ],
    canvases: [
      { id: overview, title: 'Overview' },
      { id: payments, title: 'Payments' },
    ],
    models: [{ id: model, title: 'Web shop' }],
  });
});

it('finds the threat with a reference, and no other', () => {
  for (const [id, reference] of [
    [leak, 'T-12'],
    [flood, 'T-1'],
  ] as const) {
    const row = store.records.find('threat', id);
    if (!row) throw new Error('The threat is gone.');
    store.records.put({ ...row, local: { ...row.local, ref_id: reference } });
  }
  expect(filtered({ text: ' t-12' })).toEqual(['Leak']);
  expect(filtered({ text: 'T-1' })).toEqual(['Flood']);
});

it('sorts by several columns and groups', () => {
  const sort = [
    { column: 'component', isDescending: true },
    { column: 'title', isDescending: false },
  ] as const satisfies RegisterQuery['sort'];
  expect(titles({ sort: [...sort] })).toEqual(['Flood', 'Leak', 'Session theft', 'SQL injection']);
  apply([{ op: 'update', kind: 'threat', id: leak, values: { status: 'mitigated' } }]);
  const byStatus = { column: 'status', isDescending: true } as const;
  expect(titles({ sort: [byStatus, ...sort] })).toEqual([
    'Session theft',
    'Leak',
    'Flood',
    'SQL injection',
  ]);
  const grouped = list({ sort: [...sort], grouping: 'priority' });
  expect(grouped.groups.map(({ key, count }) => [key, count])).toEqual([
    ['critical', 1],
    ['high', 1],
    ['medium', 1],
    ['low', 1],
  ]);
  expect(list({ grouping: 'component' }).groups).toMatchObject([
    { key: component, title: 'Web app', count: 2 },
    { key: worker, title: 'Worker', count: 2 },
  ]);
  expect(titles({ grouping: 'canvas' })).toEqual([
    'SQL injection',
    'Session theft',
    'Flood',
    'Leak',
  ]);
});

it('follows every change, undo, and deletion', () => {
  apply([
    { op: 'update', kind: 'threat', id: threat, values: { title: 'Stolen session' } },
    { op: 'update', kind: 'component', id: component, values: { title: 'Front' } },
    { op: 'delete', kind: 'threat', id: leak },
  ]);
  expect(titles()).toEqual(['SQL injection', 'Flood', 'Stolen session']);
  expect(store.readings.rows(list().numbers)[0]?.component.title).toBe('Front');
  store.changes.undo(model);
  expect(titles()).toEqual(['SQL injection', 'Flood', 'Session theft', 'Leak']);

  apply([{ op: 'delete', kind: 'threatModel', id: model }], 'workspace');
  expect(list()).toEqual({ numbers: [], groups: [], total: 0 });
  store.changes.undo('workspace');
  expect(titles({ scope: { kind: 'threatModel', id: model } })).toHaveLength(4);

  const row = store.records.find('component', worker);
  if (!row) throw new Error('The component is gone.');
  store.records.put({ ...row, parentId: overview });
  expect(titles({ scope: { kind: 'canvas', id: overview } })).toHaveLength(4);
  expect(list({ grouping: 'canvas' }).groups).toMatchObject([{ key: overview, count: 4 }]);
});

it('lists mitigations with the facts of their threats, and follows each change', () => {
  const [plan, done] = [uuid(40), uuid(41)];
  apply([
    created('mitigation', plan, sql, { title: 'Bind parameters' }),
    created('mitigation', done, leak, { title: 'Mask numbers' }),
    { op: 'update', kind: 'mitigation', id: plan, values: { status: 'will' } },
    { op: 'update', kind: 'mitigation', id: done, values: { status: 'done' } },
  ]);
  const mitigations = (query: Partial<RegisterQuery> = {}) =>
    titles({ of: 'mitigation', ...query });
  expect(mitigations()).toEqual(['Bind parameters', 'Short sessions', 'Mask numbers']);
  const [first] = store.readings.rows(list({ of: 'mitigation' }).numbers);
  expect(first).toMatchObject({
    kind: 'mitigation',
    id: plan,
    status: 'will',
    threat: { id: sql, title: 'SQL injection' },
    component: { id: component },
    owner: 'Ann',
    priority: 'critical',
  });
  const only = (filter: Partial<RegisterFilter>): string[] =>
    mitigations({ filter: { ...emptyFilter, ...filter } });
  expect(only({ due: 'overdue' })).toEqual(['Bind parameters']);
  expect(only({ status: ['done'] })).toEqual(['Mask numbers']);
  expect(only({ text: 'bind' })).toEqual(['Bind parameters']);
  expect(only({ owner: ['Ann'], status: [''] })).toEqual([]);
  expect(mitigations({ scope: { kind: 'component', id: worker } })).toEqual(['Mask numbers']);
  expect(list({ of: 'mitigation', grouping: 'threat' }).groups).toHaveLength(3);

  apply([{ op: 'update', kind: 'mitigation', id: plan, values: { title: 'Prepare statements' } }]);
  apply([{ op: 'delete', kind: 'threat', id: leak }]);
  expect(mitigations()).toEqual(['Prepare statements', 'Short sessions']);
  store.changes.undo(model);
  expect(mitigations()).toContain('Mask numbers');
});

it('counts what an overview shows, in agreement with the lists', () => {
  const summary = store.readings.summary({
    scope: { kind: 'threatModel', id: model },
    today: '2026-11-22',
  });
  expect(summary).toMatchObject({
    threats: 4,
    open: 3,
    byPriority: [
      { key: 'critical', count: 1 },
      { key: 'high', count: 1 },
      { key: 'low', count: 1 },
    ],
    byCategory: [
      { key: '', count: 1 },
      { key: 'Spoofing', count: 1 },
      { key: 'Tampering', count: 1 },
    ],
    mitigations: [{ key: '', count: 1 }],
    due: { overdue: 1, week: 1, later: 0, none: 1 },
  });
  expect(summary.componentIds.toSorted()).toEqual([component, worker].toSorted());
  expect(filtered({ due: 'overdue' })).toHaveLength(summary.due.overdue);
  const [shop] = store.reads.overview();
  expect(shop?.models[0]).toMatchObject({
    openThreatCount: 3,
    openByPriority: { critical: 1, high: 1, low: 1 },
  });
});

it('moves threats to another component with everything they have, and back', () => {
  const moved = store.moveThreats({ ids: [threat, sql], componentId: worker });
  if (!moved) throw new Error('The threats cannot be moved.');
  store.changes.apply(moved);
  const of = (id: string) => titles({ scope: { kind: 'component', id } });
  expect(of(worker)).toEqual(['SQL injection', 'Flood', 'Session theft', 'Leak']);
  expect(of(component)).toEqual([]);
  const [row] = store.readings.rows(
    list({ scope: { kind: 'component', id: worker }, filter: { ...emptyFilter, text: 'theft' } })
      .numbers,
  );
  expect(row).toMatchObject({ title: 'Session theft', status: 'accepted' });
  expect(store.records.children('mitigation', row?.id ?? '')).toHaveLength(1);
  expect(store.records.children('comment', row?.id ?? '')).toHaveLength(1);
  store.changes.undo(model);
  expect(of(component)).toEqual(['SQL injection', 'Session theft']);
  expect(store.moveThreats({ ids: [uuid(99)], componentId: worker })).toBeNull();
});

it('moves comments in their order, and names the authors of those of others', () => {
  const comment = (at: number, userId: string, text: string) => {
    const id = uuid(900 - at);
    const created_at = `2026-11-0${at}T10:00:00.000Z`;
    const local = { text, user: { id: userId }, created_at, updated_at: created_at };
    store.records.put({ kind: 'comment', id, parentId: leak, local, base: null, etag: null });
  };
  store.preferences.learnUserId('me');
  for (const at of [1, 2, 3, 4]) comment(at, at === 2 ? 'user-abcd' : 'me', `Comment ${at}`);
  const moved = store.moveThreats({ ids: [leak], componentId: component });
  if (!moved) throw new Error('The threat cannot be moved.');
  store.changes.apply(moved);
  const [threatId = ''] = moved.records?.map(({ id }) => id) ?? [];
  const texts = store.reads
    .componentDetail(component)
    ?.threats.find(({ id }) => id === threatId)
    ?.comments.map(({ text }) => text);
  expect(texts).toEqual([
    'Comment 1',
    expect.stringMatching(/^User abcd, Nov 2, 2026, .+:\n\nComment 2$/),
    'Comment 3',
    'Comment 4',
  ]);
});

const changed = (id: string, values: Record<string, unknown>): RecordChange => ({
  op: 'update',
  kind: 'threat',
  id,
  values,
});

it('has exact limits of due dates, and only unfinished work', () => {
  apply([
    changed(sql, { status: 'mitigated' }),
    changed(leak, { due_date: '2026-11-22T00:00:00.000Z' }),
    changed(flood, { due_date: '2026-11-29T00:00:00.000Z' }),
    created('threat', uuid(34), worker, { title: 'Next', due_date: '2026-11-30T00:00:00.000Z' }),
    created('mitigation', uuid(40), sql, { title: 'Bind parameters' }),
    created('mitigation', uuid(41), sql, { title: 'Escape', status: 'done' }),
  ]);
  expect(filtered({ due: 'overdue' })).toEqual([]);
  expect(filtered({ due: 'week' })).toEqual(['Flood', 'Leak']);
  expect(filtered({ due: 'later' })).toEqual(['Next']);
  const mitigations = { of: 'mitigation', filter: { ...emptyFilter, due: 'overdue' } } as const;
  expect(titles(mitigations)).toEqual(['Bind parameters']);
});

it('follows children that get another parent', () => {
  apply([created('mitigation', uuid(40), leak, { title: 'Mask' })]);
  store.records.moveChildren('component', component, worker);
  expect(titles({ scope: { kind: 'component', id: worker } })).toHaveLength(4);
  store.records.moveChildren('threat', leak, sql);
  const rows = store.readings.rows(list({ of: 'mitigation' }).numbers);
  const mask = rows.find(({ title }) => title === 'Mask');
  expect(mask).toMatchObject({ threat: { id: sql } });
});

/** Stores values that only a service sets. */
const put = (kind: 'canvas' | 'component' | 'threat', id: string, values: object): void => {
  const row = store.records.find(kind, id);
  if (!row) throw new Error('The record is gone.');
  store.records.put({ ...row, local: { ...row.local, ...values } });
};

it('has new threats where they stay when the service gives them numbers', () => {
  const sort = [{ column: 'reference' as const, isDescending: false }];
  put('threat', threat, { ref_id: 'T-9' });
  put('threat', leak, { ref_id: 'T-10' });
  const before = titles({ sort });
  expect(before.slice(0, 2)).toEqual(['Session theft', 'Leak']);
  put('threat', sql, { ref_id: 'T-11' });
  put('threat', flood, { ref_id: 'T-12' });
  expect(titles({ sort })).toEqual(before);
});

it('sorts by each column in the order that people expect', () => {
  for (const [id, ref_id, owner, likelihood, updated_at] of [
    [threat, 'T-1', '', 'medium', '2026-01-04'],
    [sql, 'T-10', 'Ann', 'critical', '2026-01-01'],
    [leak, 'T-9', 'bob', 'high', '2026-01-02'],
    [flood, 'T-2', 'Zoe', 'low', '2026-01-03'],
  ] as const) {
    put('threat', id, { ref_id, owner, likelihood, impact: likelihood, updated_at });
  }
  const by = (column: RegisterQuery['sort'][number]['column'], isDescending = false) =>
    titles({ sort: [{ column, isDescending }] });
  const [theft, injection, leaked, flooded] = ['Session theft', 'SQL injection', 'Leak', 'Flood'];
  expect(by('reference')).toEqual([theft, flooded, leaked, injection]);
  expect(by('reference', true)).toEqual([injection, leaked, flooded, theft]);
  expect(by('owner')).toEqual([theft, injection, leaked, flooded]);
  expect(by('due')).toEqual([theft, leaked, injection, flooded]);
  expect(by('category')).toEqual([theft, flooded, leaked, injection]);
  expect(by('likelihood')).toEqual([flooded, theft, leaked, injection]);
  expect(by('impact')).toEqual([flooded, theft, leaked, injection]);
  expect(by('changed')).toEqual([injection, leaked, flooded, theft]);
});

it('keeps the groups of owners apart whose names differ in case', () => {
  apply([
    changed(sql, { owner: 'ann' }),
    changed(flood, { owner: 'Ann' }),
    changed(threat, { owner: 'ann' }),
    changed(leak, { owner: 'Ann' }),
  ]);
  const { numbers, groups } = list({ grouping: 'owner' });
  const owners = store.readings.rows(numbers).map(({ owner }) => owner);
  expect(owners).toEqual(groups.flatMap(({ key, count }) => Array<string>(count).fill(key)));
});

it('shows the worst priority of a component, and the last change of a model', () => {
  const badge = store.reads.componentBadges(payments).find(({ id }) => id === worker);
  expect(badge).toMatchObject({
    openThreatCount: 2,
    worstPriority: 'high',
    openByPriority: { low: 1, high: 1 },
  });
  const times = [
    '2090-01-01T00:00:00.000Z',
    '2091-01-01T00:00:00.000Z',
    '2092-01-01T00:00:00.000Z',
  ];
  const records = [
    ['canvas', overview],
    ['component', component],
    ['threat', threat],
  ] as const;
  for (const [at, [kind, id]] of records.entries()) {
    put(kind, id, { updated_at: times[at] });
    expect(store.reads.overview()[0]?.models[0]?.updated_at).toBe(times[at]);
  }
});

describe('groups', () => {
  const groups = (grouping: RegisterQuery['grouping'], query: Partial<RegisterQuery> = {}) =>
    list({ ...query, grouping }).groups.map(({ key, title, count }) => [key, title, count]);

  it('are the values of a column with few values', () => {
    apply([changed(leak, { status: 'mitigated' }), changed(flood, { owner: 'bob' })]);
    expect(groups('priority')).toEqual([
      ['critical', 'critical', 1],
      ['high', 'high', 1],
      ['medium', 'medium', 1],
      ['low', 'low', 1],
    ]);
    expect(groups('status')).toEqual([
      ['open', 'open', 2],
      ['mitigated', 'mitigated', 1],
      ['accepted', 'accepted', 1],
    ]);
    expect(groups('category')).toEqual([
      ['', '', 2],
      ['Spoofing', 'Spoofing', 1],
      ['Tampering', 'Tampering', 1],
    ]);
    expect(groups('owner')).toEqual([
      ['', '', 2],
      ['Ann', 'Ann', 1],
      ['bob', 'bob', 1],
    ]);
    expect(groups(null)).toEqual([]);
  });

  it('are records with their titles, in the order of the titles', () => {
    expect(groups('canvas')).toEqual([
      [overview, 'Overview', 2],
      [payments, 'Payments', 2],
    ]);
    apply([{ op: 'update', kind: 'canvas', id: overview, values: { title: 'the last' } }]);
    expect(groups('canvas')).toEqual([
      [payments, 'Payments', 2],
      [overview, 'the last', 2],
    ]);
    expect(groups('model')).toEqual([[model, 'Web shop', 4]]);
    expect(groups('threat', { filter: { ...emptyFilter, owner: ['Ann'] } })).toEqual([
      [sql, 'SQL injection', 1],
    ]);
    expect(groups('component', { filter: { ...emptyFilter, priority: ['low'] } })).toEqual([
      [worker, 'Worker', 1],
    ]);
    store.records.remove('canvas', payments);
    store.records.remove('threatModel', model);
    expect(groups('canvas').map(([, title]) => title)).toContain('');
    const [first = 0] = list().numbers;
    expect(store.readings.rows([first])).toMatchObject([{ model: { title: '' } }]);
  });
});

it('counts the rows before the filter, and only those of the scope', () => {
  const scope = { kind: 'component', id: worker } as const;
  const counted = (filter: Partial<RegisterFilter>) => {
    const { numbers, total } = list({ scope, filter: { ...emptyFilter, ...filter } });
    return [numbers.length, total];
  };
  expect(counted({})).toEqual([2, 2]);
  expect(counted({ text: '   ' })).toEqual([2, 2]);
  expect(counted({ text: 'flood' })).toEqual([1, 2]);
  expect(counted({ due: 'none' })).toEqual([1, 2]);
  expect(counted({ priority: ['critical'] })).toEqual([0, 2]);
});

it('returns rows of both kinds in the given order, and none for other numbers', () => {
  const threats = list().numbers;
  const [measure = 0] = list({ of: 'mitigation' }).numbers;
  const [first = 0, third = 0] = [threats[0], threats[2]];
  const rows = store.readings.rows([third, measure, 7, first]);
  expect(rows.map(({ kind, title }) => [kind, title])).toEqual([
    ['threat', 'Session theft'],
    ['mitigation', 'Short sessions'],
    ['threat', 'SQL injection'],
  ]);
  expect(rows[0]).toEqual({
    kind: 'threat',
    number: third,
    id: threat,
    threat: { id: threat, title: 'Session theft' },
    component: { id: component, title: 'Web app' },
    canvas: { id: overview, title: 'Overview' },
    model: { id: model, title: 'Web shop' },
    reference: '',
    title: 'Session theft',
    priority: 'medium',
    status: 'accepted',
    categories: [],
    owner: '',
    due: '',
    likelihood: '',
    impact: '',
    changed: store.records.find('threat', threat)?.local['updated_at'],
  });
  expect(store.readings.rows([])).toEqual([]);
});

it('offers only values of the scope, sorted by their titles', () => {
  apply([
    { op: 'update', kind: 'canvas', id: overview, values: { title: 'zebra' } },
    changed(flood, { owner: 'bob', categories: ['Spoofing', 'Denial of service'] }),
    changed(leak, { owner: 'Ann' }),
  ]);
  expect(store.readings.values({ kind: 'all' })).toMatchObject({
    categories: ['Denial of service', 'Spoofing', 'Tampering'],
    owners: ['Ann', 'bob'],
    canvases: [
      { id: payments, title: 'Payments' },
      { id: overview, title: 'zebra' },
    ],
  });
  expect(store.readings.values({ kind: 'component', id: worker })).toEqual({
    categories: ['Denial of service', 'Spoofing'],
    owners: ['Ann', 'bob'],
    components: [{ id: worker, title: 'Worker' }],
    canvases: [{ id: payments, title: 'Payments' }],
    models: [{ id: model, title: 'Web shop' }],
  });
});

it('finds a short text in titles and components, and a category among several', () => {
  apply([changed(flood, { categories: ['Denial of service', 'Spoofing'] })]);
  expect(filtered({ text: 'eb' })).toEqual(['SQL injection', 'Session theft']);
  expect(filtered({ text: 'OO' })).toEqual(['Flood']);
  expect(filtered({ text: 'ks' })).toEqual([]);
  expect(filtered({ category: ['Spoofing'] })).toEqual(['Flood', 'Leak']);
  expect(filtered({ category: [''] })).toEqual(['Session theft']);
  expect(filtered({ due: 'none', text: 'leak' })).toEqual(['Leak']);
  expect(filtered({ due: 'none', text: 'flood' })).toEqual([]);
});

it('sorts by canvas, model, and title whatever their case, and both ways', () => {
  const by = (column: RegisterQuery['sort'][number]['column'], isDescending = false) =>
    titles({ sort: [{ column, isDescending }] });
  apply([
    { op: 'update', kind: 'canvas', id: overview, values: { title: 'zebra' } },
    changed(leak, { title: 'leak' }),
  ]);
  expect(by('canvas')).toEqual(['leak', 'Flood', 'Session theft', 'SQL injection']);
  expect(by('canvas', true)).toEqual(['Session theft', 'SQL injection', 'leak', 'Flood']);
  expect(by('title')).toEqual(['Flood', 'leak', 'Session theft', 'SQL injection']);
  expect(by('title', true)).toEqual(['SQL injection', 'Session theft', 'leak', 'Flood']);
  expect(by('component', true)).toEqual(['leak', 'Flood', 'Session theft', 'SQL injection']);
  expect(by('status', true)[0]).toBe('Session theft');
});

it('sorts mitigations by their own status, and by the priority and title of their threats', () => {
  const statuses = ['never', 'done', 'will'];
  apply(
    statuses.map((status, at) =>
      created('mitigation', uuid(40 + at), [leak, sql, flood][at] ?? '', { title: status, status }),
    ),
  );
  const by = (column: RegisterQuery['sort'][number]['column'], isDescending = false) =>
    titles({ of: 'mitigation', sort: [{ column, isDescending }] });
  expect(by('status')).toEqual(['Short sessions', 'will', 'done', 'never']);
  expect(by('status', true)).toEqual(['never', 'done', 'will', 'Short sessions']);
  expect(by('priority', true)).toEqual(['done', 'will', 'Short sessions', 'never']);
  expect(by('threat')).toEqual(['will', 'never', 'Short sessions', 'done']);
});

it('counts later due dates, statuses, and the most frequent categories in an overview', () => {
  const categories = Array.from(
    { length: 13 },
    (_, at) => `Category ${String.fromCodePoint(65 + at)}`,
  );
  apply([
    changed(leak, { due_date: '2027-01-01T00:00:00.000Z', categories: ['Tampering'] }),
    changed(flood, { categories }),
    created('mitigation', uuid(40), leak, { title: 'Mask' }),
    created('mitigation', uuid(41), leak, { title: 'Hide' }),
    { op: 'update', kind: 'mitigation', id: uuid(41), values: { status: 'done' } },
  ]);
  const summary = (scope: Parameters<Store['storedScope']>[0]) =>
    store.readings.summary({ scope: store.storedScope(scope), today: '2026-11-22' });
  const all = summary({ kind: 'all' });
  expect(all.due).toEqual({ overdue: 1, week: 1, later: 1, none: 0 });
  expect(all.byStatus).toEqual([
    { key: 'open', count: 3 },
    { key: 'accepted', count: 1 },
  ]);
  expect(all.byCategory.map(({ key, count }) => [key, count])).toEqual([
    ['Tampering', 2],
    ...categories.slice(0, 11).map((key) => [key, 1]),
  ]);
  expect(all.mitigations).toEqual([
    { key: '', count: 2 },
    { key: 'done', count: 1 },
  ]);
  expect(summary({ kind: 'component', id: component })).toEqual({
    threats: 2,
    open: 1,
    byPriority: [{ key: 'critical', count: 1 }],
    byStatus: [
      { key: 'accepted', count: 1 },
      { key: 'open', count: 1 },
    ],
    byCategory: [{ key: 'Tampering', count: 1 }],
    mitigations: [{ key: '', count: 1 }],
    due: { overdue: 1, week: 0, later: 0, none: 0 },
    componentIds: [component],
  });
});
