import { describe, expect, test } from 'vitest';
import { changeSchema } from '#shared/desktop/change.ts';
import { newRecordValues } from '#shared/records/record-values.ts';
import {
  createCanvas,
  createCollection,
  createModel,
  deleteCanvas,
  freeName,
  orderCanvases,
} from '../kernel/workspace/workspace-changes.ts';
import {
  locationIn,
  type CollectionEntry,
  type ModelEntry,
} from '../kernel/workspace/workspace-location.ts';
import { arrange, recentModels } from './arrange.ts';
import { treeRows, treeStep, type TreeKey } from './tree-rows.ts';

const model = (id: string, title: string, day: number, openThreatCount: number): ModelEntry => ({
  id,
  parentId: 'collection',
  title,
  description: '',
  status: 'Review',
  priority: 'medium',
  due_to_date: null,
  time_invested: null,
  quality_of_model: null,
  when_to_revisit: null,
  archived_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  isDownloaded: true,
  canvases: [{ id: `${id}-canvas`, title: 'Overview' }],
  componentCount: 3,
  openThreatCount,
  openByPriority: {},
});

const collection = (id: string, title: string, models: ModelEntry[]): CollectionEntry => ({
  id,
  title,
  description: null,
  color: null,
  keptOffline: false,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  models,
});

const shop = collection('shop', 'Web shop', [
  model('checkout', 'Checkout', 3, 9),
  model('accounts', 'Accounts', 7, 1),
]);
const platform = collection('platform', 'Platform', [model('login', 'Login', 5, 20)]);
const empty = collection('empty', 'Mobile', []);
const overview = [shop, platform, empty];
const titles = (collections: CollectionEntry[]): string[] =>
  collections.flatMap(({ title, models }) => [title, ...models.map((each) => each.title)]);

describe('the home page', () => {
  test('sorts collections and their models alike', () => {
    expect(titles(arrange(overview, { query: '', sort: 'changed' }))).toEqual([
      'Web shop',
      'Accounts',
      'Checkout',
      'Platform',
      'Login',
      'Mobile',
    ]);
    expect(titles(arrange(overview, { query: '', sort: 'threats' }))).toEqual([
      'Platform',
      'Login',
      'Web shop',
      'Checkout',
      'Accounts',
      'Mobile',
    ]);
    expect(titles(arrange(overview, { query: '', sort: 'name' }))).toEqual([
      'Mobile',
      'Platform',
      'Login',
      'Web shop',
      'Accounts',
      'Checkout',
    ]);
  });

  test('finds models by their name, and whole collections by theirs', () => {
    const found = (query: string) => titles(arrange(overview, { query, sort: 'name' }));
    expect(found('login')).toEqual(['Platform', 'Login']);
    expect(found(' WEB ')).toEqual(['Web shop', 'Accounts', 'Checkout']);
    expect(found('mobile')).toEqual(['Mobile']);
    expect(found('nothing')).toEqual([]);
  });

  test('shows the last changed models of all collections', () => {
    expect(recentModels(overview, 2).map((recent) => recent.model.title)).toEqual([
      'Accounts',
      'Login',
    ]);
  });
});

describe('the tree', () => {
  const rows = treeRows(overview, new Set(['shop']));

  test('shows the models of open collections, and sums their open threats', () => {
    expect(
      rows.map(({ id, isExpanded, openThreatCount }) => [id, isExpanded, openThreatCount]),
    ).toEqual([
      ['shop', false, 10],
      ['platform', true, 20],
      ['login', null, 20],
      ['empty', null, 0],
    ]);
  });

  test.each<[from: string, key: TreeKey, step: unknown]>([
    ['shop', 'forward', { expand: 'shop' }],
    ['shop', 'back', null],
    ['shop', 'up', null],
    ['platform', 'forward', { focus: 'login' }],
    ['platform', 'back', { collapse: 'platform' }],
    ['login', 'back', { focus: 'platform' }],
    ['login', 'forward', null],
    ['login', 'down', { focus: 'empty' }],
    ['login', 'first', { focus: 'shop' }],
    ['shop', 'last', { focus: 'empty' }],
    ['gone', 'down', null],
  ])('from %s, %s', (from, key, step) => {
    expect(treeStep(rows, from, key)).toEqual(step);
  });
});

test('a canvas is found with its model and its collection', () => {
  const location = locationIn(overview, { canvasId: 'login-canvas' });
  expect([location.collection?.id, location.model?.id, location.canvas?.title]).toEqual([
    'platform',
    'login',
    'Overview',
  ]);
  expect(locationIn(overview, { modelId: 'checkout' }).canvas).toBeNull();
  expect(locationIn(overview, { canvasId: 'gone' }).model).toBeNull();
});

describe('changes', () => {
  const { change, canvasId } = createModel({
    title: 'Billing',
    collection: { title: 'Mine' },
    canvasTitle: 'Overview',
  });

  test('a new model gets a canvas, and a collection if there is none', () => {
    const [made, billing, canvas] = change.records ?? [];
    expect(change.records?.map(({ kind }) => kind)).toEqual([
      'collection',
      'threatModel',
      'canvas',
    ]);
    expect(billing).toMatchObject({ parentId: made?.id });
    expect(canvas).toMatchObject({ parentId: billing?.id, id: canvasId });
  });

  test('they are valid for the main process', () => {
    const changes = [
      change,
      createCollection('Mine').change,
      createCanvas('login', 'Payments').change,
      deleteCanvas('login', 'login-canvas'),
      orderCanvases('login', ['login-canvas']),
    ];
    for (const each of changes) {
      expect(changeSchema.safeParse(each).error).toBeUndefined();
      for (const record of each.records ?? []) {
        if (record.op !== 'create') continue;
        const { kind, values } = record;
        expect(newRecordValues(kind, values, '')).toMatchObject({ title: values['title'] });
      }
    }
  });
});

test('a new canvas gets an unused number', () => {
  const nameOf = (number: number): string => `Canvas ${number}`;
  expect(freeName(['Overview'], nameOf)).toBe('Canvas 2');
  expect(freeName(['Overview', 'Canvas 3'], nameOf)).toBe('Canvas 4');
});
