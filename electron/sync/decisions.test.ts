import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { ServiceDamaged } from '../connection/service-connection.ts';
import { batchNetwork } from './testing/batch-network.ts';
import { change, created, openOffice, uuid, type App, type Office } from './testing/office.ts';
import { collectionId, componentId, modelId, webShop } from './testing/web-shop.ts';

const threatId = uuid(5);

let office: Office;
let ann: App;
let bob: App;

beforeEach(async () => {
  office = await openOffice();
  ann = await office.openApp({ later: () => () => {} });
  change(ann.store, [
    ...webShop,
    created('threat', threatId, componentId, { title: 'Session theft', description: 'One\nTwo\n' }),
  ]);
  draw(ann, [
    { kind: 'addNode', index: 0, node: node('web', 'Web app') },
    { kind: 'addNode', index: 1, node: node('db', 'Orders') },
  ]);
  await ann.engine.syncAll();
  bob = await office.openApp({ later: () => () => {} });
  await bob.pull();
});
afterEach(() => office.close());

const node = (id: string, label: string) => ({
  id,
  type: 'processNode',
  position: { x: 0, y: 0 },
  data: { label },
});

const only = ({ store }: App, kind: RecordKind) => {
  const [row] = store.records.all(kind);
  if (!row) throw new Error(`There is no ${kind}`);
  return row;
};

const draw = (app: App, operation: CanvasOperation, inverse: CanvasOperation = []): void => {
  const { id } = only(app, 'canvas');
  const drawings = [{ canvasId: id, operation, inverse }];
  app.store.changes.apply({ scope: only(app, 'threatModel').id, label: 'draw', drawings });
};
const rename = (app: App, kind: RecordKind, title: string): void =>
  change(app.store, [{ op: 'update', kind, id: only(app, kind).id, values: { title } }]);
const remove = (app: App, kind: RecordKind): void =>
  change(app.store, [{ op: 'delete', kind, id: only(app, kind).id }]);
const label = (id: string, text: string): CanvasOperation => [
  { kind: 'setNode', id, data: { label: text } },
];
const labels = (app: App): (string | undefined)[] =>
  app.store.documents.read(only(app, 'canvas').id)?.nodes.map(({ data }) => data.label) ?? [];
const titles = (app: App, kind: RecordKind): unknown[] =>
  app.store.records.all(kind).map(({ local }) => local['title']);
const syncBoth = async (): Promise<void> => {
  for (const { engine } of [ann, bob, ann]) await engine.syncAll().catch(() => undefined);
};
const status = ({ engine }: App) => engine.status();

describe('two people change the same record', () => {
  it('merges changes to different fields, and to different lines of one text', async () => {
    rename(ann, 'threat', 'Theft of sessions');
    const values = { priority: 'high', description: 'One\nTwo\nThree\n' };
    change(bob.store, [{ op: 'update', kind: 'threat', id: only(bob, 'threat').id, values }]);
    const first = { description: 'Zero\nOne\nTwo\n' };
    change(ann.store, [{ op: 'update', kind: 'threat', id: threatId, values: first }]);
    await syncBoth();
    for (const app of [ann, bob]) {
      expect(only(app, 'threat').local).toMatchObject({
        title: 'Theft of sessions',
        priority: 'high',
        description: 'Zero\nOne\nTwo\nThree\n',
      });
      expect(status(app)).toMatchObject({ state: 'saved', conflicts: 0 });
    }
  });

  it.each(['mine', 'theirs'] as const)(
    'asks about the same field; %s is undoable',
    async (side) => {
      rename(ann, 'threat', 'From Ann');
      rename(bob, 'threat', 'From Bob');
      await syncBoth();
      expect(titles(ann, 'threat')).toEqual(['From Ann']);
      expect(titles(bob, 'threat')).toEqual(['From Bob']);
      expect(status(bob)).toMatchObject({ state: 'attention', pending: 0, conflicts: 1 });
      const { id } = only(bob, 'threat');
      expect(bob.engine.conflicts()).toMatchObject([
        { kind: 'threat', id, type: 'fields', count: 1, title: 'From Bob' },
      ]);
      const field = { field: 'title', base: 'Session theft', mine: 'From Bob', theirs: 'From Ann' };
      expect(bob.engine.conflict('threat', id)).toEqual({ type: 'fields', fields: [field] });

      bob.engine.resolve({ kind: 'threat', id, choices: { title: side } });
      const [chosen, other] = side === 'mine' ? ['From Bob', 'From Ann'] : ['From Ann', 'From Bob'];
      await syncBoth();
      for (const app of [ann, bob]) expect(titles(app, 'threat')).toEqual([chosen]);
      expect(status(bob)).toMatchObject({ state: 'saved', conflicts: 0 });

      bob.store.changes.undo(only(bob, 'threatModel').id);
      await syncBoth();
      for (const app of [ann, bob]) expect(titles(app, 'threat')).toEqual([other]);
    },
  );

  it('blocks nothing else: other fields and records are sent beside an open conflict', async () => {
    rename(ann, 'threat', 'From Ann');
    rename(bob, 'threat', 'From Bob');
    await syncBoth();
    const values = { priority: 'critical' };
    change(bob.store, [{ op: 'update', kind: 'threat', id: only(bob, 'threat').id, values }]);
    rename(bob, 'component', 'Shop front');
    await syncBoth();
    expect(only(ann, 'threat').local).toMatchObject({ title: 'From Ann', priority: 'critical' });
    expect(titles(ann, 'component')).toEqual(['Shop front']);
    expect(status(bob).conflicts).toBe(1);
  });

  it('ends a conflict when the other side gets the same value', async () => {
    rename(ann, 'threat', 'From Ann');
    rename(bob, 'threat', 'From Bob');
    await syncBoth();
    rename(ann, 'threat', 'From Bob');
    await syncBoth();
    expect(status(bob)).toMatchObject({ state: 'saved', conflicts: 0 });
  });
});

