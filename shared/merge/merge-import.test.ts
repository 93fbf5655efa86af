import { expect, test } from 'vitest';
import { applyOperation } from '../canvas/apply.ts';
import { emptyDocument, type CanvasNode } from '../canvas/document.ts';
import { smallModel } from '../exports/testing/small-model.ts';
import type { ModelContent, ThreatContent } from '../otm/content.ts';
import { plainModel } from './flat-model.ts';
import { elementKey, mergeImport, type ImportMerge } from './merge-import.ts';
import { choicesIn, choicesThatHold, resolveImport } from './resolve-import.ts';
import { changedModel, ownModel, renumbered } from './testing/imported-model.ts';

const own = ownModel();

const threatOf = ({ components }: ModelContent, title: string): ThreatContent => {
  const found = components.flatMap(({ threats }) => threats).find((each) => each.title === title);
  if (!found) throw new Error(`no threat ${title}`);
  return found;
};
const firstThreat = own.components.flatMap(({ threats }) => threats)[0];
const title = firstThreat?.title ?? '';
const canvasId = own.canvases[0]?.id ?? '';
const node = own.canvases[0]?.data.nodes.find(({ data }) => data.componentId !== undefined);
const nodeId = node?.id ?? '';

const retitle = (label: string) => (model: ModelContent) => {
  for (const { data } of model.canvases.flatMap(({ data: { nodes } }) => nodes)) {
    if (data.componentId === node?.data.componentId) data.label = label;
  }
  for (const component of model.components) {
    if (component.id === node?.data.componentId) component.title = label;
  }
};

test('a file with the same content changes nothing, by ID and by name', () => {
  for (const file of [own, renumbered(own)]) {
    const merge = mergeImport({ own, file, base: null });
    expect(choicesIn(merge)).toEqual([]);
    expect(resolveImport(merge, new Map())).toEqual({ records: [], drawings: [] });
  }
});

test('a first import adds new parts, and keeps parts that the file lacks', () => {
  const file = renumbered(
    changedModel((model) => {
      const [component] = model.components;
      const threat = threatOf(model, title);
      component?.threats.push({ ...threat, id: 'new', title: 'A new one', mitigations: [] });
      model.canvases = model.canvases.slice(0, 1);
    }),
  );
  const { records, drawings } = resolveImport(mergeImport({ own, file, base: null }), new Map());
  expect(drawings).toEqual([]);
  expect(records.filter(({ op }) => op !== 'create')).toEqual([]);
  expect(records.filter(({ kind }) => kind === 'threat')).toEqual([
    expect.objectContaining({ values: expect.objectContaining({ title: 'A new one' }) }),
  ]);
});

test('a first import makes differing values conflicts', () => {
  const file = changedModel((model) => {
    threatOf(model, title).description = 'Said in the file';
  });
  const mine = changedModel((model) => {
    threatOf(model, title).description = 'Said here';
  });
  const merge = mergeImport({ own: mine, file, base: null });
  const [conflict, ...others] = merge.conflicts;
  expect(others).toEqual([]);
  expect(conflict).toMatchObject({
    kind: 'threat',
    title,
    field: { field: 'description', mine: 'Said here', theirs: 'Said in the file' },
  });
  expect(resolveImport(merge, new Map()).records).toEqual([]);
  expect(resolveImport(merge, new Map([[conflict?.key ?? '', 'theirs']])).records).toEqual([
    expect.objectContaining({ op: 'update', values: { description: 'Said in the file' } }),
  ]);
});

test('after an import, changes of both sides are merged', () => {
  const mine = changedModel((model) => {
    threatOf(model, title).status = 'mitigated';
  });
  const merge = mergeImport({ own: mine, file: changedModel(retitle('Renamed')), base: own });
  expect(choicesIn(merge)).toEqual([]);
  const { records, drawings } = resolveImport(merge, new Map());
  expect(records).toEqual([
    expect.objectContaining({ op: 'update', kind: 'component', values: { title: 'Renamed' } }),
  ]);
  expect(drawings.flatMap(({ operation }) => operation)).toContainEqual(
    expect.objectContaining({ kind: 'setNode', id: nodeId, data: { label: 'Renamed' } }),
  );
});

