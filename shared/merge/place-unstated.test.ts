import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  sizeOf,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
  type Size,
} from '../canvas/document.ts';
import { boxOf, holdsBox, meet } from '../canvas/geometry.ts';
import { readOne } from '../foreign/testing/read-foreign-file.ts';
import type { ModelContent, ReadModel } from '../otm/content.ts';
import { padding } from '../otm/reading/arrange.ts';
import { compareCanvases } from './compare-canvases.ts';
import { plainModel } from './flat-model.ts';
import { matchCanvas } from './match-canvas.ts';
import { mergeImport } from './merge-import.ts';
import { placeUnstated, type PlacedCanvas } from './place-unstated.ts';
import { choicesIn, resolveImport } from './resolve-import.ts';

const otmOf = (names: readonly string[]): string =>
  JSON.stringify({
    otmVersion: '0.2.0',
    project: { name: 'Shop', id: 'shop' },
    trustZones: [{ id: 'zone', name: 'Zone', risk: { trustRating: 10 } }],
    components: names.map((name, at) => ({
      id: `c-${name}`,
      name,
      type: 'web-service',
      ...(at !== 1 && { parent: { trustZone: 'zone' } }),
    })),
    dataflows: names
      .slice(1)
      .map((name) => ({ id: `f-${name}`, name, source: 'c-Web', destination: `c-${name}` })),
  });

const mermaidOf = (names: readonly string[]): string =>
  [
    'flowchart LR',
    'subgraph zone [Zone]',
    ...names.filter((_name, at) => at !== 1).map((name) => `  n${name}[${name}]`),
    'end',
    ...names.slice(1).map((name) => `nWeb -->|${name}| n${name}`),
  ].join('\n');

const csvOf = (names: readonly string[]): string =>
  [
    'type,name,parent,source,target',
    'boundary,Zone,,,',
    ...names.map((name, at) => `process,${name},${at === 1 ? '' : 'Zone'},,`),
    ...names.slice(1).map((name) => `flow,to ${name},,Web,${name}`),
    'flow,loose,,Web,',
  ].join('\n');

const formats = [
  ['OTM without representations', otmOf, 'shop.otm'],
  ['Mermaid', mermaidOf, 'shop.mmd'],
  ['CSV', csvOf, 'shop.csv'],
] as const;

const names = ['Web', 'API', 'Jobs'];

const drawingOf = ({ canvases }: ModelContent): CanvasDocument => {
  const [canvas] = canvases;
  if (!canvas) throw new Error('no canvas');
  return canvas.data;
};

const anyPositions = fc.array(
  fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) }),
  { minLength: 6, maxLength: 6 },
);

/** Returns the model after an import, a layout with routes, and some moves by a person. */
const drawn = (read: ReadModel, at: readonly { x: number; y: number }[]): ModelContent => {
  const model = structuredClone(plainModel(read.content));
  const { nodes, edges } = drawingOf(model);
  for (const [index, node] of nodes.entries()) {
    node.position = at[index % at.length] ?? node.position;
    if (node.type === 'trustBoundaryNode') Object.assign(node, { width: 700, height: 500 });
  }
  for (const edge of edges) {
    edge.sourceHandle = 'right';
    edge.data = { ...edge.data, bends: [{ x: 1, y: 2 }], labelAt: 0.3 };
  }
  return model;
};

const named = ({ nodes }: CanvasDocument, label: string): CanvasNode => {
  const node = nodes.find(({ data }) => data.label === label);
  if (!node) throw new Error(`no ${label}`);
  return node;
};

it.each(formats)(
  '%s: positions that the file does not state stay the same',
  (_format, text, name) => {
    const read = readOne(text(names), name);
    expect(read.unstated.size).toBe(1);
    fc.assert(
      fc.property(anyPositions, fc.boolean(), (at, wasImported) => {
        const own = drawn(read, at);
        const base = wasImported ? plainModel(read.content) : null;
        const merge = mergeImport({ own, file: read.content, unstated: read.unstated, base });
        expect(choicesIn(merge)).toEqual([]);
        expect(resolveImport(merge, new Map())).toEqual({ records: [], drawings: [] });
      }),
      { numRuns: 50 },
    );
  },
);