it('an element that others deleted and restored does not replace one that was edited since', async () => {
  const orders: CanvasOperation = [{ kind: 'addNode', index: 1, node: node('db', 'Orders') }];
  draw(bob, [{ kind: 'removeNode', id: 'db' }], orders);
  await bob.engine.syncAll();
  draw(ann, label('db', 'Ann’s orders'));
  await ann.engine.syncAll();
  expect(ann.engine.conflicts()).toMatchObject([{ kind: 'canvas' }]);
  bob.store.changes.undo(only(bob, 'threatModel').id);
  await bob.engine.syncAll();
  draw(ann, label('db', 'Paid orders'));
  await ann.engine.flush();
  expect(labels(ann)).toEqual(['Web app', 'Paid orders']);
  expect(ann.engine.conflict('canvas', only(ann, 'canvas').id)).toMatchObject({
    conflicts: [{ id: 'db', fields: ['label'] }],
  });
});

describe('editing something in conflict', () => {
  beforeEach(async () => {
    rename(ann, 'threat', 'From Ann');
    draw(ann, label('web', 'From Ann'));
    rename(bob, 'threat', 'From Bob');
    draw(bob, label('web', 'From Bob'), label('web', 'Web app'));
    await syncBoth();
  });

  it.each(['Session theft', 'Something else'])(
    'the title “%s” resolves the conflict',
    async (title) => {
      rename(bob, 'threat', title);
      expect(status(bob).conflicts).toBe(1);
      await syncBoth();
      for (const app of [ann, bob]) expect(titles(app, 'threat')).toEqual([title]);
      expect(bob.engine.conflicts()).toMatchObject([{ kind: 'canvas' }]);
    },
  );

  it.each(['Web app', 'Something else'])('the label “%s” resolves the conflict', async (text) => {
    draw(bob, label('web', text));
    expect(status(bob).conflicts).toBe(1);
    await syncBoth();
    for (const app of [ann, bob]) expect(labels(app)).toEqual([text, 'Orders']);
    expect(bob.engine.conflicts()).toMatchObject([{ kind: 'threat' }]);
  });

  it('deleting the element resolves the conflict', async () => {
    draw(bob, [{ kind: 'removeNode', id: 'web' }]);
    await syncBoth();
    for (const app of [ann, bob]) expect(labels(app)).toEqual(['Orders']);
  });

  it('editing other fields and elements leaves the conflict open', async () => {
    const values = { priority: 'high' };
    change(bob.store, [{ op: 'update', kind: 'threat', id: only(bob, 'threat').id, values }]);
    draw(bob, label('db', 'Shop orders'));
    await syncBoth();
    expect(status(bob).conflicts).toBe(2);
    expect(labels(ann)).toEqual(['From Ann', 'Shop orders']);
    expect(only(ann, 'threat').local).toMatchObject({ title: 'From Ann', priority: 'high' });
  });

  it('undoing it resolves nothing: both versions stay until the person chooses', async () => {
    bob.store.changes.undo(only(bob, 'threatModel').id);
    bob.store.changes.undo('workspace');
    for (let time = 0; time < 2; time += 1) {
      await syncBoth();
      expect(labels(bob)).toEqual(['Web app', 'Orders']);
      expect(titles(bob, 'threat')).toEqual(['Session theft']);
      expect(labels(ann)).toEqual(['From Ann', 'Orders']);
      expect(titles(ann, 'threat')).toEqual(['From Ann']);
      expect(status(bob).conflicts).toBe(2);
    }
    for (const { kind, id } of bob.engine.conflicts()) {
      const choices = { title: 'theirs', 'node:web': 'theirs' } as const;
      bob.engine.resolve({ kind, id, choices });
    }
    await syncBoth();
    expect(labels(bob)).toEqual(['From Ann', 'Orders']);
    expect(titles(bob, 'threat')).toEqual(['From Ann']);
    expect(status(bob)).toMatchObject({ state: 'saved', conflicts: 0 });
  });

  it('undoing a deletion resolves nothing about the changes of others in it', async () => {
    draw(ann, label('db', 'Ann’s orders'));
    draw(
      bob,
      [{ kind: 'removeNode', id: 'db' }],
      [{ kind: 'addNode', index: 1, node: node('db', 'Orders') }],
    );
    await syncBoth();
    bob.store.changes.undo(only(bob, 'threatModel').id);
    await syncBoth();
    expect(labels(bob)).toEqual(['From Bob', 'Orders']);
    expect(labels(ann)).toEqual(['From Ann', 'Ann’s orders']);
    expect(bob.engine.conflict('canvas', only(bob, 'canvas').id)).toMatchObject({
      conflicts: [
        { id: 'db', fields: ['label'] },
        { id: 'web', fields: ['label'] },
      ],
    });
  });
});