test('after an import, parts that the file no longer has are deleted, and parts deleted here stay deleted', () => {
  const without = changedModel((model) => {
    for (const component of model.components) {
      component.threats = component.threats.filter((threat) => threat.title !== title);
    }
  });
  const resolved = resolveImport(mergeImport({ own, file: without, base: own }), new Map());
  expect(resolved.records).toEqual([{ op: 'delete', kind: 'threat', id: firstThreat?.id }]);
  const away = mergeImport({ own: without, file: renumbered(own), base: own });
  expect(resolveImport(away, new Map())).toEqual({ records: [], drawings: [] });
});

test('one choice applies to a name in the drawing and the title of its component', () => {
  const mine = changedModel(retitle('Mine'));
  const merge = mergeImport({ own: mine, file: changedModel(retitle('Theirs')), base: own });
  const keys = [...new Set(choicesIn(merge))];
  expect(keys).toContain(elementKey(canvasId, 'node', nodeId));
  expect(merge.conflicts).toEqual([]);
  const all = new Map(keys.map((key) => [key, 'theirs'] as const));
  const { records, drawings } = resolveImport(merge, all);
  expect(records).toEqual([expect.objectContaining({ values: { title: 'Theirs' } })]);
  expect(drawings.flatMap(({ operation }) => operation)).toContainEqual(
    expect.objectContaining({ kind: 'setNode', id: nodeId, data: { label: 'Theirs' } }),
  );
  expect(resolveImport(merge, new Map())).toEqual({ records: [], drawings: [] });
});

test('a threat that one side deleted and the other changed is one conflict', () => {
  const without = changedModel((model) => {
    for (const component of model.components) {
      component.threats = component.threats.filter((threat) => threat.title !== title);
    }
  });
  const closed = changedModel((model) => {
    threatOf(model, title).status = 'mitigated';
  });
  const deletedByThem = mergeImport({ own: closed, file: without, base: own });
  const [conflict] = deletedByThem.conflicts;
  expect(conflict).toMatchObject({ kind: 'threat', deletedBy: 'theirs', field: null });
  expect(deletedByThem.conflicts).toHaveLength(1);
  expect(resolveImport(deletedByThem, new Map()).records).toEqual([]);
  expect(
    resolveImport(deletedByThem, new Map([[conflict?.key ?? '', 'theirs']])).records,
  ).toMatchObject([{ op: 'delete', kind: 'threat' }]);
  const deletedByMe = mergeImport({ own: without, file: closed, base: own });
  const key = deletedByMe.conflicts[0]?.key ?? '';
  expect(deletedByMe.conflicts).toHaveLength(1);
  const { records } = resolveImport(deletedByMe, new Map([[key, 'theirs']]));
  expect(records).toMatchObject([
    { op: 'create', kind: 'threat', values: { title } },
    { op: 'create', kind: 'mitigation', parentId: records[0]?.id },
  ]);
});

test('a comment of the file is added to its threat, unless the threat already has it', () => {
  const comment = (text: string) => ({ text, createdAt: '2026-01-01T00:00:00.000Z' });
  const withComments = (...texts: string[]): ModelContent =>
    changedModel((model) => void threatOf(model, title).comments.push(...texts.map(comment)));
  const [mine, file] = [withComments('Known', 'Mine'), withComments('Known', 'Seen')];
  const parentId = firstThreat?.id;
  for (const base of [null, own, withComments('Known')]) {
    expect(resolveImport(mergeImport({ own: mine, file, base }), new Map()).records).toEqual([
      expect.objectContaining({
        op: 'create',
        kind: 'comment',
        parentId,
        values: { text: 'Seen' },
      }),
    ]);
  }
});

test('a new threat of the file comes with its comments', () => {
  const comment = { text: 'Seen', createdAt: '2026-01-01T00:00:00.000Z' };
  const file = changedModel((model) => {
    const [component] = model.components;
    const threat = threatOf(model, title);
    component?.threats.push({ ...threat, id: 'new', mitigations: [], comments: [comment] });
  });
  const { records } = resolveImport(mergeImport({ own, file, base: own }), new Map());
  expect(records).toMatchObject([
    { op: 'create', kind: 'threat', values: { title } },
    { op: 'create', kind: 'comment', parentId: records[0]?.id, values: { text: 'Seen' } },
  ]);
});

