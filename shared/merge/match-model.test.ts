import { describe, expect, test } from 'vitest';
import type { CanvasNode } from '../canvas/document.ts';
import type { CanvasContent, ComponentContent, ModelContent } from '../otm/content.ts';
import { mergeImport } from './merge-import.ts';
import { choicesIn, resolveImport } from './resolve-import.ts';
import { changedModel, nodeIn, ownModel, renumbered, threatIn } from './testing/imported-model.ts';

const own = ownModel();
const node = (id: string, label: string, componentId?: string): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x: 900, y: 900 },
  data: { label, ...(componentId !== undefined && { componentId }) },
});
const canvas = (id: string, title: string, ...nodes: CanvasNode[]): CanvasContent => ({
  id,
  title,
  data: { nodes, edges: [] },
  kept: {},
});
const withCanvases =
  (...canvases: CanvasContent[]) =>
  (model: ModelContent): void =>
    void model.canvases.push(...canvases);
const component = (id: string, title: string, threats: string[]): ComponentContent => ({
  id,
  canvasId: 'canvas',
  title,
  description: '',
  threats: threats.map((each) => ({
    ...threatIn(own, 't-1'),
    id: `${id} ${each}`,
    title: each,
    mitigations: [],
  })),
  kept: {},
});

/** Merges a first import. New records get the IDs `new 1`, `new 2`, and so on. */
const imported = (mine: ModelContent, file: ModelContent) => {
  let count = 0;
  const newId = (): string => `new ${(count += 1)}`;
  const merge = mergeImport({ own: mine, file, base: null, newId });
  const { records, drawings } = resolveImport(merge, new Map());
  const created = records.flatMap((record) =>
    record.op === 'create' ? [[record.kind, record.values['title'], record.parentId]] : [],
  );
  return { records, drawings, created, keys: choicesIn(merge), merge };
};
const onlyWith = (...canvases: CanvasContent[]): ModelContent => ({
  ...own,
  canvases,
  components: [],
});

describe('a canvas of the file', () => {
  test('with the ID of ours is the same canvas, even if nothing else is the same', () => {
    const mine = changedModel(withCanvases(canvas('details', 'Details', node('cache', 'Cache'))));
    const file = changedModel(withCanvases(canvas('details', 'More', node('queue', 'Queue'))));
    const { records, drawings } = imported(mine, file);
    expect(records).toEqual([]);
    expect(drawings).toMatchObject([
      { canvasId: 'details', operation: [{ kind: 'addNode', node: { id: 'queue' } }] },
    ]);
  });

  test('that is a copy of another one in the file is new', () => {
    const [overview] = own.canvases;
    if (!overview) throw new Error('no canvas');
    const file = changedModel(withCanvases({ ...overview, id: 'copy' }));
    const { records, drawings } = imported(own, file);
    expect(drawings).toEqual([]);
    expect(records).toMatchObject([{ op: 'create', kind: 'canvas', id: expect.any(String) }]);
    expect(records[0]?.id).not.toBe('canvas');
  });

  test('is the same as ours if the file and our model have only one', () => {
    const { records, drawings } = imported(own, onlyWith(canvas('x', 'Other', node('q', 'Queue'))));
    expect(records).toEqual([]);
    expect(drawings).toMatchObject([{ canvasId: 'canvas', operation: [{ kind: 'addNode' }] }]);
  });

  test('is new if it has nothing in common with one of several canvases', () => {
    const queue = canvas('x', 'Other', node('q', 'Queue'));
    const cache = canvas('y', 'More', node('c', 'Cache'));
    const several = changedModel(withCanvases(canvas('details', 'Details', node('n', 'Note'))));
    const one = imported(several, onlyWith(queue));
    expect(one.records).toMatchObject([
      { op: 'create', kind: 'canvas', id: 'new 1', values: { title: 'Other' } },
    ]);
    expect(one.drawings).toEqual([]);
    const both = imported(own, onlyWith(queue, cache));
    expect(both.created).toEqual([
      ['canvas', 'Other', own.id],
      ['canvas', 'More', own.id],
    ]);
    expect(both.drawings).toEqual([]);
  });

  test('is matched by its elements, or else by its title', () => {
    const mine = changedModel(withCanvases(canvas('details', 'Details', node('n', 'Cache'))));
    const [overview] = renumbered(own).canvases;
    if (!overview) throw new Error('no canvas');
    const file = onlyWith(
      canvas('z', 'Unrelated', node('u', 'Unrelated')),
      canvas('y', 'Details', node('q', 'Queue')),
      { ...overview, title: 'Renamed' },
    );
    const { created, drawings } = imported(mine, file);
    expect(created).toEqual([['canvas', 'Unrelated', own.id]]);
    expect(drawings).toMatchObject([
      { canvasId: 'details', operation: [{ kind: 'addNode', node: { data: { label: 'Queue' } } }] },
    ]);
  });
});

