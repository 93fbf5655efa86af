import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workspaceScope } from '#shared/desktop/change.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';

const collectionId = uuid(1);
const models = [uuid(10), uuid(20)];
const canvasOf = (model: number): string => uuid(10 * model + 11);
const componentOf = (model: number): string => uuid(10 * model + 12);
const threatId = (model: number, number: number): string => uuid(1000 * (model + 1) + number);
const threatsEach = 30;

let office: Office;
let mine: App;
let theirs: App;

beforeEach(async () => {
  office = await openOffice();
  mine = await office.openApp({ later: () => () => {} });
  change(mine.store, [
    created('collection', collectionId, null, { title: 'Shop' }),
    ...models.flatMap((modelId, model) => [
      created('threatModel', modelId, collectionId, { title: `Model ${model}` }),
      created('canvas', canvasOf(model), modelId, { title: `Canvas ${model}` }),
      created('component', componentOf(model), canvasOf(model), { title: 'Web app' }),
      ...Array.from({ length: threatsEach }, (_, number) =>
        created('threat', threatId(model, number), componentOf(model), { title: 'Before' }),
      ),
    ]),
  ]);
  draw(mine, 'Web app');
  await mine.engine.syncAll();
  theirs = await office.openApp({ later: () => () => {} });
  await theirs.pull();
});
afterEach(() => office.close());

/**
 * Adds a node to the first canvas or, if the node is there, changes its label. The canvas is found by
 * its title, because its ID differs from store to store.
 */
const draw = ({ store }: App, label: string): void => {
  const canvas = store.records.all('canvas').find(({ local }) => local['title'] === 'Canvas 0');
  const { id = '', parentId = null } = canvas ?? {};
  const node = { id: 'web', position: { x: 0, y: 0 }, data: { label } };
  const isDrawn = store.documents.read(id)?.nodes.length === 1;
  const operation = isDrawn
    ? [{ kind: 'setNode' as const, id: 'web', data: { label } }]
    : [{ kind: 'addNode' as const, index: 0, node }];
  const drawings = [{ canvasId: id, operation, inverse: [] }];
  store.changes.apply({ scope: parentId ?? workspaceScope, label: 'draw', drawings });
};

const retitle = ({ store }: App, kind: RecordKind, title: string): void =>
  change(
    store,
    store.records.all(kind).map(({ id }) => ({ op: 'update', kind, id, values: { title } })),
  );

const titles = ({ store }: App, kind: RecordKind): Set<unknown> =>
  new Set(store.records.all(kind).map(({ local }) => local['title']));
const label = ({ store }: App) => store.documents.read(canvasOf(0))?.nodes[0]?.data.label;

/**
 * Both people change every threat, the collection, and the drawing. One person deletes a threat that the
 * other one changes.
 */
const disagree = async (): Promise<void> => {
  for (const [app, title] of [
    [theirs, 'Theirs'],
    [mine, 'Mine'],
  ] as const) {
    retitle(app, 'threat', title);
    retitle(app, 'collection', title);
    draw(app, title);
  }
  change(mine.store, [
    { op: 'delete', kind: 'threat', id: threatId(1, 0) },
    { op: 'update', kind: 'component', id: componentOf(1), values: { title: 'Mine' } },
  ]);
  await theirs.engine.syncAll();
  await mine.engine.syncAll();
};

it('conflicts name the canvas that they are on', async () => {
  await disagree();
  const locations = Map.groupBy(mine.engine.conflicts(), ({ location }) =>
    location?.titles.join(' / '),
  );
  const counts = [...locations].map(([location, conflicts]) => [location, conflicts.length]);
  expect(counts).toEqual(
    expect.arrayContaining([
      [undefined, 1],
      ['Model 0 / Canvas 0', threatsEach + 1],
      ['Model 1 / Canvas 1', threatsEach],
    ]),
  );
});

describe.each(['mine', 'theirs'] as const)('%s of all conflicts at once', (side) => {
  const other = side === 'mine' ? 'Theirs' : 'Mine';
  const chosen = side === 'mine' ? 'Mine' : 'Theirs';

  it('resolves them everywhere, in one step of each history', async () => {
    await disagree();
    const conflicts = mine.engine.conflicts();
    const steps = await mine.engine.resolveMany({ conflicts, side });
    expect(new Set(steps.map(({ scope }) => scope))).toEqual(new Set([workspaceScope, ...models]));
    expect(steps.map((each) => each.steps)).toEqual([1, 1, 1]);
    expect(mine.engine.conflicts()).toEqual([]);
    await mine.engine.syncAll();
    await theirs.engine.syncAll();
    for (const app of [mine, theirs]) {
      expect(titles(app, 'threat')).toEqual(new Set([chosen]));
      expect(titles(app, 'collection')).toEqual(new Set([chosen]));
      expect(app.store.records.all('threat')).toHaveLength(
        threatsEach * 2 - (side === 'mine' ? 1 : 0),
      );
      expect(app.engine.status()).toMatchObject({ pending: 0, conflicts: 0 });
    }
    expect(label(mine)).toBe(chosen);
  });

  it('is undone in one step of each history', async () => {
    await disagree();
    const steps = await mine.engine.resolveMany({ conflicts: mine.engine.conflicts(), side });
    for (const { scope } of steps) {
      expect(mine.store.changes.history(scope).undo).toBe('sync.label.resolve');
      mine.store.changes.undo(scope);
    }
    await mine.engine.syncAll();
    await theirs.engine.syncAll();
    for (const app of [mine, theirs]) {
      expect(titles(app, 'threat')).toEqual(new Set([other]));
      expect(titles(app, 'collection')).toEqual(new Set([other]));
    }
    expect(label(mine)).toBe(other);
    for (const { scope } of steps) mine.store.changes.redo(scope);
    await mine.engine.syncAll();
    expect(titles(mine, 'threat')).toEqual(new Set([chosen]));
    expect(label(mine)).toBe(chosen);
  });
});

it('only the named conflicts are resolved', async () => {
  await disagree();
  const conflicts = [
    { kind: 'threat' as const, id: threatId(0, 1) },
    { kind: 'threat' as const, id: threatId(0, 2) },
    { kind: 'threat' as const, id: uuid(99_999) },
  ];
  const before = mine.engine.conflicts().length;
  await mine.engine.resolveMany({ conflicts, side: 'theirs' });
  expect(mine.engine.conflicts()).toHaveLength(before - 2);
});

it('records that others deleted are created again or deleted, with all others', async () => {
  for (const model of [0, 1]) {
    const title = `Model ${model}`;
    const row = theirs.store.records
      .all('threatModel')
      .find(({ local }) => local['title'] === title);
    change(theirs.store, [{ op: 'delete', kind: 'threatModel', id: row?.id ?? '' }]);
  }
  retitle(mine, 'threat', 'Mine');
  await theirs.engine.syncAll();
  await mine.engine.syncAll();
  const conflicts = mine.engine.conflicts();
  expect(new Set(conflicts.map(({ type }) => type))).toEqual(new Set(['deletedThere']));
  const steps = await mine.engine.resolveMany({ conflicts, side: 'theirs' });
  expect(steps).toEqual([{ scope: workspaceScope, steps: 1 }]);
  expect(mine.store.records.all('threatModel')).toEqual([]);
  mine.store.changes.undo(workspaceScope);
  await mine.engine.syncAll();
  await theirs.pull();
  expect(theirs.store.records.all('threat')).toHaveLength(threatsEach * 2);
});
