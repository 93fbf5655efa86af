import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
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
