import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { createStore, type Store } from '../store/store.ts';
import { drawingFor, drawingOf, modelsHere } from './checked-drawing.ts';
import { change, created } from './testing/office.ts';

let store: Store;

beforeEach(() => {
  store = createStore({ path: ':memory:' });
  change(store, [
    created('collection', 'all', null, { title: 'All' }),
    created('threatModel', 'shop', 'all', { title: 'Shop' }),
    created('threatModel', 'bank', 'all', { title: 'Bank' }),
    created('canvas', 'desk', 'bank', { title: 'Desk' }),
    created('component', 'loan', 'desk', { title: 'Loan' }),
  ]);
  const { idMap } = store;
  idMap.put('threatModel', 'shop', 'M1');
  idMap.put('threatModel', 'bank', 'M2');
  idMap.put('threatModel', 'removed', 'M3');
  idMap.remove('threatModel', 'removed');
  idMap.put('canvas', 'desk', 'K1');
});
afterEach(() => store.close());

describe('the components of a drawing may belong', () => {
  test.each([
    ['to the model that the answer names', 'K9', 'M1', ['shop', 'shop']],
    ['to that of its canvas', 'K1', 'M2', ['bank', 'bank']],
    ['to both models if the canvas was moved', 'K1', 'M1', ['shop', 'bank']],
    ['to a model that was deleted here', 'K9', 'M3', ['removed', 'removed']],
    ['to any model if the named one is unknown', 'K1', 'M9', []],
    ['to any model if none is named', 'K1', null, []],
  ])('%s', (_where, id, model, expected) => {
    const named = model === null ? {} : { threat_model: { id: model } };
    expect(modelsHere(store, { id, ...named })).toEqual(expected);
  });
});

describe('a drawing in an answer', () => {
  const node = { id: 'a', position: { x: 0, y: 0 }, data: { componentId: 'L1', note: 'kept' } };
  const remote = () => ({
    id: 'K9',
    threat_model: { id: 'M1' },
    data: { nodes: [node], edges: [] },
  });
  const marked = { ...node, data: { ...node.data, componentId: 'elsewhere L1' } };

  it('is unchanged while no component has a former ID', () => {
    expect(drawingFor(store, remote())).toEqual(remote().data);
  });

  it('has marks on former IDs of components in other models', () => {
    store.idMap.put('component', 'loan', 'L1');
    store.idMap.remove('component', 'loan');
    expect(drawingFor(store, remote())).toEqual({ nodes: [marked], edges: [] });
    expect(drawingFor(store, remote(), ['bank'])).toEqual(remote().data);
  });

  test.each([
    ['is missing', undefined],
    ['has no flows', { nodes: [] }],
    ['has a node without a position', { nodes: [{ id: 'a', data: {} }], edges: [] }],
  ])('counts as none if it %s', (_what, data) => {
    const answer = { id: 'K9', data };
    expect(drawingOf(answer)).toBeNull();
    expect(drawingOf(answer)).toBeNull();
    expect(drawingFor(store, answer)).toBeNull();
  });
});