test('a canvas that only the file has comes with its drawing', () => {
  const note = { id: 'n1', type: 'noteNode', position: { x: 1, y: 2 }, data: { label: 'Hi' } };
  const data = { nodes: [note], edges: [] };
  const file = changedModel(
    (model) => void model.canvases.push({ id: 'login', title: 'Login', kept: {}, data }),
  );
  const { records, drawings } = resolveImport(mergeImport({ own, file, base: own }), new Map());
  expect(drawings).toEqual([]);
  expect(records).toMatchObject([
    { op: 'create', kind: 'canvas', parentId: own.id, values: { title: 'Login' }, document: data },
  ]);
});

test('an element that is kept keeps its component and the threats of the component', () => {
  const mine = changedModel((model) => {
    for (const each of model.canvases[0]?.data.nodes ?? []) {
      if (each.id === 'store') each.position = { x: 310, y: 60 };
    }
  });
  const file = changedModel((model) => {
    model.components = model.components.filter(({ id }) => id !== 'c-store');
    for (const canvas of model.canvases) {
      canvas.data = {
        nodes: canvas.data.nodes.filter(({ id }) => id !== 'store'),
        edges: canvas.data.edges.filter(({ id }) => id !== 'query'),
      };
    }
  });
  const merge = mergeImport({ own: mine, file, base: own });
  const [component, element] = ['component:c-store', elementKey(canvasId, 'node', 'store')];
  expect(choicesIn(merge).toSorted()).toEqual([component, element].toSorted());
  const choices = new Map([
    [component, 'theirs'],
    [element, 'mine'],
  ] as const);
  expect(resolveImport(merge, choices).records).toEqual([]);
});

test('a first import keeps our drawing and titles', () => {
  const drawn = (x: number, color: string, text: string) => (model: ModelContent) => {
    model.title = text;
    for (const canvas of model.canvases) canvas.title = text;
    for (const each of model.canvases[0]?.data.nodes ?? []) {
      if (each.id !== nodeId) continue;
      Object.assign(each, { position: { x, y: 9 }, width: 100 + x, data: { ...each.data, color } });
    }
  };
  const merge = mergeImport({
    own: changedModel(drawn(1, 'red', 'Ours')),
    file: changedModel(drawn(50, 'green', 'Theirs')),
    base: null,
  });
  expect(choicesIn(merge)).toEqual([]);
  expect(resolveImport(merge, new Map())).toEqual({ records: [], drawings: [] });
});

test('each canvas of ours matches another canvas of the file', () => {
  const nodes = [
    { id: 'web2', type: 'processNode', position: { x: 0, y: 0 }, data: { label: 'Web app' } },
  ];
  const data = { nodes, edges: [] };
  const two = changedModel(
    (model) => void model.canvases.push({ id: 'details', title: 'Details', kept: {}, data }),
  );
  const merge = mergeImport({ own: two, file: renumbered(own), base: null });
  expect(choicesIn(merge)).toEqual([]);
  expect(resolveImport(merge, new Map())).toEqual({ records: [], drawings: [] });
});

test('threats with the same title match in their order, and components without an element too', () => {
  const alike = plainModel(smallModel());
  const [first] = alike.components;
  if (!first) throw new Error('There is no component');
  alike.components.push({ ...first, id: 'c-plan', title: 'Plan', threats: [] });
  const merge = mergeImport({ own: alike, file: renumbered(alike), base: null });
  expect(choicesIn(merge)).toEqual([]);
  expect(resolveImport(merge, new Map())).toEqual({ records: [], drawings: [] });
});

test('choices hold if their conflicts are the same, and choices about deletions never', () => {
  const describe = (description: string) =>
    changedModel((model) => {
      threatOf(model, title).description = description;
    });
  const merge = (mine: string, file = describe('File')) =>
    mergeImport({ own: describe(mine), file, base: own });
  const choices = { [merge('Mine').conflicts[0]?.key ?? '']: 'theirs' };
  expect(choicesThatHold(choices, merge('Mine'), merge('Mine'))).toEqual(choices);
  expect(choicesThatHold(choices, merge('Mine'), merge('Other'))).toEqual({});

  const without = changedModel((model) => {
    for (const component of model.components) component.threats = [];
  });
  const deletion = { [merge('Mine', without).conflicts[0]?.key ?? '']: 'theirs' };
  expect(Object.keys(deletion)).not.toEqual(['']);
  expect(choicesThatHold(deletion, merge('Mine', without), merge('Other', without))).toEqual({});
});

