import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workspaceScope } from '#shared/desktop/change.ts';
import { mergeImport } from '#shared/merge/merge-import.ts';
import { resolveImport } from '#shared/merge/resolve-import.ts';
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

const { model, overview, payments, component } = smallModel;

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

const drawnOn = (canvasId: string): [string, unknown][] =>
  (store.documents.read(canvasId)?.nodes ?? []).map(({ id, data: { componentId } }) => [
    id,
    componentId === undefined
      ? undefined
      : store.records.find('component', componentId)?.local['title'],
  ]);

describe('a gesture that deletes the canvas of a component and draws on another canvas', () => {
  const remove = { op: 'delete', kind: 'canvas', id: overview } as const;

  it('does both, and the component remains on the other canvas', () => {
    const before = drawnOn(payments);
    store.changes.apply({
      scope: model,
      label: 'edit',
      records: [remove],
      drawings: [added(payments, node('new', component))],
    });
    expect(drawnOn(payments)).toEqual([['new', 'Web app'], ...before]);
    expect(store.records.find('component', component)).toBeNull();
    store.changes.undo(model);
    expect(drawnOn(payments)).toEqual(before);
    expect(store.records.find('component', component)?.local['title']).toBe('Web app');
    store.changes.redo(model);
    expect(drawnOn(payments)).toEqual([['new', 'Web app'], ...before]);
  });

  it('deletes the component if it also removes the last other element that shows it', () => {
    store.changes.apply({
      scope: model,
      label: 'edit',
      records: [remove],
      drawings: [changed(payments, [{ kind: 'removeNode', id: 'web 2' }])],
    });
    expect(drawnOn(payments)).toEqual([]);
    expect(store.records.all('component')).toEqual([]);
  });

  it('keeps what it draws on canvases of other models', () => {
    const [otherModel, otherCanvas] = [uuid(40), uuid(41)];
    store.changes.apply({
      scope: workspaceScope,
      label: 'new',
      records: [
        created('threatModel', otherModel, smallModel.collection, { title: 'Bank' }),
        created('canvas', otherCanvas, otherModel, { title: 'Accounts' }),
      ],
    });
    store.changes.apply({
      scope: model,
      label: 'edit',
      records: [remove],
      drawings: [added(otherCanvas, node('new'))],
    });
    expect(drawnOn(otherCanvas)).toEqual([['new', undefined]]);
  });
});

it('a merge of a file that lacks a canvas keeps what the file adds to another canvas', () => {
  const own = store.modelContent(model, 'records');
  if (!own) throw new Error('The model is gone.');
  const canvases = own.canvases.flatMap((canvas) =>
    canvas.id === payments
      ? [{ ...canvas, data: { ...canvas.data, nodes: [...canvas.data.nodes, node('new')] } }]
      : [],
  );
  const components = own.components.map((each) => ({ ...each, canvasId: payments }));
  const merge = mergeImport({ base: own, own, file: { ...own, components, canvases } });
  store.changes.apply({ scope: model, label: 'import', ...resolveImport(merge, new Map()) });
  expect(drawnOn(payments)).toEqual([
    ['web 2', 'Web app'],
    ['new', undefined],
  ]);
});