describe('an undo in a conflict about an element that one side deleted resolves nothing', () => {
  const conflicts = (): unknown => {
    const conflict = bob.engine.conflict('canvas', only(bob, 'canvas').id);
    return conflict?.type === 'canvas' && conflict.conflicts.map(({ id, fields }) => [id, fields]);
  };
  const undoOrRedo = (direction: 'undo' | 'redo'): void =>
    void bob.store.changes[direction](only(bob, 'threatModel').id);
  const removal = (id: string, text: string): [CanvasOperation, CanvasOperation] => [
    [{ kind: 'removeNode', id }],
    [{ kind: 'addNode', index: 0, node: node(id, text) }],
  ];

  it.each(['mine', 'theirs'] as const)('changed here, deleted there; then %s', async (side) => {
    draw(ann, ...removal('web', 'Web app'));
    draw(bob, label('web', 'Shop'), label('web', 'Web app'));
    await syncBoth();
    for (const [direction, expected] of [
      ['undo', 'Web app'],
      ['redo', 'Shop'],
      ['undo', 'Web app'],
    ] as const) {
      undoOrRedo(direction);
      await syncBoth();
      expect(labels(bob)).toEqual([expected, 'Orders']);
      expect(labels(ann)).toEqual(['Orders']);
      expect(conflicts()).toEqual([['web', []]]);
    }
    const { id } = only(bob, 'canvas');
    bob.engine.resolve({ kind: 'canvas', id, choices: { 'node:web': side } });
    await syncBoth();
    const expected = side === 'mine' ? ['Web app', 'Orders'] : ['Orders'];
    for (const app of [ann, bob]) expect(labels(app)).toEqual(expected);
    expect(status(bob)).toMatchObject({ state: 'saved', conflicts: 0 });
  });

  it.each(['mine', 'theirs'] as const)('deleted here, changed there; then %s', async (side) => {
    draw(ann, label('web', 'Shop'));
    draw(bob, ...removal('web', 'Web app'));
    await syncBoth();
    for (const [direction, local, open] of [
      ['undo', ['Web app', 'Orders'], ['label']],
      ['redo', ['Orders'], []],
    ] as const) {
      undoOrRedo(direction);
      await syncBoth();
      expect(labels(bob)).toEqual(local);
      expect(labels(ann)).toEqual(['Shop', 'Orders']);
      expect(conflicts()).toEqual([['web', open]]);
    }
    const { id } = only(bob, 'canvas');
    bob.engine.resolve({ kind: 'canvas', id, choices: { 'node:web': side } });
    await syncBoth();
    const expected = side === 'mine' ? ['Orders'] : ['Shop', 'Orders'];
    for (const app of [ann, bob]) expect(labels(app)).toEqual(expected);
    expect(status(bob)).toMatchObject({ state: 'saved', conflicts: 0 });
  });

  describe('because of a flow to it', () => {
    const flow = { id: 'order', source: 'web', target: 'db' };
    const add: CanvasOperation = [{ kind: 'addEdge', index: 0, edge: flow }];
    const take: CanvasOperation = [{ kind: 'removeEdge', id: 'order' }];

    beforeEach(async () => {
      draw(ann, ...removal('web', 'Web app'));
      draw(bob, add, take);
      await syncBoth();
    });

    it.each([
      ['the flow is undone', () => undoOrRedo('undo')],
      ['the flow is deleted', () => draw(bob, take, add)],
    ])('%s: then nothing is in conflict, and the deletion holds', async (_how, end) => {
      expect(labels(bob)).toEqual(['Web app', 'Orders']);
      expect(labels(ann)).toEqual(['Orders']);
      end();
      await syncBoth();
      for (const app of [ann, bob]) expect(labels(app)).toEqual(['Orders']);
      expect(status(bob)).toMatchObject({ state: 'saved', conflicts: 0 });
    });
  });

  it.each([
    ['is undone', () => undoOrRedo('undo')],
    ['is followed by moving it back', () => draw(bob, removal('web', 'Web app')[1])],
  ])('deleted here, extended there; the deletion %s', async (_how, bringBack) => {
    draw(ann, [{ kind: 'setNode', id: 'web', data: { note: 'Ask Ann' } }]);
    draw(bob, ...removal('web', 'Web app'));
    await syncBoth();
    bringBack();
    await syncBoth();
    for (const app of [ann, bob]) {
      const { nodes = [] } = app.store.documents.read(only(app, 'canvas').id) ?? {};
      expect(nodes[0]).toMatchObject({ data: { label: 'Web app', note: 'Ask Ann' } });
    }
    expect(status(bob)).toMatchObject({ state: 'saved', conflicts: 0 });
  });

  it('both changed it, and it is deleted there after the undo', async () => {
    draw(ann, label('web', 'From Ann'));
    draw(bob, label('web', 'From Bob'), label('web', 'Web app'));
    await syncBoth();
    undoOrRedo('undo');
    await syncBoth();
    draw(ann, ...removal('web', 'From Ann'));
    await syncBoth();
    expect(labels(ann)).toEqual(['Orders']);
    expect(labels(bob)).toEqual(['Web app', 'Orders']);
    expect(conflicts()).toEqual([['web', []]]);
    ann.store.changes.undo(only(ann, 'threatModel').id);
    await syncBoth();
    expect(labels(ann)).toEqual(['From Ann', 'Orders']);
    expect(labels(bob)).toEqual(['Web app', 'Orders']);
    expect(conflicts()).toEqual([['web', ['label']]]);
  });

  it.each(['mine', 'theirs'] as const)(
    'deleted on both sides, changed there before, and undone on both; then %s',
    async (side) => {
      draw(ann, label('web', 'Shop'));
      draw(bob, ...removal('web', 'Web app'));
      await syncBoth();
      draw(ann, ...removal('web', 'Shop'));
      await ann.engine.syncAll();
      undoOrRedo('undo');
      await syncBoth();
      expect(conflicts()).toEqual([['web', []]]);
      ann.store.changes.undo(only(ann, 'threatModel').id);
      await syncBoth();
      expect(labels(ann)).toEqual(['Shop', 'Orders']);
      expect(labels(bob)).toEqual(['Web app', 'Orders']);
      expect(conflicts()).toEqual([['web', ['label']]]);
      const { id } = only(bob, 'canvas');
      bob.engine.resolve({ kind: 'canvas', id, choices: { 'node:web': side } });
      await syncBoth();
      const expected = [side === 'mine' ? 'Web app' : 'Shop', 'Orders'];
      for (const app of [ann, bob]) expect(labels(app)).toEqual(expected);
      expect(status(bob)).toMatchObject({ state: 'saved', conflicts: 0 });
    },
  );

  it('nobody has it any more: nothing is in conflict', async () => {
    draw(ann, label('web', 'Shop'));
    draw(bob, ...removal('web', 'Web app'));
    await syncBoth();
    draw(ann, ...removal('web', 'Shop'));
    undoOrRedo('undo');
    await syncBoth();
    expect(conflicts()).toEqual([['web', []]]);
    undoOrRedo('redo');
    await syncBoth();
    for (const app of [ann, bob]) expect(labels(app)).toEqual(['Orders']);
    expect(status(bob)).toMatchObject({ state: 'saved', conflicts: 0 });
  });
});

