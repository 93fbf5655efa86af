import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { invertOperation } from '#shared/canvas/apply.ts';
import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import { operationBetween } from '#shared/merge/operation-between.ts';
import { anyCanvas } from '#shared/merge/testing/any-canvas.ts';
import { createStore, type Store } from './store.ts';

const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [collectionId, modelId, canvasId, componentId] = [uuid(1), uuid(2), uuid(3), uuid(4)];
const minute = 60_000;
const hour = 60 * minute;

let store: Store;
let time: number;
const now = (): string => new Date(time).toISOString();
const pass = (ms: number): void => {
  time += ms;
};

const create = (
  kind: RecordChange['kind'],
  id: string,
  parentId: string | null,
  title: string,
): RecordChange => ({ op: 'create', kind, id, parentId, values: { title } });

const present = (): CanvasDocument => {
  const document = store.documents.read(canvasId);
  if (!document) throw new Error('no canvas');
  return document;
};

const draw = (operation: CanvasOperation): void => {
  const inverse = invertOperation(present(), operation);
  store.changes.apply({
    scope: modelId,
    label: 'draw',
    drawings: [{ canvasId, operation, inverse }],
  });
};

const node = (id: string): CanvasNode => ({ id, position: { x: 0, y: 0 }, data: { label: id } });
const add = (...ids: string[]): void =>
  draw(ids.map((id) => ({ kind: 'addNode', index: 0, node: node(id) })));

const points = () => store.versions.list(canvasId);
const namesIn = (id: number): string[] | undefined =>
  store.versions.read(id)?.document.nodes.map((each) => each.id);
const newest = () => {
  const [point] = points();
  if (!point) throw new Error('no point');
  return point;
};

beforeEach(() => {
  time = Date.parse('2026-03-01T12:00:00.000Z');
  store = createStore({ path: ':memory:', now });
  store.changes.apply({
    scope: 'workspace',
    label: 'test',
    records: [
      create('collection', collectionId, null, 'Shop'),
      create('threatModel', modelId, collectionId, 'Web shop'),
      create('canvas', canvasId, modelId, 'Overview'),
      create('component', componentId, canvasId, 'Web app'),
    ],
  });
});
afterEach(() => store.close());

describe('a named version', () => {
  it('has the earlier drawing, whatever is drawn afterwards', () => {
    add('a', 'b');
    const before = present();
    store.versions.name(canvasId, 'Before the review');
    draw([{ kind: 'removeNode', id: 'a' }]);
    expect(newest()).toMatchObject({ title: 'Before the review', nodes: 2, flows: 0 });
    expect(store.versions.read(newest().id)?.document).toEqual(before);
    expect(store.versions.sizeSince(newest().id)).toEqual({
      added: 0,
      removed: 1,
      moved: 0,
      changed: 0,
      threats: 0,
    });
  });

  it('stays until it is deleted; an automatic version becomes named by a name', () => {
    add('a');
    store.versions.save(canvasId, 'opened', present());
    const { id } = newest();
    store.versions.rename(id, 'Handed over');
    pass(800 * 24 * hour);
    store.versions.prune();
    expect(points()).toMatchObject([{ id, title: 'Handed over' }]);
  });

  it('is the newest automatic one if nothing has changed since', () => {
    store.versions.save(canvasId, 'opened', present());
    store.versions.name(canvasId, 'Start');
    expect(points()).toMatchObject([{ title: 'Start', reason: 'named' }]);
  });

  it('can be restored for an hour after it was deleted', () => {
    store.versions.name(canvasId, 'Start');
    const { id } = newest();
    store.versions.remove(id);
    expect(points()).toEqual([]);
    pass(59 * minute);
    store.versions.prune();
    store.versions.bringBack(id);
    expect(points()).toMatchObject([{ id, title: 'Start' }]);
    store.versions.remove(id);
    pass(61 * minute);
    store.versions.prune();
    store.versions.bringBack(id);
    expect(points()).toEqual([]);
  });

  it('leaves earlier named and deleted versions alone', () => {
    store.versions.name(canvasId, 'Before the review');
    store.versions.name(canvasId, 'Handed over');
    expect(points().map(({ title }) => title)).toEqual(['Handed over', 'Before the review']);
    add('a');
    store.versions.save(canvasId, 'opened', present());
    store.versions.remove(newest().id);
    store.versions.name(canvasId, 'Start');
    expect(newest()).toMatchObject({ title: 'Start', nodes: 1 });
  });

  it('is compared with the present if it is the last review, whatever its name', () => {
    const state = () => store.versions.reviewState([canvasId]);
    store.versions.review([canvasId], 'Spring', 'Ann');
    add('a');
    pass(hour);
    store.versions.review([canvasId], 'Autumn', 'Bob');
    expect(state()).toMatchObject({ title: 'Autumn', madeBy: 'Bob', elements: 0 });
    store.versions.rename(newest().id, 'Autumn 2');
    expect(state()).toMatchObject({ title: 'Autumn 2', madeBy: 'Bob' });
    store.versions.remove(newest().id);
    expect(state()).toMatchObject({ title: 'Spring', elements: 1 });
  });

  it('is the last review of all canvases, also if only one was reviewed again', () => {
    const other = uuid(8);
    const records = [create('canvas', other, modelId, 'Login')];
    store.changes.apply({ scope: modelId, label: 'test', records });
    store.versions.review([canvasId, other], 'Spring', 'Ann');
    pass(hour);
    store.versions.review([canvasId], 'Autumn', 'Ann');
    expect(store.versions.reviewState([canvasId, other])?.title).toBe('Autumn');
  });
});

