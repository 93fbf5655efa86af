import { describe, expect, test } from 'vitest';
import { applyOperation } from '../canvas/apply.ts';
import { emptyDocument } from '../canvas/document.ts';
import type { ModelContent } from '../otm/content.ts';
import { mergeImport, type ImportMerge } from './merge-import.ts';
import { choicesIn, choicesThatHold, resolveImport } from './resolve-import.ts';
import { changedModel, edgeIn, nodeIn, ownModel, threatIn } from './testing/imported-model.ts';

const own = ownModel();
type Change = (model: ModelContent) => void;
type Choices = Record<string, 'mine' | 'theirs'>;

const merged = (base: ModelContent | null, mine: ModelContent, file: ModelContent): ImportMerge =>
  mergeImport({ own: mine, file, base });
const resolved = (merge: ImportMerge, choices: Choices = {}) =>
  resolveImport(merge, new Map(Object.entries(choices)));
const nothing = { records: [], drawings: [] };

const removed =
  (id: string): Change =>
  (model) => {
    model.components = model.components.filter((component) => component.id !== `c-${id}`);
    for (const { data } of model.canvases) {
      data.nodes = data.nodes.filter((node) => node.id !== id);
      data.edges = data.edges.filter(
        (edge) => edge.id !== id && edge.source !== id && edge.target !== id,
      );
    }
  };
const setThreat =
  (id: string, values: object): Change =>
  (model) =>
    void Object.assign(threatIn(model, id), values);

test('a conflict about a value has all three values, and the titles around its record', () => {
  const define = (definition: string) =>
    changedModel((model) => {
      for (const mitigation of threatIn(model, 't-1').mitigations) {
        Object.assign(mitigation, { definition });
      }
    });
  const conflict = {
    key: 'mitigation:t-1-m:definition',
    kind: 'mitigation',
    id: 't-1-m',
    title: 'Use parameters',
    ancestors: ['Overview', 'Web app', 'SQL injection t-1'],
    field: { field: 'definition', mine: 'Mine', theirs: 'Theirs' },
    deletedBy: null,
  };
  const later = merged(define('Before'), define('Mine'), define('Theirs'));
  const field = { ...conflict.field, base: 'Before' };
  expect(later).toMatchObject({ hasBase: true, conflicts: [{ ...conflict, field }] });
  expect(later.nextBase).toEqual(define('Theirs'));
  const first = merged(null, define('Mine'), define('Theirs'));
  expect(first.hasBase).toBe(false);
  expect(first.conflicts).toEqual([{ ...conflict, field: { ...conflict.field, base: '' } }]);
});

test('each value is chosen on its own', () => {
  const merge = merged(
    own,
    changedModel(setThreat('t-1', { owner: 'Bob', priority: 'low' })),
    changedModel(setThreat('t-1', { owner: 'Eve', priority: 'high' })),
  );
  expect(choicesIn(merge).toSorted()).toEqual(['threat:t-1:owner', 'threat:t-1:priority']);
  expect(resolved(merge, { 'threat:t-1:owner': 'theirs' }).records).toStrictEqual([
    { op: 'update', kind: 'threat', id: 't-1', values: { owner: 'Eve' } },
  ]);
});

describe('a component that both sides renamed', () => {
  const named = (title: string, label = title) =>
    changedModel((model) => {
      nodeIn(model, 'store').data.label = label;
      for (const component of model.components) {
        if (component.id === 'c-store') Object.assign(component, { title, description: title });
      }
    });

  test('gets the name that is chosen for its element, and other values are chosen apart', () => {
    const merge = merged(own, named('Mine'), named('Theirs'));
    const description = 'component:c-store:description';
    expect(choicesIn(merge).toSorted()).toEqual(['canvas/node:store', description]);
    const update = { op: 'update', kind: 'component', id: 'c-store' };
    expect(resolved(merge, { 'canvas/node:store': 'theirs' }).records).toEqual([
      { ...update, values: { title: 'Theirs' } },
    ]);
    expect(resolved(merge, { [description]: 'theirs' })).toEqual({
      records: [{ ...update, values: { description: 'Theirs' } }],
      drawings: [],
    });
  });

  test('is a conflict of its own if the names of the elements are equal', () => {
    const merge = merged(own, named('Mine', 'Orders'), named('Theirs', 'Orders'));
    expect(choicesIn(merge).toSorted()).toEqual([
      'component:c-store:description',
      'component:c-store:title',
    ]);
    expect(resolved(merge, { 'component:c-store:title': 'theirs' }).records).toMatchObject([
      { id: 'c-store', values: { title: 'Theirs' } },
    ]);
  });
});

