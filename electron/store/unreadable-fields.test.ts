import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStore, type Store } from './store.ts';
import { addSmallModel, smallModel } from './testing/small-model.ts';

const { component, threat, mitigation, model } = smallModel;

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

/** Stores values as another service may have sent them. */
const receive = (kind: 'component' | 'threat' | 'mitigation', id: string, values: object): void => {
  const row = store.records.find(kind, id);
  if (row) store.records.put({ ...row, local: { ...row.local, ...values } });
};

it('an invalid field hides neither its record nor the other fields', () => {
  receive('component', component, { description: ['The', 'front'] });
  receive('threat', threat, { priority: { level: 3 }, created_at: null });
  receive('mitigation', mitigation, { status: 7 });
  const detail = store.reads.componentDetail(component);
  expect(detail).toMatchObject({ title: 'Web app', description: '', unreadable: ['description'] });
  expect(detail?.threats).toMatchObject([
    {
      title: 'Session theft',
      status: 'accepted',
      priority: '',
      unreadable: ['priority', 'created_at'],
    },
  ]);
  expect(detail?.threats[0]?.mitigations).toMatchObject([
    { title: 'Short sessions', status: '', unreadable: ['status'] },
  ]);
  expect(detail?.threats[0]?.comments[0]?.unreadable).toBeUndefined();
});

it('an unreadable value stays unchanged when another field changes', () => {
  receive('threat', threat, { priority: { level: 3 } });
  store.changes.apply({
    scope: model,
    label: 'test',
    records: [{ op: 'update', kind: 'threat', id: threat, values: { title: 'Stolen session' } }],
  });
  expect(store.records.find('threat', threat)?.local).toMatchObject({
    title: 'Stolen session',
    priority: { level: 3 },
  });
  expect(store.reads.componentDetail(component)?.threats[0]?.title).toBe('Stolen session');
});