describe('two people draw on the same canvas', () => {
  it('merges different elements, and can still undo', async () => {
    draw(ann, label('web', 'Shop front'), label('web', 'Web app'));
    draw(bob, [{ kind: 'addNode', index: 2, node: node('queue', 'Queue') }]);
    await syncBoth();
    for (const app of [ann, bob]) expect(labels(app)).toEqual(['Shop front', 'Orders', 'Queue']);
    ann.store.changes.undo(modelId);
    await syncBoth();
    expect(labels(bob)).toEqual(['Web app', 'Orders', 'Queue']);
  });

  it.each(['mine', 'theirs'] as const)('the same name is a conflict; %s is taken', async (side) => {
    draw(ann, label('web', 'From Ann'));
    draw(bob, label('web', 'From Bob'));
    draw(bob, [{ kind: 'addNode', index: 2, node: node('queue', 'Queue') }]);
    await syncBoth();
    expect(labels(ann)).toEqual(['From Ann', 'Orders', 'Queue']);
    expect(labels(bob)).toEqual(['From Bob', 'Orders', 'Queue']);
    const { id } = only(bob, 'canvas');
    expect(bob.engine.conflict('canvas', id)).toMatchObject({
      type: 'canvas',
      conflicts: [{ element: 'node', id: 'web', fields: ['label'] }],
    });
    bob.engine.resolve({ kind: 'canvas', id, choices: { 'node:web': side } });
    await syncBoth();
    const chosen = side === 'mine' ? 'From Bob' : 'From Ann';
    for (const app of [ann, bob]) expect(labels(app)).toEqual([chosen, 'Orders', 'Queue']);
    expect(status(bob)).toMatchObject({ state: 'saved', conflicts: 0 });
  });

  it('reports that others deleted what an undo would change', async () => {
    draw(ann, label('web', 'Shop front'), label('web', 'Web app'));
    await syncBoth();
    draw(bob, [{ kind: 'removeNode', id: 'web' }]);
    await syncBoth();
    expect(ann.store.changes.undo(modelId).step).toMatchObject({
      isTargetDeleted: true,
      drawings: [],
    });
    await syncBoth();
    expect(labels(ann)).toEqual(['Orders']);
  });
});

