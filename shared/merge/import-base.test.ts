import { describe, expect, test } from 'vitest';
import type { CanvasEdge, CanvasNode } from '../canvas/document.ts';
import type { MitigationContent, ModelContent, ThreatContent } from '../otm/content.ts';
import { mergeImport } from './merge-import.ts';
import { choicesIn, resolveImport } from './resolve-import.ts';
import {
  changedModel,
  edgeIn,
  nodeIn,
  ownModel,
  renumbered,
  threatIn,
} from './testing/imported-model.ts';

const own = ownModel();
type Change = (model: ModelContent) => void;

/** Merges the first import of a file. In conflicts, the values of the given side are chosen. */
const imported = (mine: Change, theirs: Change, side: 'mine' | 'theirs' = 'mine') => {
  const merge = mergeImport({ own: changedModel(mine), file: changedModel(theirs), base: null });
  const keys = choicesIn(merge);
  return { keys, merge, ...resolveImport(merge, new Map(keys.map((key) => [key, side]))) };
};
const nothing = { records: [], drawings: [] };

const setThreat =
  (values: Partial<ThreatContent>): Change =>
  (model) =>
    void Object.assign(threatIn(model, 't-1'), values);
const setMitigation =
  (values: Partial<MitigationContent>): Change =>
  (model) =>
    void Object.assign(threatIn(model, 't-1').mitigations[0] ?? {}, values);
const setNode =
  (values: Partial<CanvasNode>): Change =>
  (model) =>
    void Object.assign(nodeIn(model, 'store'), values);
const setData =
  (data: object): Change =>
  (model) =>
    void Object.assign(nodeIn(model, 'store').data, data);
const setFlow =
  (values: Partial<CanvasEdge>): Change =>
  (model) =>
    void Object.assign(edgeIn(model, 'query'), values);
const setFlowData =
  (data: object): Change =>
  (model) => {
    const edge = edgeIn(model, 'query');
    edge.data = { ...edge.data, ...data };
  };

describe('a first import', () => {
  test.each([
    ['a text', setThreat({ description: '' }), setThreat({ description: 'New' })],
    ['a value', setThreat({ impact: null }), setThreat({ impact: 'high' })],
    ['a list', setThreat({ categories: [] }), setThreat({ categories: ['Spoofing'] })],
    ['a text of a mitigation', setMitigation({ example: null }), setMitigation({ example: 'New' })],
  ])('%s that only the file has is added, and one that only we have stays', (_, empty, filled) => {
    const added = imported(empty, filled);
    expect(added.keys).toEqual([]);
    expect(added.records).toMatchObject([{ op: 'update' }]);
    const stays = imported(filled, empty);
    expect(stays.keys).toEqual([]);
    expect(stays.records).toEqual([]);
  });

  test.each([
    ['threat', 't-1', setThreat({ categories: ['A'] }), setThreat({ categories: ['B'] })],
    ['mitigation', 't-1-m', setMitigation({ status: 'done' }), setMitigation({ status: 'never' })],
  ] as const)('two values of a %s are a conflict', (kind, id, mine, theirs) => {
    const { keys, records } = imported(mine, theirs);
    expect(keys).toHaveLength(1);
    expect(records).toEqual([]);
    expect(imported(mine, theirs, 'theirs').records).toMatchObject([{ op: 'update', kind, id }]);
  });

  test('our title and description of the model stay, and a missing description is added', () => {
    const title: Change = (model) => {
      Object.assign(model, { title: 'Theirs', description: 'Theirs', when_to_revisit: 5 });
    };
    const kept = imported(() => {}, title);
    expect(kept.keys).toEqual([]);
    expect(kept.records).toEqual([
      { op: 'update', kind: 'threatModel', id: own.id, values: { when_to_revisit: 5 } },
    ]);
    const empty: Change = (model) => {
      model.description = '';
    };
    expect(imported(empty, title).records).toMatchObject([
      { values: { description: 'Theirs', when_to_revisit: 5 } },
    ]);
  });

  test.each([
    ['color', 'red', 'green'],
    ['locked', true, false],
    ['collapsed', true, false],
  ])('our %s of a node stays', (key, mine, theirs) => {
    expect(imported(setData({ [key]: mine }), setData({ [key]: theirs }))).toMatchObject(nothing);
    expect(imported(setData({ [key]: mine }), setData({ [key]: theirs })).keys).toEqual([]);
  });

  test.each([
    ['shape', 'stepped', 'smooth'],
    ['bends', [{ x: 1, y: 2 }], [{ x: 3, y: 4 }]],
    ['labelAt', 0.2, 0.7],
  ])('our %s of a flow stays', (key, mine, theirs) => {
    const { keys, ...changes } = imported(
      setFlowData({ [key]: mine }),
      setFlowData({ [key]: theirs }),
    );
    expect(keys).toEqual([]);
    expect(changes).toMatchObject(nothing);
  });

  test.each([
    ['the kind of an element', setNode({}), setNode({ type: 'processNode' }), 'node'],
    ['what an element is', setData({ technology: 'a' }), setData({ technology: 'b' }), 'node'],
    ['the source of a flow', setFlow({}), setFlow({ source: 'entity' }), 'edge'],
    ['the target of a flow', setFlow({}), setFlow({ target: 'entity' }), 'edge'],
    ['what a flow does', setFlowData({ protocol: 'a' }), setFlowData({ protocol: 'b' }), 'edge'],
  ])('%s is a conflict if it differs', (_, mine, theirs, kind) => {
    const id = kind === 'node' ? 'store' : 'query';
    const { keys, ...changes } = imported(mine, theirs);
    expect(keys).toEqual([`canvas/${kind}:${id}`]);
    expect(changes).toMatchObject(nothing);
    const chosen = imported(mine, theirs, 'theirs').drawings;
    expect(chosen.flatMap(({ operation }) => operation)).toMatchObject([{ id }]);
  });

  test('properties that only one side has are combined', () => {
    const replaced =
      (data: CanvasEdge['data']): Change =>
      (model) => {
        edgeIn(model, 'query').data = data;
      };
    const added = imported(replaced({}), replaced({ encrypted: true }));
    expect(added.keys).toEqual([]);
    expect(added.drawings[0]?.operation).toEqual([
      { kind: 'setEdge', id: 'query', data: { encrypted: true } },
    ]);
    for (const less of [replaced({}), replaced(undefined)]) {
      expect(imported(replaced({ encrypted: true }), less)).toMatchObject({ keys: [], ...nothing });
    }
    const both = imported(setData({ technology: 'a' }), setData({ logged: true }));
    expect(both.keys).toEqual([]);
    expect(both.drawings[0]?.operation).toEqual([
      { kind: 'setNode', id: 'store', data: { logged: true } },
    ]);
  });

  test('our elements, components, threats, and mitigations that the file lacks stay', () => {
    const less: Change = (model) => {
      threatIn(model, 't-1').mitigations = [];
      for (const component of model.components) component.threats = component.threats.slice(0, 1);
      model.components = model.components.slice(0, 1);
      for (const { data } of model.canvases) {
        data.edges = [];
        data.nodes = data.nodes.filter(({ id }) => id === 'boundary' || id === 'process');
      }
    };
    expect(imported(() => {}, less)).toMatchObject({ keys: [], ...nothing });
  });
});

