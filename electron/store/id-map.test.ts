import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStore, type Store } from './store.ts';
import { addSmallModel, smallModel } from './testing/small-model.ts';

const { component, threat } = smallModel;

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
});
afterEach(() => store.close());

it('maps the ID of a record to its ID at the service, and back', () => {
  const { idMap } = store;
  expect([idMap.serviceId('threat', threat), idMap.localId('threat', 's1')]).toEqual([null, null]);
  idMap.put('threat', threat, 's1');
  idMap.put('mitigation', 'without a record', 's1');
  expect([idMap.serviceId('threat', threat), idMap.localId('threat', 's1')]).toEqual([
    's1',
    threat,
  ]);
  expect(idMap.known('threat')).toEqual([{ id: threat, parentId: component, serviceId: 's1' }]);
  expect(idMap.known('mitigation')).toEqual([]);
  idMap.put('threat', threat, 's2');
  expect([idMap.serviceId('threat', threat), idMap.localId('threat', 's1')]).toEqual(['s2', null]);
});

it('remembers the former IDs of a record until the service has it again', () => {
  const { idMap } = store;
  const ids = () => ({
    now: idMap.serviceId('threat', threat),
    former: idMap.formerServiceId('threat', threat),
    isReturning: idMap.isReturning('threat', threat),
  });
  expect(idMap.takeBack('threat', threat)).toBe(false);
  expect(ids()).toEqual({ now: null, former: null, isReturning: false });
  idMap.put('threat', threat, 's1');
  expect(idMap.hasFormerIds('threat')).toBe(false);
  idMap.remove('threat', threat);
  expect(ids()).toEqual({ now: null, former: 's1', isReturning: false });
  expect([idMap.hasFormerIds('threat'), idMap.hasFormerIds('comment')]).toEqual([true, false]);
  expect(idMap.formerLocalId('threat', 's1')).toBe(threat);
  expect(idMap.formerLocalId('threat', 's2')).toBeNull();

  expect(idMap.takeBack('threat', threat)).toBe(true);
  expect(ids()).toEqual({ now: 's1', former: 's1', isReturning: true });
  idMap.put('threat', threat, 's2');
  expect(ids()).toEqual({ now: 's2', former: 's1', isReturning: false });
  idMap.remove('threat', threat);
  expect(ids()).toEqual({ now: null, former: 's2', isReturning: false });
  idMap.takeBack('threat', threat);
  idMap.returned('threat', threat);
  expect(ids()).toEqual({ now: 's2', former: 's1', isReturning: false });
  idMap.forgetFormer('threat', threat);
  expect(ids()).toEqual({ now: 's2', former: null, isReturning: false });
});

it('knows which IDs no record has or had, here or at the service', () => {
  const { idMap } = store;
  idMap.put('threat', 'here', 'there');
  idMap.put('threat', 'formerly here', 'formerly there');
  idMap.remove('threat', 'formerly here');
  const ids = [threat, 'here', 'there', 'formerly here', 'formerly there', component, 'new', 'new'];
  expect(idMap.unknown('threat', ids)).toEqual(new Set([component, 'new']));
  expect(idMap.unknown('threat', [])).toEqual(new Set());
});
