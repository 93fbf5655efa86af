import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { SearchHit } from '#shared/desktop/search.ts';
import { createStore, type Store } from './store.ts';
import {
  added,
  addSmallModel,
  changed,
  created,
  node,
  smallModel,
  uuid,
} from './testing/small-model.ts';

let folder: string;
let path: string;
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-search-'));
  path = join(folder, 'store.db');
  store = createStore({ path });
  addSmallModel(store);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const { model, overview, component, threat } = smallModel;

const find = (text: string): SearchHit[] => store.readings.find({ text, limit: 80 });
const titles = (text: string): string[] => find(text).map(({ kind, title }) => `${kind} ${title}`);
const update = (id: string, values: Record<string, unknown>): void => {
  store.changes.apply({
    scope: model,
    label: 'update',
    records: [{ op: 'update', kind: 'threat', id, values }],
  });
};
const rename = (title: string): void => update(threat, { title });

it('finds every kind of record by its title', () => {
  expect(titles('shop')).toEqual(['collection Shop', 'threatModel Web shop']);
  expect(titles('overview')).toEqual(['canvas Overview']);
  expect(titles('web app')).toEqual(['component Web app']);
  expect(titles('SESSION')).toEqual(['threat Session theft', 'mitigation Short sessions']);
  expect(titles('last test')).toEqual(['comment Seen in the last test']);
});

it('returns the location of a result', () => {
  const location = {
    model: { id: model, title: 'Web shop' },
    canvas: { id: overview, title: 'Overview' },
    component: { id: component, title: 'Web app' },
    threatId: threat,
  };
  expect(find('theft')).toMatchObject([{ kind: 'threat', id: threat, ...location }]);
  expect(find('short')).toMatchObject([{ kind: 'mitigation', ...location }]);
});

it('finds other texts, after titles and after titles that begin with the query', () => {
  const other = [uuid(20), uuid(21)] as const;
  store.changes.apply({
    scope: model,
    label: 'add',
    records: [
      created('threat', other[0], component, { title: 'A', description: 'A theft of cookies' }),
      created('threat', other[1], component, { title: 'Theft of tokens', references: ['CWE-89'] }),
    ],
  });
  expect(titles('theft')).toEqual(['threat Theft of tokens', 'threat Session theft', 'threat A']);
  expect(titles('cookies a theft')).toEqual(['threat A']);
  expect(titles('cwe-89')).toEqual(['threat Theft of tokens']);
});

it('finds an accepted risk by its reason and by the person who accepted it', () => {
  update(threat, {
    status: 'accepted',
    accepted_reason: 'The kiosk has no network',
    accepted_by: 'Grace Hopper',
    description: 'long '.repeat(2000),
  });
  expect(titles('kiosk')).toEqual(['threat Session theft']);
  expect(titles('grace HOP')).toEqual(['threat Session theft']);
  update(threat, { accepted_reason: 'Nobody uses it' });
  expect(titles('kiosk')).toEqual([]);
  expect(titles('nobody')).toEqual(['threat Session theft']);
  store.changes.undo(model);
  expect(titles('kiosk')).toEqual(['threat Session theft']);
});

it('finds a threat by its number, and no other', () => {
  update(threat, { title: 'T-1 is not this' });
  const row = store.records.find('threat', threat);
  if (!row) throw new Error('The threat is gone.');
  store.records.put({ ...row, local: { ...row.local, ref_id: 'T-12' } });
  expect(find('t-12')[0]).toMatchObject({ id: threat, reference: 'T-12' });
  expect(find('T-2')).toEqual([]);
});

it.each([
  ['登录页面绕过', '录页'],
  ['登录页面绕过', '登'],
  ['登录页面绕过', '过'],
  ['การโจมตีแบบแทรกกลาง', 'โจมตี'],
  ['Überprüfung fehlt', 'uberpruf'],
  ['Überprüfung fehlt', 'ÜBER'],
  ['Überprüfung fehlt', 'ü'],
  ['Сессия украдена', 'СЕССИЯ'],
  ['كلمة المرور مسروقة', 'المرور'],
  ['Key 🔑 in the log', '🔑'],
  ['SQL injection', 'jection'],
  ['100% "safe" NEAR(a b)', '"safe" NEAR('],
])('finds %s by %s', (title, query) => {
  rename(title);
  expect(find(query)).toMatchObject([{ kind: 'threat', title }]);
});