test('an element that the file adds has its component and threats', () => {
  const file = changedModel((model) => {
    const [canvas] = model.canvases;
    const [component] = model.components;
    const first = threatOf(model, title);
    if (!canvas || !component || !node) return;
    const added = { ...node, id: 'added', data: { label: 'Added', componentId: 'c-added' } };
    canvas.data = { ...canvas.data, nodes: [...canvas.data.nodes, added] };
    const threats = [{ ...first, id: 't-added', mitigations: [], comments: [] }];
    model.components.push({ ...component, id: 'c-added', title: 'Added', threats });
  });
  const { records, drawings } = resolveImport(mergeImport({ own, file, base: own }), new Map());
  expect(records).toMatchObject([
    { op: 'create', kind: 'component', parentId: canvasId, values: { title: 'Added' } },
    { op: 'create', kind: 'threat', parentId: records[0]?.id, values: { title } },
  ]);
  expect(drawings[0]?.operation).toContainEqual(
    expect.objectContaining({
      kind: 'addNode',
      node: expect.objectContaining({ data: { label: 'Added', componentId: records[0]?.id } }),
    }),
  );
});

const withNode = (change: (node: CanvasNode) => void): ModelContent =>
  changedModel((model) => {
    const found = model.canvases[0]?.data.nodes.find(({ id }) => id === nodeId);
    if (found) change(found);
  });
const nodeAfter = (merge: ImportMerge, choices = new Map<string, 'mine' | 'theirs'>()) => {
  const [drawing] = resolveImport(merge, choices).drawings;
  const document = merge.mine.drawings.get(canvasId) ?? emptyDocument;
  return applyOperation(document, drawing?.operation ?? []).nodes.find(({ id }) => id === nodeId);
};

test('a first import keeps our color, and adds a color that only the file has', () => {
  const colored = (color: string) => withNode(({ data }) => Object.assign(data, { color }));
  const file = colored('red');
  for (const [mine, color] of [
    [colored('green'), 'green'],
    [own, 'red'],
  ] as const) {
    const merge = mergeImport({ own: mine, file, base: null });
    expect(choicesIn(merge)).toEqual([]);
    expect(nodeAfter(merge)?.data['color']).toBe(color);
  }
});

test('in a first import, the parent and the position of an element are one conflict', () => {
  const zone = own.canvases[0]?.data.nodes.find(({ type }) => type === 'trustBoundaryNode');
  const placed = (parentId: string | undefined, x: number): ModelContent =>
    withNode((each) => {
      Object.assign(each, { position: { x, y: 7 } });
      if (parentId === undefined) Reflect.deleteProperty(each, 'parentId');
      else each.parentId = parentId;
    });
  const merge = mergeImport({ own: placed(undefined, 1), file: placed(zone?.id, 2), base: null });
  const [choice, ...others] = choicesIn(merge);
  expect(others).toEqual([]);
  expect(nodeAfter(merge)).toMatchObject({ position: { x: 1, y: 7 } });
  const theirs = nodeAfter(merge, new Map([[choice ?? '', 'theirs']]));
  expect(theirs).toMatchObject({ position: { x: 2, y: 7 }, parentId: zone?.id });
});

test('a part of the file matches the part with the same ID, even if another part has the same name', () => {
  const two = (first: string, second: string): ModelContent =>
    changedModel((model) => {
      const [component] = model.components;
      const threat = threatOf(model, title);
      if (component) {
        component.threats = [first, second].map((id) => ({ ...threat, id, mitigations: [] }));
      }
    });
  const mine = two('a', 'b');
  const file = structuredClone(mine);
  const [component] = file.components;
  component?.threats.reverse();
  const [later] = component?.threats ?? [];
  if (later) later.description = 'Only of b';
  const merge = mergeImport({ own: mine, file, base: mine });
  expect(resolveImport(merge, new Map()).records).toEqual([
    { op: 'update', kind: 'threat', id: 'b', values: { description: 'Only of b' } },
  ]);
});
