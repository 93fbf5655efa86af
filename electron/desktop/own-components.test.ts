import { expect, it } from 'vitest';
import type { ChangeInput } from '#shared/desktop/change.ts';
import { createStore } from '../store/store.ts';
import { applyGesture } from './own-components.ts';

/** Returns a store with two models. Each has a canvas with a component. */
const twoModels = () => {
  const store = createStore({ path: ':memory:' });
  const model = (id: string) => [
    { op: 'create', kind: 'threatModel', id, parentId: 'c', values: { title: id } } as const,
    { op: 'create', kind: 'canvas', id: `v-${id}`, parentId: id, values: { title: id } } as const,
    {
      op: 'create',
      kind: 'component',
      id: `k-${id}`,
      parentId: `v-${id}`,
      values: { title: id },
    } as const,
  ];
  const collection = { op: 'create', kind: 'collection', id: 'c', parentId: null } as const;
  store.changes.apply({
    scope: 'workspace',
    label: 'test',
    records: [{ ...collection, values: { title: 'C' } }, ...model('one'), ...model('two')],
  });
  return store;
};

const drawings = [{ canvasId: 'v-one', operation: [], inverse: [] }];
const gesture = (change: Pick<ChangeInput, 'records' | 'drawings'>): ChangeInput => ({
  scope: 'one',
  label: 'test',
  ...change,
});
const renamed = (id: string) =>
  ({ op: 'update', kind: 'component', id, values: { title: 'New' } }) as const;
const deleted = (id: string) => ({ op: 'delete', kind: 'component', id }) as const;

/** Applies a gesture on the canvas of the first model. Returns the titles of all components. */
const titlesAfter = (records: ChangeInput['records']): unknown[] => {
  const store = twoModels();
  applyGesture(store, gesture({ drawings, records }));
  return store.records.all('component').map(({ local }) => local['title']);
};

it('changes the components of the model', () => {
  expect(titlesAfter([renamed('k-one')])).toEqual(['New', 'two']);
  expect(titlesAfter([deleted('k-one')])).toEqual(['two']);
});

it('changes no component of another model, and no missing component', () => {
  expect(titlesAfter([renamed('k-two'), deleted('k-two')])).toEqual(['one', 'two']);
  expect(titlesAfter([renamed('gone'), deleted('gone'), renamed('k-one')])).toEqual(['New', 'two']);
});

it('changes a component that the same gesture creates', () => {
  const created = { op: 'create', kind: 'component', id: 'k', parentId: 'v-one' } as const;
  expect(titlesAfter([{ ...created, values: { title: 'Old' } }, renamed('k')])).toContain('New');
});

it('refuses a change of a missing component if nothing is drawn', () => {
  const change = gesture({ records: [renamed('gone')] });
  expect(() => applyGesture(twoModels(), change)).toThrow('no longer exists');
});