it('reads no query as a query language', () => {
  const operators = ['"', '*', 'NEAR(', 'title:', '^', 'AND', 'OR NOT', '(', '-', '\0', '\ud800'];
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(fc.oneof(fc.constantFrom(...operators), fc.string({ maxLength: 5 })))
      .map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(hostile, (text) => {
      expect(Array.isArray(find(text))).toBe(true);
    }),
  );
  expect(find('x'.repeat(10_000))).toEqual([]);
  expect(find('theft OR shop')).toEqual([]);
  expect(find('the*')).toEqual([]);
});

it('finds elements of drawings, but a component only once', () => {
  const flow = { id: 'f', source: 'b', target: 'web', data: { label: 'Card data' } };
  store.changes.apply({
    scope: model,
    label: 'draw',
    drawings: [
      changed(
        overview,
        [
          { kind: 'addNode', index: 0, node: node('b', undefined, { type: 'trustBoundaryNode' }) },
          { kind: 'setNode', id: 'b', data: { label: 'Internal network' } },
          { kind: 'setNode', id: 'web', data: { label: 'Web app' } },
          { kind: 'addEdge', index: 0, edge: flow },
        ],
        [
          { kind: 'removeEdge', id: 'f' },
          { kind: 'removeNode', id: 'b' },
        ],
      ),
    ],
  });
  expect(titles('web app')).toEqual(['component Web app']);
  expect(find('network')).toMatchObject([{ kind: 'element', id: 'b', canvas: { id: overview } }]);
  expect(titles('card')).toEqual(['element Card data']);

  store.changes.undo(model);
  expect(titles('card')).toEqual([]);
  store.changes.redo(model);
  expect(titles('card')).toEqual(['element Card data']);
});

it('indexes a replaced drawing as if each element had been drawn', () => {
  const labels = [
    'Data lake',
    '',
    `${'long '.repeat(99)}long😀`,
    'zero\0byte',
    'half \ud800',
    '"\u2028',
  ];
  const nodes = labels.map((label, at) => ({ ...node(`n${at}`), data: { label } }));
  const web = { ...node('shown', component), data: { label: 'Web', componentId: component } };
  const operation = [...nodes, web].map((each, index) => ({
    kind: 'addNode' as const,
    index,
    node: each,
  }));
  store.take(() =>
    store.documents.merge(overview, { nodes: [], edges: [] }, { nodes: [], edges: [] }),
  );
  store.changes.apply({
    scope: model,
    label: 'draw',
    drawings: [changed(overview, operation, [])],
  });
  const drawn = indexed(path);
  expect(titles('lake')).toEqual(['element Data lake']);

  const merge = (document: CanvasDocument): void =>
    store.take(() => store.documents.merge(overview, document, document));
  merge({ nodes: [], edges: [] });
  expect(titles('lake')).toEqual([]);
  merge({ nodes: [...nodes, web], edges: [] });
  expect(indexed(path)).toEqual(drawn);
  merge({ nodes: [...nodes.slice(1), web], edges: [] });
  expect(titles('lake')).toEqual([]);
  expect(titles('zero')).toHaveLength(1);
});

const many = (count: number, title: (at: number) => string, description = ''): void =>
  void store.changes.apply({
    scope: model,
    label: 'add',
    records: Array.from({ length: count }, (_, at) =>
      created('threat', uuid(100 + at), component, { title: title(at), description }),
    ),
  });

it('finds at most ten of each kind, titles before other texts, and no more than asked for', () => {
  many(9, (at) => `Sniffing ${at}`);
  const description = 'Sniffing the network';
  store.changes.apply({
    scope: model,
    label: 'add',
    records: [
      created('threat', uuid(198), component, { title: 'Wiretap', description }),
      created('threat', uuid(199), component, { title: 'Bug', description }),
    ],
  });
  const numbered = Array.from({ length: 9 }, (_, at) => `threat Sniffing ${at}`);
  expect(titles('sniffing')).toEqual([...numbered, 'threat Wiretap']);
  store.changes.apply({
    scope: model,
    label: 'add',
    records: [
      created('threat', uuid(200), component, { title: 'Passive sniffing' }),
      created('threat', uuid(201), component, { title: 'Sniffing again' }),
      created('mitigation', uuid(202), threat, { title: 'Stop sniffing' }),
    ],
  });
  expect(titles('sniffing')).toEqual([
    ...numbered,
    'threat Sniffing again',
    'mitigation Stop sniffing',
  ]);
  const some = store.readings.find({ text: 'sniffing', limit: 3 });
  expect(some.map(({ title }) => `threat ${title}`)).toEqual(numbered.slice(0, 3));
});