describe('one person deletes what the other changed', () => {
  it.each(['mine', 'theirs'] as const)('changed here, deleted there: %s', async (side) => {
    remove(ann, 'component');
    await ann.engine.syncAll();
    rename(bob, 'threat', 'Still needed');
    await bob.engine.syncAll();
    expect(titles(bob, 'threat')).toEqual(['Still needed']);
    const [conflict] = bob.engine.conflicts();
    expect(conflict).toMatchObject({ type: 'deletedThere' });
    if (!conflict) return;
    bob.engine.resolve({ ...conflict, choices: { record: side } });
    await syncBoth();
    const expected = side === 'mine' ? ['Still needed'] : [];
    for (const app of [ann, bob]) expect(titles(app, 'threat')).toEqual(expected);
    expect(status(bob)).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  describe('and the decision for the deletion is undone', () => {
    const undone = async (): Promise<void> => {
      remove(ann, 'canvas');
      await ann.engine.syncAll();
      draw(bob, label('db', 'Payments'));
      await bob.engine.syncAll();
      const [conflict] = bob.engine.conflicts();
      expect(conflict).toMatchObject({ kind: 'canvas', type: 'deletedThere' });
      if (conflict) bob.engine.resolve({ ...conflict, choices: { record: 'theirs' } });
      expect(titles(bob, 'canvas')).toEqual([]);
      bob.store.changes.undo(only(bob, 'threatModel').id);
    };

    it('earlier changes of others, before they deleted it, are kept', async () => {
      rename(ann, 'threat', 'Found more');
      draw(ann, label('web', 'Shop'));
      await ann.engine.flush();
      await undone();
      await syncBoth();
      await syncBoth();
      for (const app of [ann, bob]) {
        expect(titles(app, 'threat')).toEqual(['Found more']);
        expect(labels(app)).toEqual(['Shop', 'Payments']);
        expect(status(app)).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
      }
    });

    it('drawings of others right after it is restored are kept', async () => {
      await undone();
      const { id } = only(bob, 'canvas');
      office.network = async (request) => {
        const answer = await office.reach(request);
        if (!request.url.endsWith('/restore')) return answer;
        const other = await office.client(office.reach);
        const { data } = await other.canvases.get({ id });
        await other.canvases.update({
          id,
          data: { ...data, nodes: [...data.nodes, node('new', 'Mails')] },
        });
        return answer;
      };
      await bob.engine.syncAll();
      expect(labels(bob)).toEqual(['Web app', 'Payments', 'Mails']);
      await syncBoth();
      expect(labels(ann)).toEqual(['Web app', 'Payments', 'Mails']);
      expect(status(bob)).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
    });
  });

  it.each(['mine', 'theirs'] as const)('deleted here, changed there: %s', async (side) => {
    rename(ann, 'threat', 'Found more');
    await ann.engine.syncAll();
    remove(bob, 'component');
    await bob.engine.syncAll();
    await bob.engine.idle();
    const [conflict] = bob.engine.conflicts();
    expect(conflict).toMatchObject({ kind: 'component', type: 'editedThere' });
    if (!conflict) return;
    bob.engine.resolve({ ...conflict, choices: { record: side } });
    await bob.engine.idle();
    await syncBoth();
    const expected = side === 'theirs' ? ['Found more'] : [];
    for (const app of [ann, bob]) expect(titles(app, 'threat')).toEqual(expected);
    expect(status(bob)).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('undoing the deletion ends its conflict at once, so no decision replaces later edits', async () => {
    rename(ann, 'component', 'Shop');
    await ann.engine.syncAll();
    const { id } = only(bob, 'component');
    remove(bob, 'component');
    await bob.engine.syncAll();
    const [conflict] = bob.engine.conflicts();
    expect(conflict).toMatchObject({ kind: 'component', type: 'editedThere' });
    if (!conflict) return;
    bob.store.changes.undo('workspace');
    expect(bob.engine.conflicts()).toEqual([]);
    change(bob.store, [
      { op: 'update', kind: 'component', id, values: { description: 'Takes orders' } },
    ]);
    bob.engine.resolve({ ...conflict, choices: { record: 'theirs' } });
    await syncBoth();
    for (const app of [ann, bob]) {
      expect(only(app, 'component').local).toMatchObject({
        title: 'Shop',
        description: 'Takes orders',
      });
    }
    expect(status(bob)).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
  });

  it('two people archiving one threat model at different times is a conflict', async () => {
    const { id } = only(bob, 'threatModel');
    const archive = (app: App, model: string, time: string): void =>
      change(app.store, [
        { op: 'update', kind: 'threatModel', id: model, values: { archived_at: time } },
      ]);
    archive(ann, modelId, '2050-01-01T00:00:00.000Z');
    await ann.engine.flush();
    archive(bob, id, '2050-02-02T00:00:00.000Z');
    await bob.engine.flush();
    expect(bob.engine.conflicts()).toMatchObject([{ kind: 'threatModel', type: 'fields' }]);
    expect(
      await office.database.selectFrom('threat_models').select('archived_at').execute(),
    ).toEqual([{ archived_at: '2050-01-01T00:00:00.000Z' }]);
  });

  it('restores a whole record, although no answer to its create had every field', async () => {
    change(ann.store, [created('threatModel', uuid(8), collectionId, { title: 'New' })]);
    await ann.engine.flush();
    change(ann.store, [{ op: 'delete', kind: 'threatModel', id: uuid(8) }]);
    const serviceId = ann.store.idMap.serviceId('threatModel', uuid(8)) ?? '';
    await bob.client.threatModels.update({ id: serviceId, title: 'Newer' });
    await ann.engine.syncAll();
    ann.engine.resolve({ kind: 'threatModel', id: uuid(8), choices: { record: 'theirs' } });
    expect(ann.store.records.find('threatModel', uuid(8))?.local).toMatchObject({
      title: 'Newer',
      archived_at: null,
    });
    await ann.engine.idle();
  });

  it('undoing the decision and then the deletion creates it once', async () => {
    draw(ann, label('web', 'Shop'));
    await ann.engine.syncAll();
    const { id: scope } = only(bob, 'threatModel');
    const deletion = { op: 'delete', kind: 'canvas', id: only(bob, 'canvas').id } as const;
    bob.store.changes.apply({ scope, label: 'delete', records: [deletion] });
    await bob.engine.syncAll();
    await bob.engine.idle();
    const [conflict] = bob.engine.conflicts();
    expect(conflict).toMatchObject({ kind: 'canvas', type: 'editedThere' });
    if (!conflict) return;
    bob.engine.resolve({ ...conflict, choices: { record: 'mine' } });
    await bob.engine.idle();
    await syncBoth();
    bob.store.changes.undo(scope);
    bob.store.changes.undo(scope);
    await bob.engine.idle();
    await syncBoth();
    expect(status(bob)).toMatchObject({ state: 'saved', pending: 0, conflicts: 0 });
    expect(await office.database.selectFrom('canvases').select('title').execute()).toEqual([
      { title: 'Overview' },
    ]);
    for (const app of [ann, bob]) expect(titles(app, 'canvas')).toEqual(['Overview']);
  });
});

describe('a rejected change', () => {
  it('is kept with the reason, retried, or discarded undoably', async () => {
    change(bob.store, [
      { op: 'update', kind: 'threat', id: only(bob, 'threat').id, values: { title: '' } },
    ]);
    rename(bob, 'component', 'Shop front');
    await bob.engine.flush();
    expect(status(bob)).toMatchObject({ state: 'attention', rejected: 1 });
    const [entry] = bob.engine.pendingChanges();
    expect(entry).toMatchObject({ kind: 'threat', op: 'update', fields: ['title'] });
    expect(entry?.rejection?.problem).toBe('invalid');
    expect(entry?.rejection?.reason).toMatch(/title/);
    bob.engine.discard(entry?.seq ?? 0);
    expect(titles(bob, 'threat')).toEqual(['Session theft']);
    await syncBoth();
    expect(status(bob)).toMatchObject({ state: 'saved', rejected: 0 });
    expect(titles(ann, 'component')).toEqual(['Shop front']);
    expect(bob.store.changes.undo(only(bob, 'threatModel').id).step?.label).toBe(
      'sync.label.discard',
    );
    expect(titles(bob, 'threat')).toEqual(['']);
  });

  it('of one record does not block others, however often it fails', async () => {
    const { id } = only(bob, 'threat');
    const network = batchNetwork(office.reach);
    const isBroken = (method: string, path: string): boolean =>
      method === 'PATCH' && path.includes('/threats/');
    const broken = { title: 'broken', status: 500 };
    network.onBatch = async (parts, send) => {
      const answers = await send(parts.filter(({ method, path }) => !isBroken(method, path)));
      return parts.map(({ method, path }) =>
        isBroken(method, path) ? { status: 500, headers: {}, body: broken } : answers.shift(),
      );
    };
    office.network = async (request) =>
      isBroken(request.method, request.url)
        ? Response.json(broken, { status: 500 })
        : await network.fetch(request);
    change(bob.store, [{ op: 'update', kind: 'threat', id, values: { title: 'Later' } }]);
    rename(bob, 'component', 'Shop front');
    rename(ann, 'canvas', 'Main view');
    await ann.engine.syncAll();
    await expect(bob.engine.syncAll()).rejects.toThrow('broken');
    expect(titles(bob, 'canvas')).toEqual(['Main view']);
    expect(status(bob)).toMatchObject({ pending: 1, rejected: 0 });
    office.network = office.reach;
    await syncBoth();
    expect(titles(ann, 'threat')).toEqual(['Later']);
  });
});

describe('a service that denies access, or is not the same as before', () => {
  const answer = (number: number, code: string) => (request: Request) =>
    request.url.endsWith('/auth')
      ? office.reach(request)
      : Promise.resolve(Response.json({ title: code, status: number, code }, { status: number }));

  it.each([
    [401, 'unauthenticated', 'signIn'],
    [403, 'account_disabled', 'disabled'],
    [403, 'ip_not_allowed', 'addressNotAllowed'],
  ])('answers %i %s: everything stays pending, and nothing is lost', async (code, word, hold) => {
    rename(bob, 'threat', 'Written meanwhile');
    office.network = answer(code, word);
    await expect(bob.engine.syncAll()).rejects.toThrow(word);
    expect(status(bob)).toMatchObject({ state: 'attention', hold, pending: 1, rejected: 0 });
    office.network = office.reach;
    await syncBoth();
    expect(titles(ann, 'threat')).toEqual(['Written meanwhile']);
    expect(status(bob)).toMatchObject({ state: 'saved', hold: null });
  });

  it('has a damaged database: everything stays pending, and continues when it can be read', async () => {
    rename(bob, 'threat', 'Written meanwhile');
    office.network = () => Promise.reject(new ServiceDamaged('malformed'));
    await expect(bob.engine.syncAll()).rejects.toThrow('is damaged: malformed');
    expect(status(bob)).toMatchObject({ state: 'attention', hold: 'serviceDamaged', pending: 1 });
    office.network = office.reach;
    await syncBoth();
    expect(titles(ann, 'threat')).toEqual(['Written meanwhile']);
    expect(status(bob)).toMatchObject({ state: 'saved', hold: null });
  });

  it('no longer shows a collection: unsent changes in it are kept and become a conflict', async () => {
    rename(bob, 'threat', 'Unsent');
    office.network = async (request) => {
      if (request.method === 'GET' && /\/collections\?/.test(request.url)) {
        const other = { id: 'other', title: 'Other', created_at: '', updated_at: '' };
        return Response.json({ items: [{ ...other, ...withoutColor }], count: 1 });
      }
      const isKnown = /\/(auth|collections\/other)$/.test(request.url);
      if (isKnown) return await office.reach(request);
      return /\/(components|threats|mitigations|comments)\?/.test(request.url)
        ? Response.json({ items: [], count: 0 })
        : Response.json({ title: 'not there', status: 404, code: 'not_found' }, { status: 404 });
    };
    const known = created('collection', uuid(9), null, { title: 'Other' });
    change(bob.store, [known]);
    bob.store.idMap.put('collection', uuid(9), 'other');
    await bob.engine.syncAll().catch(() => undefined);
    expect(titles(bob, 'threat')).toEqual(['Unsent']);
    expect(bob.engine.conflicts().map(({ type }) => type)).toEqual(['accessLost']);
  });

  it('shows a canvas again: the conflict ends', async () => {
    await bob.engine.syncAll();
    draw(bob, label('web', 'Drawn meanwhile'));
    office.network = async (request) =>
      /\/canvases\//.test(request.url)
        ? Response.json({ title: 'not there', status: 404, code: 'not_found' }, { status: 404 })
        : await office.reach(request);
    await bob.engine.flush();
    expect(bob.engine.conflicts()).toMatchObject([{ kind: 'canvas', type: 'deletedThere' }]);
    office.network = office.reach;
    await syncBoth();
    expect(bob.engine.conflicts()).toEqual([]);
    expect(status(bob)).toMatchObject({ state: 'saved', pending: 0 });
    expect(labels(ann)).toContain('Drawn meanwhile');
  });

  it.each(['send', 'take'] as const)('has none of the local records: %s', async (choice) => {
    rename(bob, 'threat', 'Unsent');
    await office.database.deleteFrom('collections').execute();
    await expect(bob.engine.syncAll()).rejects.toThrow('none of your collections');
    expect(status(bob)).toMatchObject({ state: 'attention', hold: 'unfamiliar' });
    await expect(bob.engine.flush()).rejects.toThrow('none of your collections');
    expect(titles(bob, 'collection')).toEqual(['Shop']);
    await bob.engine.endHold(choice);
    expect(status(bob).hold).toBeNull();
    const open = bob.engine.conflicts().map(({ kind, type }) => `${kind} ${type}`);
    expect(open).toEqual(choice === 'take' ? ['collection deletedThere'] : []);
    const { items } = await bob.client.threats.list({});
    expect(items.map(({ title }) => title)).toEqual(choice === 'take' ? [] : ['Unsent']);
  });

  it.each([
    { choice: 'send', kind: 'threat', table: 'threats', expected: 'Newer' },
    { choice: 'take', kind: 'threat', table: 'threats', expected: 'Session theft' },
    // A threat model that is read alone has no `updated_at`, so only the list shows that it is older.
    { choice: 'send', kind: 'threatModel', table: 'threat_models', expected: 'Newer' },
    { choice: 'take', kind: 'threatModel', table: 'threat_models', expected: 'Web shop' },
  ] as const)(
    'went back to an older state of a $kind: $choice',
    async ({ choice, kind, table, expected }) => {
      const before = await office.database.selectFrom(table).selectAll().execute();
      rename(bob, kind, 'Newer');
      await bob.engine.syncAll();
      for (const row of before) {
        await office.database.updateTable(table).set(row).where('id', '=', row.id).execute();
      }
      await expect(bob.engine.syncAll()).rejects.toThrow('older version');
      expect(status(bob)).toMatchObject({ hold: 'restored' });
      expect(titles(bob, kind)).toEqual(['Newer']);
      await bob.engine.endHold(choice);
      expect(titles(bob, kind)).toEqual([expected]);
      const rows = await office.database.selectFrom(table).select('title').execute();
      expect(rows).toEqual([{ title: expected }]);
      expect(status(bob)).toMatchObject({ state: 'saved', hold: null });
    },
  );

  it.each([
    { choice: 'send', expected: ['Newer', 'Orders'] },
    { choice: 'take', expected: ['Web app', 'Orders'] },
  ] as const)('went back to an older drawing: $choice', async ({ choice, expected }) => {
    const before = await office.database.selectFrom('canvases').selectAll().execute();
    draw(bob, label('web', 'Newer'));
    await bob.engine.syncAll();
    for (const row of before) {
      await office.database.updateTable('canvases').set(row).where('id', '=', row.id).execute();
    }
    await expect(bob.engine.syncAll()).rejects.toThrow('older version');
    expect(labels(bob)).toEqual(['Newer', 'Orders']);
    await bob.engine.endHold(choice);
    expect(labels(bob)).toEqual(expected);
    const id = bob.store.idMap.serviceId('canvas', only(bob, 'canvas').id) ?? '';
    const { data } = await bob.client.canvases.get({ id });
    expect(data.nodes.map((each) => each.data.label)).toEqual(expected);
    expect(status(bob)).toMatchObject({ state: 'saved', hold: null });
  });

  it('went back to an older state: nothing is sent before the person chooses', async () => {
    const before = await office.database.selectFrom('threats').selectAll().execute();
    rename(bob, 'threat', 'Newer');
    await bob.engine.syncAll();
    for (const row of before) {
      await office.database.updateTable('threats').set(row).where('id', '=', row.id).execute();
    }
    await expect(bob.engine.syncAll()).rejects.toThrow('older version');
    change(bob.store, [created('collection', uuid(9), null, { title: 'During the hold' })]);
    await expect(bob.engine.flush()).rejects.toThrow('older version');
    await expect(bob.engine.syncAll()).rejects.toThrow('older version');
    office.network = () => Promise.reject(new TypeError('connection refused'));
    await expect(bob.engine.syncAll()).rejects.toThrow('connection refused');
    office.network = office.reach;
    expect(status(bob)).toMatchObject({ hold: 'restored', pending: 1 });
    const rows = await office.database.selectFrom('collections').select('title').execute();
    expect(rows).toEqual([{ title: 'Shop' }]);
  });

  it('has none of the local records any more: nothing is sent to it', async () => {
    await bob.engine.syncAll();
    change(bob.store, [created('collection', uuid(9), null, { title: 'Written meanwhile' })]);
    await office.database.deleteFrom('collections').execute();
    await expect(bob.engine.syncAll()).rejects.toThrow('none of your collections');
    expect(await office.database.selectFrom('collections').selectAll().execute()).toEqual([]);
    expect(titles(bob, 'collection')).toContain('Shop');
  });
});

const withoutColor = { description: null, color: null, created_by: { id: 'someone' } };

describe('the download', () => {
  it('has the lists first, then a model when it is opened, or all of a marked collection', async () => {
    const eve = await office.openApp({ later: () => () => {} });
    await eve.engine.syncAll();
    expect(titles(eve, 'threatModel')).toEqual(['Web shop']);
    expect(titles(eve, 'canvas')).toEqual([]);
    expect(eve.store.reads.overview()[0]).toMatchObject({
      keptOffline: false,
      models: [{ isDownloaded: false }],
    });
    await eve.engine.fetchModel(only(eve, 'threatModel').id);
    expect(titles(eve, 'component')).toEqual(['Web app']);
    expect(labels(eve)).toEqual(['Web app', 'Orders']);
    await eve.engine.idle();
    expect(titles(eve, 'threat')).toEqual(['Session theft']);

    const joe = await office.openApp({ later: () => () => {} });
    await joe.engine.syncAll();
    joe.engine.keepOffline(only(joe, 'collection').id, true);
    await joe.engine.idle();
    expect(titles(joe, 'threat')).toEqual(['Session theft']);
    expect(joe.store.reads.overview()[0]).toMatchObject({
      keptOffline: true,
      models: [{ isDownloaded: true }],
    });
  });

  it('of a model is canceled when the person leaves it', async () => {
    const eve = await office.openApp({ later: () => () => {} });
    await eve.engine.syncAll();
    const asked = Promise.withResolvers<Request>();
    office.network = (request) => {
      asked.resolve(request);
      return new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(new TypeError('called off')));
      });
    };
    const leaving = new AbortController();
    const fetched = eve.engine.fetchModel(only(eve, 'threatModel').id, leaving.signal);
    expect((await asked.promise).url).toMatch(/threat-models/);
    leaving.abort();
    await expect(fetched).rejects.toThrow('aborted');
  });

  it('does not make records of others mine', async () => {
    change(ann.store, [created('comment', uuid(7), threatId, { text: 'Seen in a test' })]);
    await ann.engine.flush();
    await office.database
      .updateTable('comments')
      .set({ user_id: (await anotherUser()).id })
      .execute();
    await bob.engine.syncAll();
    const detail = bob.store.reads.componentDetail(only(bob, 'component').id);
    expect(detail?.threats[0]?.comments[0]).toMatchObject({ isMine: false });
  });
});

const anotherUser = async (): Promise<{ id: string }> => {
  const user = await office.database.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  const other = {
    ...user,
    id: 'another',
    email: 'bob@example.org',
    email_key: 'bob@example.org',
    role: 'user' as const,
  };
  await office.database.insertInto('users').values(other).execute();
  return { id: other.id };
};
