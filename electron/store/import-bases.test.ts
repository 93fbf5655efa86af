import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ModelContent } from '#shared/otm/content.ts';
import { packedContent } from './import-bases.ts';
import { historyLength } from './journal.ts';
import { createStore, type Store } from './store.ts';
import { addSmallModel, smallModel } from './testing/small-model.ts';

const { model, threat } = smallModel;
const shop = { modelId: model, fileName: 'shop.json' };
const bank = { modelId: model, fileName: 'bank.json' };

let store: Store;
let content: ModelContent;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
  addSmallModel(store);
  const found = store.modelContent(model);
  if (!found) throw new Error('The model is gone.');
  content = found;
});
afterEach(() => store.close());

const titled = (title: string): ModelContent => ({ ...content, title });
const save = (title: string, isStep: boolean, key = shop): void =>
  store.importBases.save(key, packedContent(titled(title)), isStep);
const step = (title: string): void =>
  void store.changes.apply({
    scope: model,
    label: 'import',
    records: [{ op: 'update', kind: 'threat', id: threat, values: { title } }],
  });
const last = (key = shop): string | undefined => store.importBases.last(key)?.title;

it('is the last content of a file with this name in this model', () => {
  expect([store.importBases.has(shop), store.importBases.last(shop)]).toEqual([false, null]);
  save('One', false);
  expect([store.importBases.has(shop), store.importBases.has(bank)]).toEqual([true, false]);
  save('Two', false);
  save('Other', false, bank);
  expect(store.importBases.last(shop)).toEqual(titled('Two'));
  expect(last(bank)).toBe('Other');
});

it('leaves out a merge that was undone, and has it again after a redo', () => {
  step('Something before');
  save('One', false);
  step('Merged');
  save('Two', true);
  expect(last()).toBe('Two');
  store.changes.undo(model);
  expect([last(), store.importBases.has(shop)]).toEqual(['One', true]);
  store.changes.redo(model);
  expect(last()).toBe('Two');
  store.changes.undo(model);
  store.changes.undo(model);
  expect(last()).toBe('One');
  step('Something else');
  expect(last()).toBe('One');
  store.tidy();
  expect(last()).toBe('One');
  store.changes.undo(model);
  expect(last()).toBe('One');
});

it('keeps the five newest contents of a file', () => {
  const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
  save('Other', false, bank);
  for (const title of titles) {
    step(title);
    save(title, true);
  }
  const found = titles.map(() => {
    const title = last();
    store.changes.undo(model);
    return title;
  });
  expect(found).toEqual(['Six', 'Five', 'Four', 'Three', 'Two', undefined]);
  expect(last(bank)).toBe('Other');
});

it('stays after the undo step of its merge was deleted', () => {
  step('Merged');
  save('One', true);
  store.transaction(() => {
    for (let at = 0; at < historyLength + 10; at += 1) step(`Threat ${at}`);
  });
  store.tidy();
  expect(last()).toBe('One');
});

it('is deleted with its model', () => {
  save('One', false);
  const records = [{ op: 'delete', kind: 'threatModel', id: model } as const];
  store.changes.apply({ scope: 'workspace', label: 'delete', records });
  save('Two', false, { modelId: 'another', fileName: 'x' });
  store.changes.undo('workspace');
  expect(store.importBases.last(shop)).toBeNull();
});