it('finds a title that has all words in any order after titles that have the text', () => {
  many(3, (at) => ['Login page of the shop', 'The page for login', 'A login page'][at] ?? '');
  expect(titles('login page')).toEqual([
    'threat Login page of the shop',
    'threat A login page',
    'threat The page for login',
  ]);
  expect(titles('  login\t\n page  ')).toHaveLength(3);
  expect(titles('login page shop')).toEqual(['threat Login page of the shop']);
  expect(titles('login window')).toEqual([]);
});

it('finds a word of one or two characters in titles only, in the order of the records', () => {
  many(3, (at) => ['A zzzb', 'No match', 'Zz top'][at] ?? '', 'zz');
  expect(titles('ZZ')).toEqual(['threat A zzzb', 'threat Zz top']);
  expect(titles('zz xx')).toEqual(['threat A zzzb', 'threat Zz top']);
  expect(titles('')).toEqual([]);
  expect(titles('   ')).toEqual([]);
  update(uuid(100), { title: 'Renamed' });
  expect(titles('zz')).toEqual(['threat Zz top']);
});

it('finds no text that has only the parts of a word', () => {
  many(1, () => 'Ban, nan, and ana', 'Ora, ran, ang, and nge');
  expect([titles('banana'), titles('orange')]).toEqual([[], []]);
  expect([titles('nan'), titles('ang')]).toEqual([
    ['threat Ban, nan, and ana'],
    ['threat Ban, nan, and ana'],
  ]);
});

it('searches for the beginning of a long text, and for all of its words', () => {
  many(1, () => 'alpha beta gamma delta epsilon zeta eta theta iota');
  expect(titles('alpha beta gamma delta epsilon zeta eta theta iota')).toHaveLength(1);
  expect(titles('alpha beta gamma delta epsilon zeta eta theta kappa')).toEqual([]);
  expect(titles(`alpha${' '.repeat(195)}omega`)).toHaveLength(1);
  expect(titles(`alpha${' '.repeat(190)}omega`)).toEqual([]);
});

it('lists a threat with the number first and once, although other titles have the number', () => {
  const row = store.records.find('threat', threat);
  if (!row) throw new Error('The threat is gone.');
  store.records.put({ ...row, local: { ...row.local, ref_id: 'T-123', title: 'See T-123' } });
  many(1, () => 'T-123 again');
  expect(titles(' t-123 ')).toEqual(['threat See T-123', 'threat T-123 again']);
  expect(find('t-123').map(({ reference }) => reference)).toEqual(['T-123', null]);
});

it('has the place of each kind of result, and leaves out records without one', () => {
  const [shop, web] = find('shop');
  const nowhere = { reference: null, canvas: null, component: null, threatId: null };
  const inModel = { id: model, title: 'Web shop' };
  expect(shop).toEqual({
    kind: 'collection',
    id: smallModel.collection,
    title: 'Shop',
    model: null,
    ...nowhere,
  });
  expect(web).toEqual({
    kind: 'threatModel',
    id: model,
    title: 'Web shop',
    model: inModel,
    ...nowhere,
  });
  const canvas = { id: overview, title: 'Overview' };
  expect(find('overview')).toEqual([
    { kind: 'canvas', id: overview, title: 'Overview', model: inModel, ...nowhere, canvas },
  ]);
  store.changes.apply({ scope: model, label: 'draw', drawings: [added(overview, node('note'))] });
  expect(find('note')).toEqual([
    { kind: 'element', id: 'note', title: 'note', model: inModel, ...nowhere, canvas },
  ]);
  store.records.remove('canvas', overview);
  expect([titles('note'), titles('theft'), titles('web app')]).toEqual([[], [], []]);
  store.records.remove('threatModel', model);
  expect(titles('payments')).toEqual([]);
  expect(titles('shop')).toEqual(['collection Shop']);
});

it('finds threats or mitigations with exactly a title, whatever its case', () => {
  many(2, (at) => ['SESSION THEFT', 'Session theft 2'][at] ?? '');
  store.changes.apply({
    scope: model,
    label: 'add',
    records: [created('mitigation', uuid(200), threat, { title: 'Session theft' })],
  });
  const titled = (kind: 'threat' | 'mitigation', limit = 10) =>
    store.readings.titled({ kind, title: 'session Theft', limit }).map((hit) => [hit.kind, hit.id]);
  expect(titled('threat')).toEqual([
    ['threat', threat],
    ['threat', uuid(100)],
  ]);
  expect(titled('threat', 1)).toEqual([['threat', threat]]);
  expect(titled('mitigation')).toEqual([['mitigation', uuid(200)]]);
  store.records.remove('canvas', overview);
  expect(titled('threat')).toEqual([]);
});