describe('a component that one side deleted', () => {
  const deleted = changedModel(removed('store'));
  const comments = [{ text: 'Seen', createdAt: '2026-01-01T00:00:00.000Z' }];
  const edited = changedModel(setThreat('t-3', { owner: 'Bob', comments }));
  const key = 'component:c-store';

  test('is one conflict if the other side changed a threat in it', () => {
    const [byThem, byMe] = [merged(own, edited, deleted), merged(own, deleted, edited)];
    const about = { key, id: 'c-store', title: 'Orders', ancestors: ['Overview'], field: null };
    expect(byThem.conflicts).toMatchObject([{ ...about, deletedBy: 'theirs' }]);
    expect(byMe.conflicts).toMatchObject([{ ...about, deletedBy: 'mine' }]);
  });

  test('is deleted as a whole if their deletion is chosen', () => {
    const merge = merged(own, edited, deleted);
    expect(resolved(merge, { [key]: 'theirs' }).records).toEqual([
      { op: 'delete', kind: 'component', id: 'c-store' },
    ]);
    expect(resolved(merge, { [key]: 'mine' }).records).toEqual([]);
  });

  test('is restored with everything in it if their changes are chosen', () => {
    const merge = merged(own, deleted, edited);
    expect(resolved(merge, { [key]: 'theirs' }).records).toMatchObject([
      { op: 'create', kind: 'component', id: 'c-store', parentId: 'canvas' },
      { op: 'create', kind: 'threat', id: 't-3', parentId: 'c-store', values: { owner: 'Bob' } },
      { op: 'create', kind: 'mitigation', id: 't-3-m', parentId: 't-3' },
      { op: 'create', kind: 'comment', parentId: 't-3', values: { text: 'Seen' } },
    ]);
    expect(resolved(merge, { [key]: 'mine' })).toEqual(nothing);
  });

  test('comes back without a threat that we chose to delete elsewhere', () => {
    const withoutThreat: Change = (model) => {
      for (const component of model.components) {
        component.threats = component.threats.filter(({ id }) => id !== 't-1');
      }
    };
    const file = changedModel(setThreat('t-1', { owner: 'Eve' }), (model) => {
      nodeIn(model, 'store').width = 999;
    });
    const merge = merged(own, changedModel(removed('store'), withoutThreat), file);
    const choices: Choices = { 'canvas/node:store': 'theirs', 'threat:t-1': 'mine' };
    const { records } = resolved(merge, choices);
    expect(records.map((each) => ('id' in each ? each.id : ''))).toEqual([
      'c-store',
      't-3',
      't-3-m',
    ]);
  });

  test.each([
    ['an element', 'store', (model: ModelContent) => void (nodeIn(model, 'store').width = 999)],
    ['a flow', 'flow', (model: ModelContent) => void (edgeIn(model, 'flow').type = 'other')],
  ])('comes back with its threats if %s that shows it is chosen', (_, id, change) => {
    const threat = id === 'store' ? 't-3' : 't-5';
    const merge = merged(own, changedModel(removed(id)), changedModel(change));
    const element = `canvas/${id === 'store' ? 'node' : 'edge'}:${id}`;
    expect(choicesIn(merge)).toEqual([`component:c-${id}`, element]);
    expect(resolved(merge)).toEqual(nothing);
    const { records } = resolved(merge, { [element]: 'theirs' });
    expect(records.map((each) => [each.op, each.kind, 'id' in each ? each.id : ''])).toEqual([
      ['create', 'component', `c-${id}`],
      ['create', 'threat', threat],
      ['create', 'mitigation', `${threat}-m`],
    ]);
  });
});

