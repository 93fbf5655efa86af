import { afterEach, beforeEach, expect, it } from 'vitest';
import { workspaceScope } from '#shared/desktop/change.ts';
import { ancestorsWithin, findRecord, scopeOf, scopeWithin } from './record-ancestors.ts';
import { createStore, type Store } from './store.ts';
import { addSmallModel, smallModel, uuid } from './testing/small-model.ts';

const { collection, model, overview, component, mitigation, comment } = smallModel;
const nowhere = { modelId: null, canvasId: null, componentId: null };

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

it.each([
  ['mitigation', mitigation, { title: 'Short sessions' }],
  ['comment', comment, { text: 'Seen in the last test' }],
  ['component', component, { title: 'Web app', description: 'The front' }],
] as const)('a %s is found on its canvas, in the history of its model', (kind, id, values) => {
  const ancestors = { modelId: model, canvasId: overview, componentId: component };
  expect(findRecord(store.records, kind, id)).toMatchObject({ ...ancestors, scope: model, values });
});

it('a canvas is found by itself, models and collections in the history of the workspace', () => {
  expect(findRecord(store.records, 'canvas', overview)).toMatchObject({
    ...nowhere,
    modelId: model,
    canvasId: overview,
    scope: model,
  });
  const scope = workspaceScope;
  expect(findRecord(store.records, 'threatModel', model)).toMatchObject({
    ...nowhere,
    modelId: model,
    scope,
  });
  expect(findRecord(store.records, 'collection', collection)).toMatchObject({ ...nowhere, scope });
});

it('a record that does not exist is not found', () => {
  expect(findRecord(store.records, 'threat', uuid(99))).toBeNull();
});

it('a record belongs to the history of its model, also before it is stored', () => {
  const { records } = store;
  expect(scopeWithin(records, 'threat', component)).toBe(model);
  expect(scopeWithin(records, 'canvas', model)).toBe(model);
  expect(scopeWithin(records, 'canvas', null)).toBe(workspaceScope);
  expect(scopeWithin(records, 'threat', uuid(99))).toBe(workspaceScope);
  expect(scopeWithin(records, 'threatModel', collection)).toBe(workspaceScope);
  expect(scopeOf(records, 'comment', comment)).toBe(model);
  expect(scopeOf(records, 'comment', uuid(99))).toBe(workspaceScope);
  expect(ancestorsWithin(records, 'threat', component)).toEqual({
    collection,
    threatModel: model,
    canvas: overview,
    component,
  });
  expect(ancestorsWithin(records, 'collection', null)).toEqual({});
});
