import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { historyLength } from './journal.ts';
import { migrations } from './migrations.ts';
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

const { model, overview, payments, component, threat } = smallModel;
const scope = model;

let folder: string;
let store: Store;
const open = (): Store => createStore({ path: join(folder, 'store.db') });
const restart = (): void => {
  store.close();
  store = open();
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-history-'));
  store = open();
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const labelsOn = (canvasId: string): unknown[] =>
  store.documents.read(canvasId)?.nodes.map(({ data }) => data.label) ?? [];
const titlesOf = (canvasId: string): string[] =>
  store.reads.componentBadges(canvasId).map(({ title }) => title);
const tabs = (): string[] => store.reads.canvasTabs(model).map(({ title }) => title);

describe('a gesture on several canvases', () => {
  beforeEach(() => addSmallModel(store));

  it('is undone and redone as one, also after a restart', () => {
    restart();
    expect([labelsOn(overview), labelsOn(payments)]).toEqual([['web'], ['web 2']]);
    const { step } = store.changes.undo(scope);
    expect(step?.canvasIds).toEqual([overview, payments]);
    expect([labelsOn(overview), labelsOn(payments)]).toEqual([[], []]);
    restart();
    store.changes.redo(scope);
    expect([labelsOn(overview), labelsOn(payments)]).toEqual([['web'], ['web 2']]);
  });

  it('skips the canvas on which a merge made the undo impossible, and undoes the other', () => {
    const empty = { nodes: [], edges: [] };
    store.documents.merge(overview, empty, empty);
    const { step } = store.changes.undo(scope);
    expect(step).toMatchObject({ isTargetDeleted: false, canvasIds: [payments] });
    expect(labelsOn(payments)).toEqual([]);
  });

  it('is rejected as a whole if one of them is gone', () => {
    const drawings = [added(overview, node('a')), added(uuid(99), node('a'))];
    expect(() => store.changes.apply({ scope, label: 'draw', drawings })).toThrow(
      'The canvas no longer exists.',
    );
    expect(labelsOn(overview)).toEqual(['web']);
  });
});

describe('the history of a model', () => {
  beforeEach(() => addSmallModel(store));

  it('undoes changes in order, whichever records they concern', () => {
    store.changes.apply({ scope, label: 'one', drawings: [added(payments, node('a'))] });
    const values = { title: 'Cookie theft' };
    const update = { op: 'update', kind: 'threat', id: threat, values } as const;
    store.changes.apply({ scope, label: 'two', records: [update] });
    store.changes.apply({
      scope,
      label: 'three',
      records: [{ op: 'delete', kind: 'canvas', id: payments }],
    });
    const steps = [1, 2, 3].map(() => store.changes.undo(scope).step);
    expect(steps.map((step) => step?.label)).toEqual(['three', 'two', 'one']);
    expect(steps.map((step) => step?.canvasIds)).toEqual([[payments], [overview], [payments]]);
    expect(steps[1]?.componentIds).toEqual([component]);
    expect(store.changes.redo(scope).step?.label).toBe('one');
  });

  it('reports that an undo deleted a canvas', () => {
    store.changes.apply({
      scope,
      label: 'new canvas',
      records: [created('canvas', uuid(30), model, { title: 'Login' })],
    });
    const { step } = store.changes.undo(scope);
    expect(step).toMatchObject({ canvasIds: [], deletedCanvasIds: [uuid(30)] });
  });

  it('contains no changes of sync', () => {
    const before = store.changes.history(scope);
    store.take(() => {
      const row = store.records.find('threat', threat);
      if (row) store.records.put({ ...row, local: { ...row.local, title: 'From the service' } });
      store.documents.merge(overview, { nodes: [], edges: [] }, { nodes: [], edges: [] });
    });
    expect(store.changes.history(scope)).toEqual(before);
  });

  it('keeps at least a thousand steps across starts, and deletes older ones', () => {
    const drawn = historyLength + 250;
    store.transaction(() => {
      for (let n = 0; n < drawn; n += 1) {
        const drawings = [added(n % 2 === 0 ? overview : payments, node(`n${n}`))];
        store.changes.apply({ scope, label: `${n}`, drawings });
      }
    });
    const before = [labelsOn(overview), labelsOn(payments)];
    store.tidy();
    restart();
    store.tidy();
    expect([labelsOn(overview), labelsOn(payments)]).toEqual(before);
    let steps = 0;
    store.transaction(() => {
      while (store.changes.undo(scope).step) steps += 1;
    });
    expect(steps).toBeGreaterThanOrEqual(historyLength);
    expect(steps).toBeLessThan(drawn);
    expect(labelsOn(overview)).toContain('n0');
    store.transaction(() => {
      while (store.changes.redo(scope).step);
    });
    expect([labelsOn(overview), labelsOn(payments)]).toEqual(before);
    expect(labelsOn(overview)).not.toContain(`n${drawn - 1}`);
  });

  it('keeps its steps while another model gets many', () => {
    const other = uuid(60);
    const bank = created('threatModel', other, smallModel.collection, { title: 'Bank' });
    const rename = {
      op: 'update',
      kind: 'threatModel',
      id: other,
      values: { title: 'B' },
    } as const;
    store.changes.apply({ scope: 'workspace', label: 'new', records: [bank] });
    store.changes.apply({ scope: other, label: 'rename', records: [rename] });
    store.transaction(() => {
      for (let at = 0; at < historyLength + 50; at += 1) {
        const values = { title: `Threat ${at}` };
        const records = [{ op: 'update', kind: 'threat', id: threat, values } as const];
        store.changes.apply({ scope, label: 'test', records });
      }
    });
    store.tidy();
    expect(store.changes.undo(other).step?.label).toBe('rename');
  });
});

describe('one component on several canvases', () => {
  beforeEach(() => addSmallModel(store));

  const deletion = { op: 'delete', kind: 'component', id: component } as const;

  it('is listed on each, with its threats and its canvases', () => {
    expect([titlesOf(overview), titlesOf(payments)]).toEqual([['Web app'], ['Web app']]);
    expect(store.reads.canvasesOfComponent(component)).toEqual([
      { id: overview, title: 'Overview' },
      { id: payments, title: 'Payments' },
    ]);
  });

  it('stays while another canvas shows it, and is deleted with the last element', () => {
    const off = changed(overview, [{ kind: 'removeNode', id: 'web' }]);
    store.changes.apply({ scope, label: 'delete', drawings: [off], records: [deletion] });
    expect(store.reads.componentDetail(component)?.threats).toHaveLength(1);
    expect([titlesOf(overview), titlesOf(payments)]).toEqual([[], ['Web app']]);

    const last = changed(payments, [{ kind: 'removeNode', id: 'web 2' }]);
    store.changes.apply({ scope, label: 'delete', drawings: [last], records: [deletion] });
    expect(store.reads.componentDetail(component)).toBeNull();
    store.changes.undo(scope);
    expect(store.reads.componentDetail(component)?.threats).toHaveLength(1);
  });

  it('is renamed on all of them in one step', () => {
    const label = (text: string) => [
      { kind: 'setNode' as const, id: 'web', data: { label: text } },
    ];
    const values = { title: 'Portal' };
    store.changes.apply({
      scope,
      label: 'rename',
      drawings: [changed(overview, label('Portal'), label('web'))],
      records: [{ op: 'update', kind: 'component', id: component, values }],
    });
    expect([labelsOn(overview), labelsOn(payments)]).toEqual([['Portal'], ['Portal']]);
    store.changes.undo(scope);
    expect([labelsOn(overview), labelsOn(payments)]).toEqual([['web'], ['web 2']]);
    expect(store.reads.componentDetail(component)?.title).toBe('Web app');
  });

  it('is listed on the right canvases after snapshots, merges, and undo', () => {
    const canvases = (): unknown =>
      store.reads.canvasesOfComponent(component)?.map(({ title }) => title);
    store.changes.undo(scope);
    expect(canvases()).toEqual([]);
    store.changes.redo(scope);
    expect(canvases()).toEqual(['Overview', 'Payments']);
    const only = { nodes: [node('other')], edges: [] };
    store.documents.merge(payments, only, only);
    expect(canvases()).toEqual(['Overview']);
    const data = { componentId: component };
    const shows = changed(payments, [{ kind: 'setNode', id: 'other', data }]);
    store.changes.apply({ scope, label: 'show', drawings: [shows] });
    expect(canvases()).toEqual(['Overview', 'Payments']);
    const hides = changed(payments, [{ kind: 'setNode', id: 'other', unsetData: ['componentId'] }]);
    store.changes.apply({ scope, label: 'hide', drawings: [hides] });
    expect(canvases()).toEqual(['Overview']);
  });

  it.each([false, true])('stays while a flow of another canvas shows it (merged: %s)', (merged) => {
    const [card, sniffing] = [uuid(30), uuid(31)];
    const flow = (canvasId: string, end: string) => {
      const id = `flow ${end}`;
      const data = { label: 'Card data', componentId: card };
      const edge = { id, source: end, target: end, data };
      return changed(canvasId, [{ kind: 'addEdge', index: 0, edge }], [{ kind: 'removeEdge', id }]);
    };
    store.changes.apply({
      scope,
      label: 'flow',
      records: [
        created('component', card, overview, { title: 'Card data' }),
        created('threat', sniffing, card, { title: 'Sniffing' }),
      ],
      drawings: [flow(overview, 'web'), flow(payments, 'web 2')],
    });
    if (merged) {
      const drawn = store.documents.read(payments) ?? { nodes: [], edges: [] };
      store.documents.merge(payments, drawn, drawn);
      restart();
    }
    store.changes.apply({
      scope,
      label: 'delete',
      drawings: [changed(overview, [{ kind: 'removeEdge', id: 'flow web' }])],
      records: [{ op: 'delete', kind: 'component', id: card }],
    });
    expect(store.records.has('threat', sniffing)).toBe(true);
    expect(titlesOf(payments)).toContain('Card data');
  });
});

describe('a deleted canvas', () => {
  it('leaves components that other canvases show to them, with their threats', () => {
    addSmallModel(store);
    store.changes.apply({
      scope,
      label: 'delete canvas',
      records: [{ op: 'delete', kind: 'canvas', id: overview }],
    });
    const [badge] = store.reads.componentBadges(payments);
    expect(badge).toMatchObject({ title: 'Web app', parentId: payments });
    const detail = store.reads.componentDetail(badge?.id ?? '');
    expect(detail?.threats[0]).toMatchObject({
      title: 'Session theft',
      status: 'accepted',
      mitigations: [{ title: 'Short sessions' }],
      comments: [{ text: 'Seen in the last test' }],
    });
    expect(store.documents.read(payments)?.nodes[0]?.data.componentId).toBe(badge?.id);

    store.changes.undo(scope);
    expect(store.reads.componentBadges(payments)[0]?.id).toBe(component);
    expect(store.records.all('component').map(({ id }) => id)).toEqual([component]);
  });
});

describe('a duplicated canvas', () => {
  it('has its own elements and components, with copies of their threats', () => {
    addSmallModel(store);
    const plan = store.canvasEdits.duplicate(overview, 'Overview (copy)');
    if (!plan) throw new Error('There is no such canvas');
    store.changes.apply(plan.change);
    const { canvasId } = plan.result;
    expect(tabs()).toEqual(['Overview', 'Overview (copy)', 'Payments']);
    expect(labelsOn(canvasId)).toEqual(['web']);
    const [copy] = store.reads.componentBadges(canvasId);
    expect(copy).toMatchObject({ title: 'Web app', description: 'The front', parentId: canvasId });
    expect(copy?.id).not.toBe(component);
    expect(store.documents.read(canvasId)?.nodes[0]?.data.componentId).toBe(copy?.id);
    expect(store.reads.componentDetail(copy?.id ?? '')?.threats[0]).toMatchObject({
      title: 'Session theft',
      mitigations: [{ title: 'Short sessions' }],
      comments: [],
    });
    store.changes.undo(scope);
    expect(tabs()).toEqual(['Overview', 'Payments']);
    expect(store.records.all('component')).toHaveLength(1);
    store.changes.redo(scope);
    restart();
    expect(tabs()).toEqual(['Overview', 'Overview (copy)', 'Payments']);
    expect(labelsOn(canvasId)).toEqual(['web']);
  });

  it('is removed in one delete by an undo, and restored completely', () => {
    addSmallModel(store);
    const plan = store.canvasEdits.duplicate(overview, 'Overview (copy)');
    if (!plan) throw new Error('There is no such canvas');
    store.changes.apply(plan.change);
    const { canvasId } = plan.result;
    const copied = () =>
      store.records.subtree('canvas', canvasId).map(({ kind, id }) => [kind, id]);
    const before = copied();
    expect(before.map(([kind]) => kind)).toEqual(['canvas', 'component', 'threat', 'mitigation']);
    for (const { seq, kind, id } of store.outbox.all()) {
      store.idMap.put(kind, id, `service ${id}`);
      store.outbox.finish(seq);
    }
    store.changes.undo(scope);
    expect(copied()).toEqual([]);
    const pending = store.outbox.all().map(({ op, kind, id }) => [op, kind, id]);
    expect(pending).toEqual([['delete', 'canvas', canvasId]]);
    store.changes.redo(scope);
    expect(copied()).toEqual(before);
    expect(store.outbox.deletes()).toEqual([]);
  });

  it('shows components of other canvases as the same components', () => {
    addSmallModel(store);
    const plan = store.canvasEdits.duplicate(payments, 'Again');
    if (!plan) throw new Error('There is no such canvas');
    store.changes.apply(plan.change);
    const canvases = store.reads.canvasesOfComponent(component)?.map(({ title }) => title);
    expect(canvases).toEqual(['Overview', 'Payments', 'Again']);
  });
});

describe('elements moved to another canvas', () => {
  const move = (to: { canvasId: string } | { title: string }) => {
    const plan = store.canvasEdits.moveElements({ canvasId: overview, nodeIds: ['web'], to });
    if (!plan) throw new Error('There is no such canvas');
    store.changes.apply(plan.change);
    return plan.result;
  };

  it('move in one step, and their components lose nothing', () => {
    addSmallModel(store);
    const before = store.reads.componentDetail(component);
    expect(move({ canvasId: payments }).elementIds).toEqual(['web']);
    expect([labelsOn(overview), labelsOn(payments)]).toEqual([[], ['web 2', 'web']]);
    expect([titlesOf(overview), titlesOf(payments)]).toEqual([[], ['Web app']]);
    expect(store.reads.componentDetail(component)).toEqual(before);
    restart();
    expect(store.changes.undo(scope).step?.canvasIds).toEqual([overview, payments]);
    expect([labelsOn(overview), labelsOn(payments)]).toEqual([['web'], ['web 2']]);
  });

  it('can move to a new one, which an undo removes', () => {
    addSmallModel(store);
    const { canvasId } = move({ title: 'Login' });
    expect(tabs()).toEqual(['Overview', 'Payments', 'Login']);
    expect([labelsOn(overview), labelsOn(canvasId)]).toEqual([[], ['web']]);
    const { step } = store.changes.undo(scope);
    expect(step).toMatchObject({ canvasIds: [overview], deletedCanvasIds: [canvasId] });
    expect(tabs()).toEqual(['Overview', 'Payments']);
    expect(labelsOn(overview)).toEqual(['web']);
    store.changes.redo(scope);
    expect([labelsOn(overview), labelsOn(canvasId)]).toEqual([[], ['web']]);
  });
});

describe('the order of the canvases', () => {
  const order = (...canvasIds: string[]): void =>
    void store.changes.apply({
      scope,
      label: 'order',
      canvasOrders: [{ modelId: model, canvasIds }],
    });

  it('is by creation until a person chooses another, and can be undone', () => {
    addSmallModel(store);
    expect(tabs()).toEqual(['Overview', 'Payments']);
    order(payments, overview);
    restart();
    expect(tabs()).toEqual(['Payments', 'Overview']);
    const records = [created('canvas', uuid(30), model, { title: 'Login' })];
    store.changes.apply({ scope, label: 'new canvas', records });
    expect(tabs()).toEqual(['Payments', 'Overview', 'Login']);
    store.changes.undo(scope);
    const { step } = store.changes.undo(scope);
    expect(step).toMatchObject({ isTargetDeleted: false, canvasIds: [], deletedCanvasIds: [] });
    expect(tabs()).toEqual(['Overview', 'Payments']);
  });
});

describe('a store from before models had histories', () => {
  const older = (): void => {
    store.close();
    rmSync(join(folder, 'store.db'));
    const database = new DatabaseSync(join(folder, 'store.db'));
    database.exec(migrations['001-records']);
    database.exec(migrations['002-conflicts']);
    database.exec('CREATE TABLE migration (name TEXT PRIMARY KEY, hash TEXT NOT NULL)');
    const addRecord = database.prepare('INSERT INTO record VALUES (?, ?, ?, ?, NULL, NULL)');
    const stamps = { created_at: '2030', updated_at: '2030' };
    const values = (title: string) => JSON.stringify({ title, format: 'diagram', ...stamps });
    addRecord.run('threatModel', model, uuid(1), values('Web shop'));
    addRecord.run('canvas', overview, model, values('Overview'));
    addRecord.run('canvas', payments, model, values('Payments'));
    const addDocument = database.prepare('INSERT INTO canvas_document VALUES (?, ?, 0, NULL, 0)');
    const addEntry = database.prepare(`
      INSERT INTO journal (scope, label, state, canvas_id, operation, inverse, record_steps,
        record_inverse) VALUES (?, ?, ?, ?, ?, ?, '[]', '[]')`);
    const entries = [
      [overview, 'first', 'done', 'a'],
      [payments, 'second', 'undone', 'b'],
      [overview, 'third', 'done', 'c'],
    ] as const;
    for (const id of [overview, payments]) addDocument.run(id, '{"nodes":[],"edges":[]}');
    for (const [canvasId, label, state, id] of entries) {
      const { operation, inverse } = added(canvasId, node(id));
      const drawn = [operation, inverse].map((each) => JSON.stringify(each));
      addEntry.run(canvasId, label, state, canvasId, ...drawn);
    }
    const known = database.prepare('INSERT INTO migration VALUES (?, ?)');
    for (const name of ['001-records', '002-conflicts'] as const) {
      known.run(name, hashOf(migrations[name]));
    }
    database.close();
    store = open();
  };

  it('has the changes to its canvases in the history of their model', () => {
    older();
    expect(labelsOn(overview)).toEqual(['c', 'a']);
    expect(store.changes.history(overview)).toEqual({ undo: null, redo: null });
    // The migration has dropped the undone change, because another change followed the undo.
    expect(store.changes.history(scope)).toEqual({ undo: 'third', redo: null });
    store.changes.undo(scope);
    store.changes.undo(scope);
    expect(labelsOn(overview)).toEqual([]);
    expect(store.changes.undo(scope).step).toBeNull();
  });
});

describe('any sequence of gestures over several canvases', () => {
  const gesture = fc.record({
    kind: fc.constantFrom(
      'draw',
      'move across',
      'rename',
      'take away',
      'add canvas',
      'delete canvas',
      'order',
      'undo',
      'redo',
    ),
    n: fc.nat(5),
  });

  const canvasIds = (): string[] => store.reads.canvasTabs(model).map(({ id }) => id);
  const idsOn = (canvasId: string): string[] =>
    store.documents.read(canvasId)?.nodes.map(({ id }) => id) ?? [];

  const perform = (kind: string, n: number): void => {
    const canvases = canvasIds();
    const [from, to] = [canvases[n % canvases.length], canvases[(n + 1) % canvases.length]];
    const id = `node ${n}`;
    const newCanvas = uuid(40 + n);
    const actions: Record<string, () => void> = {
      draw: () => {
        if (!from || idsOn(from).includes(id)) return;
        const drawings = [added(from, node(id, component))];
        store.changes.apply({ scope, label: 'draw', drawings });
      },
      'move across': () => {
        if (!from || !to || from === to || !idsOn(from).includes(id)) return;
        const index = idsOn(from).indexOf(id);
        const found = store.documents.read(from)?.nodes[index];
        if (!found || idsOn(to).includes(id)) return;
        const back = [{ kind: 'addNode' as const, index, node: found }];
        const drawings = [changed(from, [{ kind: 'removeNode', id }], back), added(to, found)];
        store.changes.apply({ scope, label: 'move', drawings });
      },
      rename: () => {
        if (!from || !idsOn(from).includes(id)) return;
        if (!store.records.find('component', component)) return;
        const label = (text: string) => [{ kind: 'setNode' as const, id, data: { label: text } }];
        const before = store.documents.read(from)?.nodes.find((each) => each.id === id);
        const drawn = changed(from, label(`Name ${n}`), label(before?.data.label ?? ''));
        const values = { title: `Name ${n}` };
        store.changes.apply({
          scope,
          label: 'rename',
          drawings: [drawn],
          records: [{ op: 'update', kind: 'component', id: component, values }],
        });
      },
      'take away': () => {
        if (!from || !idsOn(from).includes(id)) return;
        const document = store.documents.read(from);
        const index = idsOn(from).indexOf(id);
        const found = document?.nodes[index];
        if (!found) return;
        const back = [{ kind: 'addNode' as const, index, node: found }];
        const drawn = changed(from, [{ kind: 'removeNode', id }], back);
        const isLast = idsOn(from).length === 1 && store.records.find('component', component);
        store.changes.apply({
          scope,
          label: 'delete',
          drawings: [drawn],
          records: isLast ? [{ op: 'delete', kind: 'component', id: component }] : [],
        });
      },
      'add canvas': () => {
        if (canvases.includes(newCanvas)) return;
        const records = [created('canvas', newCanvas, model, { title: `Canvas ${n}` })];
        store.changes.apply({ scope, label: 'add canvas', records });
      },
      'delete canvas': () => {
        if (!from || from === overview) return;
        const records = [{ op: 'delete', kind: 'canvas', id: from } as const];
        store.changes.apply({ scope, label: 'delete canvas', records });
      },
      order: () => {
        const canvasOrders = [{ modelId: model, canvasIds: canvases.toReversed() }];
        store.changes.apply({ scope, label: 'order', canvasOrders });
      },
      undo: () => store.changes.undo(scope),
      redo: () => store.changes.redo(scope),
    };
    actions[kind]?.();
  };

  const everything = (): unknown =>
    JSON.parse(
      JSON.stringify(
        [
          store.reads.canvasTabs(model),
          canvasIds().map((id) => [store.documents.read(id), store.reads.componentBadges(id)]),
          store.reads.componentDetail(component),
        ],
        (key, value) => (key.endsWith('_at') ? null : value),
      ),
    );

  it('can be undone to the start, and redone to the end, across restarts', () => {
    fc.assert(
      fc.property(fc.array(gesture, { maxLength: 30 }), fc.boolean(), (gestures, restarts) => {
        rmSync(folder, { recursive: true, force: true });
        folder = mkdtempSync(join(tmpdir(), 'parapet-history-'));
        store = open();
        addSmallModel(store);
        for (const { kind, n } of gestures) perform(kind, n);
        while (store.changes.redo(scope).step);
        const end = everything();
        if (restarts) restart();
        let undone = 0;
        while (store.changes.undo(scope).step) undone += 1;
        store.tidy();
        expect([labelsOn(overview), labelsOn(payments)]).toEqual([[], []]);
        expect(tabs()).toEqual(['Overview', 'Payments']);
        if (restarts) restart();
        for (let n = 0; n < undone; n += 1) store.changes.redo(scope);
        expect(everything()).toEqual(end);
        store.close();
      }),
      { numRuns: 30 },
    );
    store = open();
  });
});

const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');