describe('a component of the file', () => {
  test('is on our canvas that matches its canvas, or else on our first one', () => {
    const queue = canvas('x', 'Other', node('q', 'Queue', 'c-q'));
    const file = renumbered(own);
    const [first] = file.canvases;
    first?.data.nodes.push(node('api', 'API', 'c-api'));
    file.canvases.push(queue);
    file.components.push(
      { ...component('c-q', 'Queue', []), canvasId: 'x' },
      { ...component('c-api', 'API', []), canvasId: 'x-canvas' },
      { ...component('c-lost', 'Lost', []), canvasId: 'missing' },
    );
    const { created, records } = imported(own, file);
    const other = records.find(({ kind }) => kind === 'canvas')?.id;
    expect(created).toEqual([
      ['canvas', 'Other', own.id],
      ['component', 'Queue', other],
      ['component', 'API', 'canvas'],
      ['component', 'Lost', 'canvas'],
    ]);
  });

  test('is ours if its element is, and two of them can be the same', () => {
    const twice = (one: string, other: string) => (model: ModelContent) => {
      nodeIn(model, 'process').data.componentId = one;
      model.canvases[0]?.data.nodes.push(node('twice', 'Web app', other));
    };
    const mine = changedModel(twice('c-process', 'c-process'));
    const file = changedModel(twice('a', 'b'), (model) => {
      const known = threatIn(own, 't-1').title;
      model.components = [
        ...model.components.slice(1),
        component('a', 'Web app', [known, 'New in a']),
        component('b', 'Web app', [known, 'New in b']),
      ];
    });
    const { created, records, drawings, merge } = imported(mine, file);
    expect(created).toEqual([
      ['threat', 'New in a', 'c-process'],
      ['threat', 'New in b', 'c-process'],
    ]);
    const joined = merge.nextBase.components.find(({ id }) => id === 'c-process');
    expect(joined?.threats.map((threat) => threat.title)).toEqual([
      threatIn(own, 't-1').title,
      'New in a',
      'New in b',
    ]);
    expect(records).toHaveLength(2);
    expect(drawings).toEqual([]);
  });

  test('is the one of its first element if our elements have different ones', () => {
    const file = changedModel((model) => {
      for (const id of ['process', 'store']) nodeIn(model, id).data.componentId = 'shared';
      model.components = [component('shared', 'Web app', ['New'])];
    });
    const { created, drawings } = imported(own, file);
    expect(created).toEqual([['threat', 'New', 'c-process']]);
    expect(drawings).toEqual([]);
  });

  test('is added with its threats to an element of ours that has none', () => {
    const bare = changedModel((model) => {
      delete nodeIn(model, 'store').data.componentId;
      delete model.canvases[0]?.data.edges[0]?.data?.componentId;
      model.components = model.components.filter(({ id }) => !['c-store', 'c-flow'].includes(id));
    });
    const { created, drawings, records } = imported(bare, renumbered(own));
    expect(created).toEqual([
      ['component', 'Orders', 'canvas'],
      ['component', 'Places an order', 'canvas'],
      ['threat', 'SQL injection t-3', records[0]?.id],
      ['threat', 'SQL injection t-5', records[1]?.id],
      ['mitigation', 'Use parameters', records[2]?.id],
      ['mitigation', 'Use parameters', records[3]?.id],
    ]);
    expect(drawings.flatMap(({ operation }) => operation)).toEqual([
      { kind: 'setNode', id: 'store', data: { componentId: records[0]?.id } },
      { kind: 'setEdge', id: 'flow', data: { componentId: records[1]?.id } },
    ]);
  });

  test('without an element is ours with the same ID or name, if no element shows that either', () => {
    const mine = changedModel(({ components }) => {
      components.push(component('c-plan', 'Plan', []), component('c-idea', 'Idea', []));
    });
    const file = structuredClone(own);
    file.components.push(
      component('x', ' PLAN ', ['Late']),
      component('c-idea', 'Idea', ['Bad']),
      component('y', 'Web app', ['In y']),
      component('z', 'Places an order', ['In z']),
    );
    const { created, records } = imported(mine, file);
    const idOf = (title: string) =>
      records.find((each) => each.op === 'create' && each.values['title'] === title)?.id;
    expect(created).toEqual([
      ['component', 'Web app', 'canvas'],
      ['component', 'Places an order', 'canvas'],
      ['threat', 'Late', 'c-plan'],
      ['threat', 'Bad', 'c-idea'],
      ['threat', 'In y', idOf('Web app')],
      ['threat', 'In z', idOf('Places an order')],
    ]);
  });
});

test('a threat of ours keeps the source that it was created with', () => {
  const from = (source: string) => (model: ModelContent) => {
    threatIn(model, 't-1').source = source;
  };
  const { keys, records } = imported(changedModel(from('Ours')), changedModel(from('Theirs')));
  expect(keys).toEqual([]);
  expect(records).toEqual([]);
});

test('threats and mitigations match by their names without regard to case and spaces', () => {
  const file = renumbered(own);
  for (const threat of file.components.flatMap(({ threats }) => threats)) {
    threat.title = ` ${threat.title.toUpperCase()}`;
    for (const mitigation of threat.mitigations) mitigation.title = 'USE parameters ';
  }
  expect(imported(own, file).created).toEqual([]);
});