describe('an import after another one, with other IDs', () => {
  const without: Change = (model) => {
    model.canvases = model.canvases.filter(({ id }) => id !== 'details');
    model.components = model.components.filter(({ id }) => id !== 'c-store');
    for (const component of model.components) {
      component.threats = component.threats.filter(({ id }) => id !== 't-2');
    }
    threatIn(model, 't-1').mitigations = [];
    for (const { data } of model.canvases) {
      data.nodes = data.nodes.filter(({ id }) => id !== 'store');
      data.edges = data.edges.filter(({ id }) => id !== 'query');
    }
  };
  const withDetails: Change = ({ canvases }) => {
    const node = { id: 'n', type: 'noteNode', position: { x: 0, y: 0 }, data: { label: 'Hi' } };
    canvases.push({
      id: 'details',
      title: 'Details',
      kept: {},
      data: { nodes: [node], edges: [] },
    });
  };

  test('does not restore what we deleted since', () => {
    const base = changedModel(withDetails);
    const merge = mergeImport({
      own: changedModel(without),
      file: renumbered(base),
      base,
    });
    expect(choicesIn(merge)).toEqual([]);
    expect(resolveImport(merge, new Map())).toEqual(nothing);
  });

  test('does not add again what we added too', () => {
    const mine = changedModel(withDetails);
    const merge = mergeImport({ own: mine, file: renumbered(mine), base: changedModel(without) });
    expect(choicesIn(merge)).toEqual([]);
    expect(resolveImport(merge, new Map())).toEqual(nothing);
  });

  test('does not restore a comment that we deleted, even if the file has another time for it', () => {
    const commented = (createdAt: string): ModelContent =>
      changedModel(
        (model) => void threatIn(model, 't-1').comments.push({ text: 'Old', createdAt }),
      );
    const base = commented('2026-01-01T00:00:00.000Z');
    const file = commented('2026-02-02T00:00:00.000Z');
    expect(resolveImport(mergeImport({ own, file, base }), new Map())).toEqual(nothing);
  });
});