describe('a canvas that one side deleted', () => {
  const cached: Change = (model) => {
    const data = { label: 'Cache', componentId: 'c-cache' };
    const node = { id: 'cache', type: 'dataStoreNode', position: { x: 1, y: 2 }, data };
    model.canvases.push({
      id: 'details',
      title: 'Details',
      kept: {},
      data: { nodes: [node], edges: [] },
    });
    const mitigations = threatIn(model, 't-1').mitigations.map((each) => ({ ...each, id: 'm' }));
    const threat = { ...threatIn(model, 't-1'), id: 't-cache', title: 'Poisoning', mitigations };
    model.components.push({
      id: 'c-cache',
      canvasId: 'details',
      title: 'Cache',
      description: '',
      threats: [threat],
      kept: {},
    });
  };
  const base = changedModel(cached);
  const edited = changedModel(cached, (model) => {
    nodeIn(model, 'cache').position = { x: 50, y: 60 };
  });
  const key = 'canvas:details';

  test('is one conflict if the other side changed its drawing', () => {
    const [byThem, byMe] = [merged(base, edited, own), merged(base, own, edited)];
    expect(byThem.conflicts).toMatchObject([{ key, deletedBy: 'theirs', ancestors: [] }]);
    expect(byMe.conflicts).toMatchObject([{ key, deletedBy: 'mine', ancestors: [] }]);
    expect([byThem.drawings, byMe.drawings]).toEqual([[], []]);
  });

  test('is deleted as a whole if their deletion is chosen', () => {
    const merge = merged(base, edited, own);
    expect(resolved(merge, { [key]: 'theirs' })).toEqual({
      records: [{ op: 'delete', kind: 'canvas', id: 'details' }],
      drawings: [],
    });
    expect(resolved(merge)).toEqual(nothing);
  });

  test('is restored with its drawing, components, threats, and mitigations if it is chosen', () => {
    const merge = merged(base, own, edited);
    expect(resolved(merge)).toEqual(nothing);
    const { records, drawings } = resolved(merge, { [key]: 'theirs' });
    expect(drawings).toEqual([]);
    expect(records).toMatchObject([
      { op: 'create', kind: 'canvas', id: 'details', parentId: 'model' },
      { op: 'create', kind: 'component', id: 'c-cache', parentId: 'details' },
      { op: 'create', kind: 'threat', id: 't-cache', parentId: 'c-cache' },
      { op: 'create', kind: 'mitigation', id: 'm', parentId: 't-cache' },
    ]);
    const document = edited.canvases.at(-1)?.data;
    expect(records[0]).toHaveProperty('document', document);
    expect(records[1]).not.toHaveProperty('document');
  });
});

test('a component that the file adds to a canvas that we deleted is not created', () => {
  const withCanvas: Change = ({ canvases }) =>
    void canvases.push({ id: 'empty', title: 'Empty', kept: {}, data: emptyDocument });
  const file = changedModel(withCanvas, (model) => {
    const threats = [{ ...threatIn(model, 't-1'), id: 'new', mitigations: [] }];
    const component = { id: 'c-new', title: 'New', description: '', threats, kept: {} };
    model.components.push({ ...component, canvasId: 'empty' });
  });
  expect(resolved(merged(changedModel(withCanvas), own, file))).toEqual(nothing);
});

test('elements with the same ID on two canvases are chosen apart', () => {
  const notes = (first: string, second: string) =>
    changedModel((model) => {
      model.canvases = ['one', 'two'].map((id, at) => {
        const data = { label: at === 0 ? first : second };
        const node = { id: 'note', type: 'noteNode', position: { x: 0, y: 0 }, data };
        return { id, title: id, kept: {}, data: { nodes: [node], edges: [] } };
      });
      model.components = [];
    });
  const merge = merged(notes('', ''), notes('Mine', 'Mine'), notes('Theirs', 'Theirs'));
  expect(choicesIn(merge)).toEqual(['one/node:note', 'two/node:note']);
  const { drawings } = resolved(merge, { 'two/node:note': 'theirs' });
  expect(drawings).toEqual([
    {
      canvasId: 'two',
      operation: [{ kind: 'setNode', id: 'note', data: { label: 'Theirs' } }],
      inverse: [{ kind: 'setNode', id: 'note', data: { label: 'Mine' } }],
    },
  ]);
});

test('a drawing can be turned back', () => {
  const file = changedModel(removed('process'), (model) => {
    nodeIn(model, 'entity').position = { x: 7, y: 8 };
  });
  const merge = merged(own, own, file);
  const before = own.canvases[0]?.data ?? emptyDocument;
  const [drawing, ...others] = resolved(merge).drawings;
  expect(others).toEqual([]);
  const after = applyOperation(before, drawing?.operation ?? []);
  expect(after).toEqual(file.canvases[0]?.data);
  expect(applyOperation(after, drawing?.inverse ?? [])).toEqual(before);
});