it.each<[string, CanvasOperation, string | null]>([
  ['another label', [{ kind: 'setNode', id: 'n', data: { label: 'Wharf' } }], 'Wharf'],
  ['other data', [{ kind: 'setNode', id: 'n', fields: { data: { label: 'Wharf' } } }], 'Wharf'],
  [
    'other data and then a label',
    [{ kind: 'setNode', id: 'n', fields: { data: { label: 'Pier' } }, data: { label: 'Wharf' } }],
    'Wharf',
  ],
  ['data without a label', [{ kind: 'setNode', id: 'n', fields: { data: {} } }], null],
  ['data that are no object', [{ kind: 'setNode', id: 'n', fields: { data: 'Wharf' } }], null],
  ['no data', [{ kind: 'setNode', id: 'n', unset: ['data'] }], null],
  ['no label', [{ kind: 'setNode', id: 'n', unsetData: ['label'] }], null],
  ['a label that is no text', [{ kind: 'setNode', id: 'n', data: { label: 7 } }], null],
  ['another size', [{ kind: 'setNode', id: 'n', fields: { width: 9 } }], 'Harbor'],
  ['no size', [{ kind: 'setNode', id: 'n', unset: ['width'] }], 'Harbor'],
  ['a component', [{ kind: 'setNode', id: 'n', data: { componentId: component } }], null],
  [
    'a component for a moment',
    [
      { kind: 'setNode', id: 'n', data: { componentId: component } },
      { kind: 'setNode', id: 'n', unsetData: ['componentId'] },
    ],
    'Harbor',
  ],
  ['a removal', [{ kind: 'removeNode', id: 'n' }], null],
  ['a removal of another element', [{ kind: 'removeNode', id: 'gone' }], 'Harbor'],
])('finds a drawn element by its name after %s', (_what, operation, name) => {
  const harbor = { ...node('n'), data: { label: 'Harbor' } };
  store.changes.apply({ scope: model, label: 'draw', drawings: [added(overview, harbor)] });
  store.changes.apply({ scope: model, label: 'draw', drawings: [changed(overview, operation)] });
  const found = ['harbor', 'pier', 'wharf'].flatMap((text) => titles(text));
  expect(found).toEqual(name === null ? [] : [`element ${name}`]);
});

/** Returns the indexed names, without their numbers. */
const indexed = (file: string): unknown[] => {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare(
      `SELECT kind, id, owner, title, component,
              (SELECT count(*) FROM search_title WHERE rowid = number) AS titles,
              (SELECT count(*) FROM search_text WHERE rowid = number) AS texts
       FROM search_entry ORDER BY kind, id, owner`,
    )
    .all()
    .map((row) => ({ ...row }));
  database.close();
  return rows;
};

it('agrees with the records and drawings after any changes, and after an update of the app', () => {
  update(threat, { title: 'Renamed', accepted_reason: 'The kiosk has no network' });
  store.changes.apply({ scope: model, label: 'draw', drawings: [added(overview, node('note'))] });
  store.changes.undo(model);
  store.changes.redo(model);
  store.changes.apply({
    scope: 'workspace',
    label: 'delete',
    records: [{ op: 'delete', kind: 'threatModel', id: model }],
  });
  expect(titles('renamed')).toEqual([]);
  store.changes.undo('workspace');
  expect(titles('renamed')).toEqual(['threat Renamed']);
  expect(titles('note')).toEqual(['element note']);
  store.tidy();
  const before = indexed(path);
  store.close();

  const database = new DatabaseSync(path);
  const dropped = database
    .prepare(
      `SELECT type, name FROM sqlite_schema
       WHERE type = 'trigger' OR (type = 'table' AND name IN
         ('register', 'register_mitigation', 'search_entry', 'search_pending', 'search_queue', 'search_deferral', 'search_late', 'search_group', 'search_title', 'search_text'))
       ORDER BY type = 'table', name = 'search_title'`,
    )
    .all();
  for (const { type, name } of dropped) database.exec(`DROP ${String(type)} ${String(name)}`);
  database.exec(`DELETE FROM migration WHERE name GLOB '*search' OR name GLOB '*register'`);
  database.close();

  store = createStore({ path });
  expect([...store.searchIndex.catchUp()]).not.toEqual([]);
  expect(indexed(path)).toEqual(before);
  expect(titles('renamed')).toEqual(['threat Renamed']);
  expect(titles('kiosk')).toEqual(['threat Renamed']);
});