it.each(formats)('%s: a new element moves no other one', (_format, text, name) => {
  const before = readOne(text(names), name);
  const later = readOne(text([...names.slice(0, 2), 'Added', ...names.slice(2)]), name);
  fc.assert(
    fc.property(anyPositions, fc.constantFrom('none', 'read', 'merged'), (at, kind) => {
      const own = drawn(before, at);
      const base = { none: null, read: plainModel(before.content), merged: own }[kind];
      const merge = mergeImport({ own, file: later.content, unstated: later.unstated, base });
      expect(choicesIn(merge)).toEqual([]);
      const operations = resolveImport(merge, new Map()).drawings.flatMap((each) => each.operation);
      const added = operations.flatMap((each) => (each.kind === 'addNode' ? [each.node] : []));
      expect(added.map(({ data }) => data.label)).toEqual(['Added']);
      const { id: zone } = named(drawingOf(own), 'Zone');
      // Only the boundary may change, because it grows to hold the new element.
      expect(
        operations.filter(
          (each) =>
            each.kind !== 'addNode' &&
            each.kind !== 'addEdge' &&
            !(each.kind === 'setNode' && each.id === zone && !('position' in (each.fields ?? {}))),
        ),
      ).toEqual([]);
      const [document] = merge.shown.drawings.values();
      if (!document) throw new Error('no drawing');
      const box = boxOf(document, named(document, 'Added'));
      expect(holdsBox(boxOf(document, named(document, 'Zone')), box)).toBe(true);
      const covered = document.nodes.filter(
        (node) =>
          node.parentId === zone && node.data.label !== 'Added' && meet(boxOf(document, node), box),
      );
      expect(covered).toEqual([]);
    }),
    { numRuns: 50 },
  );
});

it.each(formats)('%s: a comparison shows no movement', (_format, text, name) => {
  const before = readOne(text(names), name);
  const later = readOne(text([...names, 'Added']), name);
  const [canvas] = later.content.canvases;
  const at = [
    { x: 310, y: 7 },
    { x: -50, y: 420 },
  ];
  const document = drawingOf(drawn(before, at));
  const match = matchCanvas({ title: '', document }, [
    {
      title: '',
      document: drawingOf(later.content),
      unstated: later.unstated.get(canvas?.id ?? ''),
    },
  ]);
  const found = compareCanvases(document, match?.document ?? { nodes: [], edges: [] });
  const others = found.filter(({ kind, label }) => kind !== 'added' && label !== 'Zone');
  expect(others).toEqual([]);
  expect(found.find(({ element, kind }) => element === 'node' && kind === 'added')?.label).toBe(
    'Added',
  );
});

it('an element that the file moves into another boundary is placed inside it', () => {
  const before = readOne(csvOf(names), 'shop.csv');
  const later = readOne(csvOf(names).replace('process,API,,,', 'process,API,Zone,,'), 'shop.csv');
  const base = plainModel(before.content);
  const own = drawn(before, [
    { x: 1000, y: 90 },
    { x: 30, y: 60 },
  ]);
  const merge = mergeImport({ own, file: later.content, unstated: later.unstated, base: own });
  const [document] = merge.shown.drawings.values();
  if (!document) throw new Error('no drawing');
  const [zone, api] = [named(document, 'Zone'), named(document, 'API')];
  expect(api.parentId).toBe(zone.id);
  expect(holdsBox(boxOf(document, zone), boxOf(document, api))).toBe(true);
  expect(zone.position).toEqual(named(drawingOf(own), 'Zone').position);
  expect(named(drawingOf(base), 'API').parentId).toBeUndefined();
});

it('boundaries grow just enough for a new element, and keep a size that is large enough', () => {
  const textOf = (processes: readonly string[]): string =>
    [
      'type,name,parent,source,target',
      'boundary,Outer,,,',
      'boundary,Inner,Outer,,',
      ...processes.map((name) => `process,${name},Inner,,`),
    ].join('\n');
  const before = readOne(textOf(['Web']), 'shop.csv');
  const later = readOne(textOf(['Web', 'API']), 'shop.csv');
  const shownWith = (outer: Size, inner: Size): CanvasDocument => {
    const own = structuredClone(plainModel(before.content));
    const sizes: Record<string, Size> = { Outer: outer, Inner: inner };
    for (const node of drawingOf(own).nodes) Object.assign(node, sizes[node.data.label ?? '']);
    named(drawingOf(own), 'Inner').position = { x: 40, y: 60 };
    named(drawingOf(own), 'Web').position = { x: 30, y: 50 };
    const merge = mergeImport({ own, file: later.content, unstated: later.unstated, base: own });
    const [document] = merge.shown.drawings.values();
    if (!document) throw new Error('no drawing');
    return document;
  };
  const sizeIn = (document: CanvasDocument, label: string): Size => sizeOf(named(document, label));

  const small = { width: 10, height: 10 };
  const grown = shownWith(small, small);
  const api = named(grown, 'API');
  const inner = {
    width: api.position.x + sizeOf(api).width + padding.side,
    height: api.position.y + sizeOf(api).height + padding.bottom,
  };
  expect(sizeIn(grown, 'Inner')).toEqual(inner);
  expect(sizeIn(grown, 'Outer')).toEqual({
    width: 40 + inner.width + padding.side,
    height: 60 + inner.height + padding.bottom,
  });

  const large = { width: 900, height: 800 };
  expect(sizeIn(shownWith(large, inner), 'Outer')).toEqual(large);
  expect(sizeIn(shownWith(large, inner), 'Inner')).toEqual(inner);
  const wide = { width: 900, height: 10 };
  expect(sizeIn(shownWith(large, wide), 'Inner')).toEqual({ width: 900, height: inner.height });
});

