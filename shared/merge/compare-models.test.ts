import { expect, test } from 'vitest';
import { smallModel } from '../exports/testing/small-model.ts';
import type { ModelContent } from '../otm/content.ts';
import { compareModels, type ModelDifference } from './compare-models.ts';

const base = smallModel();

const changed = (change: (model: ModelContent) => void): ModelContent => {
  const model = structuredClone(base);
  change(model);
  return model;
};
const differences = (change: (model: ModelContent) => void): ModelDifference[] =>
  compareModels(base, changed(change));

const firstOf = <Item>([first]: Item[]): Item => {
  if (first === undefined) throw new Error('an empty list');
  return first;
};
const firstThreat = ({ components }: ModelContent) => firstOf(firstOf(components).threats);
const added = (part: ModelDifference['part'], id: string, name: string, within: string[] = []) => ({
  part,
  kind: 'added',
  id,
  name,
  within,
  fields: [],
});

test('the fields of a model that differ are in alphabetical order', () => {
  expect(
    differences((model) => {
      model.title = 'Bank';
      model.status = 'Done';
      model.description = 'Keeps money.';
    }),
  ).toEqual([
    {
      part: 'model',
      kind: 'changed',
      id: 'model',
      name: 'Bank',
      within: [],
      fields: ['description', 'status', 'title'],
    },
  ]);
});

test('another ID of the model, and other data preserved from a file, are no difference', () => {
  expect(
    differences((model) => {
      model.id = 'other';
      for (const each of [model, ...model.canvases, ...model.components, firstThreat(model)]) {
        each.kept = { raw: 1 };
      }
    }),
  ).toEqual([]);
});

test('a missing field equals an empty one, but differs from any other', () => {
  const without = (key: string): ModelContent =>
    changed((model) => void Reflect.deleteProperty(firstThreat(model), key));
  expect(compareModels(base, without('impact'))).toEqual([]);
  expect(compareModels(without('impact'), base)).toEqual([]);
  const difference = { part: 'threat', kind: 'changed', id: 't-1', fields: ['owner'] };
  expect(compareModels(base, without('owner'))).toMatchObject([difference]);
  expect(compareModels(without('owner'), base)).toMatchObject([difference]);
});

test('a new canvas is listed with its elements, and a removed one alone', () => {
  const more = changed(({ canvases }) => {
    const note = { id: 'n', type: 'noteNode', position: { x: 0, y: 0 }, data: { label: 'Hi' } };
    canvases.push({ id: 'login', title: 'Login', kept: {}, data: { nodes: [note], edges: [] } });
  });
  expect(compareModels(base, more)).toEqual([
    added('canvas', 'login', 'Login'),
    added('node', 'n', 'Hi', ['Login']),
  ]);
  expect(compareModels(more, base)).toEqual([
    { ...added('canvas', 'login', 'Login'), kind: 'removed' },
  ]);
});

test('a new component is listed with its threats and mitigations, and a removed one alone', () => {
  const more = changed((model) => {
    const threat = { ...firstThreat(model), id: 'new-t', title: 'Spoofing' };
    const mitigation = { ...firstOf(threat.mitigations), id: 'new-m', title: 'Log in' };
    const threats = [{ ...threat, mitigations: [mitigation] }];
    model.components.push({ ...firstOf(model.components), id: 'new', title: 'API', threats });
  });
  expect(compareModels(base, more)).toEqual([
    added('component', 'new', 'API'),
    added('threat', 'new-t', 'Spoofing', ['API']),
    added('mitigation', 'new-m', 'Log in', ['API', 'Spoofing']),
  ]);
  expect(compareModels(more, base)).toEqual([
    { ...added('component', 'new', 'API'), kind: 'removed' },
  ]);
});

test('a changed mitigation has the titles of its component and its threat', () => {
  expect(
    differences((model) => {
      firstOf(firstThreat(model).mitigations).status = 'done';
    }),
  ).toEqual([
    {
      part: 'mitigation',
      kind: 'changed',
      id: 't-1-m',
      name: 'Use parameters',
      within: ['Web app', 'SQL injection'],
      fields: ['status'],
    },
  ]);
});

test('a removed threat and a removed mitigation are listed with their titles', () => {
  expect(
    differences((model) => {
      const [first] = model.components;
      if (first) first.threats = first.threats.slice(0, 1);
      firstThreat(model).mitigations = [];
    }),
  ).toEqual([
    {
      ...added('mitigation', 't-1-m', 'Use parameters', ['Web app', 'SQL injection']),
      kind: 'removed',
    },
    { ...added('threat', 't-2', 'SQL injection', ['Web app']), kind: 'removed' },
  ]);
});