test('a choice about an element holds if its conflict is the same, and not if it is gone', () => {
  const named = (label: string) =>
    changedModel((model) => void (nodeIn(model, 'note').data.label = label));
  const [before, after] = ['Theirs', 'Other'].map((label) =>
    merged(own, named('Mine'), named(label)),
  );
  const gone = merged(own, named('Mine'), own);
  if (!before || !after) throw new Error('no merge');
  const choices = { 'canvas/node:note': 'theirs' };
  expect(choicesThatHold(choices, before, before)).toEqual(choices);
  expect(choicesThatHold(choices, before, after)).toEqual({});
  expect(choicesThatHold(choices, before, gone)).toEqual({});
  expect(choicesThatHold(choices, gone, gone)).toEqual({});
});

describe('a canvas that one side deleted, and on which the other side changed only a threat', () => {
  const details: Change = (model) => {
    const node = {
      id: 'cache',
      type: 'dataStoreNode',
      position: { x: 1, y: 2 },
      data: { label: 'Cache', componentId: 'c-cache' },
    };
    const threat = { ...threatIn(model, 't-1'), id: 't-c', title: 'Poison', mitigations: [] };
    model.canvases.push({
      id: 'details',
      title: 'Details',
      kept: {},
      data: { nodes: [node], edges: [] },
    });
    model.components.push({
      id: 'c-cache',
      canvasId: 'details',
      title: 'Cache',
      description: '',
      kept: {},
      threats: [threat],
    });
  };
  const base = changedModel(details);
  const edited = changedModel(details, setThreat('t-c', { owner: 'Bob' }));
  const key = 'canvas:details';

  test('stays with our change unless the person chooses the file', () => {
    const merge = merged(base, edited, own);
    expect(merge.conflicts).toMatchObject([{ key, deletedBy: 'theirs' }]);
    expect(resolved(merge)).toEqual(nothing);
    expect(resolved(merge, { [key]: 'mine' })).toEqual(nothing);
    expect(resolved(merge, { [key]: 'theirs' }).records).toEqual([
      { op: 'delete', kind: 'canvas', id: 'details' },
    ]);
  });

  test('comes back with the change of the file if the person chooses the file', () => {
    const merge = merged(base, own, edited);
    expect(merge.conflicts).toMatchObject([{ key, deletedBy: 'mine' }]);
    expect(resolved(merge)).toEqual(nothing);
    expect(resolved(merge, { [key]: 'mine' })).toEqual(nothing);
    expect(resolved(merge, { [key]: 'theirs' }).records).toMatchObject([
      { op: 'create', kind: 'canvas', id: 'details', document: { nodes: [{ id: 'cache' }] } },
      { op: 'create', kind: 'component', id: 'c-cache', parentId: 'details' },
      { op: 'create', kind: 'threat', id: 't-c', parentId: 'c-cache', values: { owner: 'Bob' } },
    ]);
  });
});

test.each([
  ['no other', []],
  ['its own', ['c-store']],
])('a second element that shows a component in the file keeps our component: %s', (_, kept) => {
  const file = changedModel((model) => {
    nodeIn(model, 'store').data.componentId = 'c-process';
    model.components = model.components.filter(
      ({ id }) => id !== 'c-store' || kept.includes('c-store'),
    );
  });
  expect(resolved(merged(null, own, file))).toEqual(nothing);
  expect(resolved(merged(own, own, file))).toEqual(nothing);
});

test('a first import adds properties to a flow of ours that has none', () => {
  const flow = (data: object | undefined) =>
    changedModel((model) => {
      const edge = edgeIn(model, 'query');
      Reflect.deleteProperty(edge, 'data');
      if (data) Object.assign(edge, { data });
    });
  const file = flow({ label: 'Reads', encrypted: true });
  const { drawings } = resolved(merged(null, flow(undefined), file));
  const [before] = flow(undefined).canvases;
  const after = applyOperation(before?.data ?? emptyDocument, drawings[0]?.operation ?? []);
  expect(after.edges).toEqual(file.canvases[0]?.data.edges);
  expect(resolved(merged(null, file, flow(undefined)))).toEqual(nothing);
});