it('a position that the file states is used', () => {
  const content = readOne(otmOf(names), 'shop.otm');
  const model = plainModel(content.content);
  const file = structuredClone(model);
  const web = named(drawingOf(file), 'Web');
  web.position = { x: 77, y: 88 };
  const merge = mergeImport({ own: model, file, unstated: new Map(), base: model });
  const [document] = merge.shown.drawings.values();
  expect(document && named(document, 'Web').position).toEqual({ x: 77, y: 88 });
});

const boundary = 'trustBoundaryNode';
const element = (id: string, x: number, y: number, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x, y },
  width: 100,
  height: 50,
  data: { label: id },
  ...more,
});
const canvasOf = (nodes: CanvasNode[], edges: CanvasEdge[] = []): CanvasDocument => ({
  nodes,
  edges,
});
/** Places a file that states nothing about the given nodes. */
const placed = (
  document: CanvasDocument,
  before: CanvasDocument,
  { positions = [], sizes = [], now = before }: Partial<Unplaced> = {},
) =>
  placeUnstated({
    document,
    before,
    now,
    unstated: { positions: new Set(positions), sizes: new Set(sizes) },
  });
type Unplaced = { positions: string[]; sizes: string[]; now: CanvasDocument };
const nodeOf = ({ document }: PlacedCanvas, id: string): CanvasNode | undefined =>
  document.nodes.find((node) => node.id === id);

it('a new element outside of all boundaries is placed below all others, at their left edge', () => {
  const before = canvasOf([element('a', 300, 0), element('b', 120, 70)]);
  const document = canvasOf([...before.nodes, element('new', 0, 0)]);
  const { document: found, enlarged } = placed(document, before, { positions: ['new'] });
  expect(found).toEqual(canvasOf([...before.nodes, element('new', 120, 70 + 50 + padding.top)]));
  expect(enlarged).toEqual(new Set());
});

it('new elements on an empty canvas are placed in a row along their flows', () => {
  const edges = [
    { id: 'f', source: 'one', target: 'two' },
    { id: 'loop', source: 'one', target: 'one' },
  ];
  const document = canvasOf([element('two', 7, 7), element('one', 7, 7)], edges);
  const found = placed(document, canvasOf([]), { positions: ['one', 'two'] });
  expect(nodeOf(found, 'one')?.position).toEqual({ x: 40, y: 40 });
  expect(nodeOf(found, 'two')?.position).toEqual({ x: 250, y: 40 });
});

it('a new element does not cover elements that were moved or added since the last import', () => {
  const zone = element('zone', 0, 0, { type: boundary, width: 600, height: 500 });
  const inZone = (id: string, y: number) => element(id, 30, y, { parentId: 'zone' });
  const before = canvasOf([zone, inZone('web', 60)]);
  const now = canvasOf([zone, inZone('web', 160), inZone('ours', 260)]);
  const document = canvasOf([...before.nodes, inZone('new', 0)]);
  const found = placed(document, before, { positions: ['zone', 'web', 'new'], now });
  expect(found).toEqual({
    document: canvasOf([...before.nodes, inZone('new', 260 + 50 + padding.bottom)]),
    enlarged: new Set(),
  });
});

it('a new boundary is placed as a whole, with the positions that its content has in it', () => {
  const zone = element('zone', 5, 5, { type: boundary, width: 400, height: 300 });
  const inner = element('web', 33, 66, { parentId: 'zone' });
  const before = canvasOf([element('a', 0, 0)]);
  const found = placed(canvasOf([...before.nodes, zone, inner]), before, {
    positions: ['zone', 'web'],
  });
  expect(nodeOf(found, 'zone')?.position).toEqual({ x: 0, y: 50 + padding.top });
  expect(nodeOf(found, 'web')).toEqual(inner);
});