describe('restoring', () => {
  it('keeps every key of other programs, even one named __proto__', () => {
    const text = '{"label":"Web","__proto__":"kept"}';
    draw([{ kind: 'addNode', index: 0, node: { ...node('a'), data: JSON.parse(text) } }]);
    store.versions.name(canvasId, 'Kept');
    draw([{ kind: 'removeNode', id: 'a' }]);
    const dataIn = (document?: CanvasDocument) => JSON.stringify(document?.nodes[0]?.data);
    expect(dataIn(store.versions.read(newest().id)?.document)).toBe(text);
    store.changes.undo(modelId);
    expect(dataIn(present())).toBe(text);
  });

  it('returns to the drawing of the version, and undo returns to the later one', () => {
    const elements = ({ nodes, edges }: CanvasDocument) => ({ nodes, edges });
    fc.assert(
      fc.property(anyCanvas, anyCanvas, (one, other) => {
        draw(operationBetween(present(), one));
        const version = elements(present());
        store.versions.name(canvasId, 'Kept');
        const { id } = newest();
        draw(operationBetween(present(), other));
        const before = elements(present());

        store.versions.saveBeforeRestore(canvasId);
        draw(operationBetween(present(), store.versions.read(id)?.document ?? present()));
        expect(elements(present())).toEqual(version);
        store.changes.undo(modelId);
        expect(elements(present())).toEqual(before);
        store.changes.redo(modelId);
        expect(elements(present())).toEqual(version);
      }),
      { numRuns: 20 },
    );
  });
});

describe('automatic versions', () => {
  it('are saved after ten minutes of drawing, and not without drawing', () => {
    store.versions.saveWork();
    expect(points()).toEqual([]);
    add('a');
    store.versions.saveWork();
    expect(points()).toEqual([]);
    pass(10 * minute);
    store.versions.saveWork();
    expect(points()).toMatchObject([{ reason: 'work', nodes: 1, madeAt: now() }]);
    pass(hour);
    store.versions.saveWork();
    expect(points()).toHaveLength(1);
  });

  it('are not saved twice for the same drawing', () => {
    store.versions.save(canvasId, 'opened', present());
    pass(hour);
    store.versions.save(canvasId, 'opened', present());
    expect(points()).toHaveLength(1);
  });

  it('have the state before a gesture that changed many elements', () => {
    add('a', 'b');
    const many = Array.from({ length: 60 }, (_, at) => `many-${at}`);
    add(...many);
    draw([{ kind: 'removeNode', id: 'a' }]);
    store.changes.undo(modelId);
    store.versions.saveWork();
    expect(points()).toMatchObject([{ reason: 'beforeLarge', nodes: 2 }]);
    expect(namesIn(newest().id)).toEqual(['b', 'a']);
  });

  it('have the state before sync merged drawings of others', () => {
    add('a');
    store.versions.saveBeforeMerge(canvasId, present());
    expect(points()).toMatchObject([{ reason: 'beforeMerge', nodes: 1 }]);
    const merged: CanvasDocument = { nodes: [node('a'), node('theirs')], edges: [] };
    store.documents.merge(canvasId, merged, merged);
    store.versions.saveBeforeMerge(canvasId, present());
    expect(points()).toHaveLength(1);
    pass(11 * minute);
    store.versions.saveBeforeMerge(canvasId, present());
    expect(points()).toHaveLength(2);
  });

  it('are thinned out with age', () => {
    for (const id of ['a', 'b', 'c']) {
      add(id);
      store.versions.saveBeforeRestore(canvasId);
      pass(minute);
    }
    store.versions.prune();
    expect(points()).toHaveLength(3);
    pass(25 * hour);
    store.versions.prune();
    expect(points()).toMatchObject([{ nodes: 3 }]);
  });

  it('are saved every ten minutes although the person keeps drawing', () => {
    for (const id of ['a', 'b', 'c', 'd']) {
      add(id);
      store.versions.saveWork();
      pass(4 * minute);
    }
    expect(points()).toMatchObject([{ reason: 'work', nodes: 4 }]);
  });

  it.each([false, true])('have the state before the first of two large gestures', (isFound) => {
    const many = (name: string) => Array.from({ length: 60 }, (_, at) => `${name} ${at}`);
    add('a', 'b');
    add(...many('first'));
    if (isFound) store.versions.findWork();
    add(...many('second'));
    store.versions.saveWork();
    expect(points()).toMatchObject([{ reason: 'beforeLarge', nodes: 2 }]);
  });
});

it('of a deleted canvas are there again if it is restored within 30 days', () => {
  store.versions.name(canvasId, 'Start');
  store.changes.apply({
    scope: 'workspace',
    label: 'delete',
    records: [{ op: 'delete', kind: 'canvas', id: canvasId }],
  });
  store.versions.prune();
  pass(29 * 24 * hour);
  store.versions.prune();
  store.changes.undo('workspace');
  store.versions.prune();
  pass(29 * 24 * hour);
  store.versions.prune();
  expect(points()).toMatchObject([{ title: 'Start' }]);

  store.changes.redo('workspace');
  store.versions.prune();
  pass(31 * 24 * hour);
  store.versions.prune();
  store.changes.undo('workspace');
  expect(points()).toEqual([]);
});

it('names the components that no longer have a record', () => {
  const asked = [componentId, uuid(9), uuid(9)];
  expect(store.versions.missingComponents(asked)).toEqual([uuid(9)]);
});