it.each([
  ['a stated position', [], { x: 9, y: 9 }],
  ['no stated position', ['web'], { x: 1, y: 2 }],
  ['a stated position in a boundary without one', ['zone'], { x: 1, y: 2 }],
])('an element with %s', (_, positions, position) => {
  const zone = element('zone', 0, 0, { type: boundary, width: 400, height: 300 });
  const web = (x: number, y: number) => element('web', x, y, { parentId: 'zone' });
  const found = placed(canvasOf([zone, web(9, 9)]), canvasOf([zone, web(1, 2)]), { positions });
  expect(nodeOf(found, 'web')?.position).toEqual(position);
});

it.each([
  ['that is stated', [], { width: 100, height: 50 }],
  ['that is not stated', ['web'], { width: 7, height: 8 }],
])('an element has a size %s', (_, sizes, size) => {
  const before = canvasOf([element('web', 0, 0, { width: 7, height: 8 })]);
  const found = placed(canvasOf([element('web', 0, 0)]), before, { sizes });
  expect(nodeOf(found, 'web')).toMatchObject(size);
});

it('a size that neither the file nor our canvas states is the usual one', () => {
  const { width: _width, height: _height, ...plain } = element('web', 0, 0);
  const found = placed(canvasOf([element('web', 0, 0)]), canvasOf([plain]), { sizes: ['web'] });
  expect(nodeOf(found, 'web')).toStrictEqual(plain);
});

it('an element that the file takes out of a boundary is placed below the others', () => {
  const zone = element('zone', 0, 0, { type: boundary, width: 400, height: 300 });
  const before = canvasOf([zone, element('web', 30, 60, { parentId: 'zone' })]);
  const found = placed(canvasOf([zone, element('web', 1, 1)]), before, { positions: ['web'] });
  expect(nodeOf(found, 'web')).toEqual(element('web', 0, 300 + padding.top));
});

it('a collapsed boundary counts with the size that it has when it is expanded', () => {
  const data = { label: 'zone', collapsed: true };
  const zone = element('zone', 0, 0, { type: boundary, width: 400, height: 300, data });
  const before = canvasOf([zone]);
  const inside = element('web', 0, 0, { parentId: 'zone' });
  const document = canvasOf([zone, inside, element('new', 0, 0)]);
  const found = placed(document, before, { positions: ['web', 'new'] });
  expect(nodeOf(found, 'new')?.position).toEqual({ x: 0, y: 300 + padding.top });
  expect(nodeOf(found, 'zone')).toEqual(zone);
});

const course = {
  sourceHandle: 'right',
  data: { label: 'Ask', bends: [{ x: 1, y: 2 }], labelAt: 0.3 },
};
const bare = { id: 'f', source: 'a', target: 'b' };
it.each<[string, CanvasEdge, CanvasEdge, CanvasEdge]>([
  [
    'our course, but not our label',
    bare,
    { ...bare, ...course },
    {
      ...bare,
      sourceHandle: 'right',
      data: { bends: [{ x: 1, y: 2 }], labelAt: 0.3 },
    },
  ],
  [
    'its own course if the file states one',
    {
      ...bare,
      sourceHandle: 'top',
      data: { bends: [], labelAt: 0.9 },
    },
    { ...bare, ...course },
    { ...bare, sourceHandle: 'top', data: { bends: [], labelAt: 0.9 } },
  ],
  [
    'no data if neither has any',
    bare,
    { ...bare, targetHandle: 'top' },
    {
      ...bare,
      targetHandle: 'top',
    },
  ],
  [
    'no course if it has another end',
    { ...bare, target: 'c' },
    { ...bare, ...course },
    {
      ...bare,
      target: 'c',
    },
  ],
  [
    'no course if it has another start',
    { ...bare, source: 'c' },
    { ...bare, ...course },
    {
      ...bare,
      source: 'c',
    },
  ],
])('a flow between elements without stated positions has %s', (_, theirs, ours, wanted) => {
  const nodes = [element('a', 0, 0), element('b', 300, 0), element('c', 600, 0)];
  const found = placed(canvasOf(nodes, [theirs]), canvasOf(nodes, [ours]), {
    positions: ['a', 'b', 'c'],
  });
  expect(found.document.edges).toStrictEqual([wanted]);
});

it.each([['a'], ['b']])('a flow has the course of the file if only %s has no position', (id) => {
  const nodes = [element('a', 0, 0), element('b', 300, 0)];
  const before = canvasOf(nodes, [{ ...bare, ...course }]);
  const found = placed(canvasOf(nodes, [bare]), before, { positions: [id] });
  expect(found.document.edges).toEqual([bare]);
});
