import { describe, expect, test } from 'vitest';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '../canvas/document.ts';
import { mergeCanvas } from './merge-canvas.ts';

const node = (id: string, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x: 0, y: 0 },
  data: { label: id },
  ...more,
});
const boundary = (id: string, more: Partial<CanvasNode> = {}): CanvasNode =>
  node(id, { type: 'trustBoundaryNode', ...more });
const flow = (id: string, source: string, target: string): CanvasEdge => ({ id, source, target });
const drawing = (nodes: CanvasNode[], edges: CanvasEdge[] = []): CanvasDocument => ({
  nodes,
  edges,
});
const idsOf = (elements: { id: string }[]): string[] => elements.map(({ id }) => id);

describe('two people edit one canvas', () => {
  test('and move different nodes: both have moved', () => {
    const base = drawing([node('shop'), node('bank')]);
    const mine = drawing([node('shop', { position: { x: 9, y: 0 } }), node('bank')]);
    const theirs = drawing([node('shop'), node('bank', { position: { x: 0, y: 9 } })]);
    const { shown, sent, conflicts } = mergeCanvas(base, mine, theirs);
    expect(shown.nodes.map(({ position }) => position)).toEqual([
      { x: 9, y: 0 },
      { x: 0, y: 9 },
    ]);
    expect(sent).toEqual(shown);
    expect(conflicts).toEqual([]);
  });

  test('and one moves the node that the other renames: it is moved and renamed', () => {
    const base = drawing([node('shop')]);
    const mine = drawing([node('shop', { position: { x: 9, y: 0 } })]);
    const theirs = drawing([node('shop', { data: { label: 'Store' } })]);
    expect(mergeCanvas(base, mine, theirs)).toMatchObject({
      shown: { nodes: [{ position: { x: 9, y: 0 }, data: { label: 'Store' } }] },
      conflicts: [],
    });
  });

  test('and both rename the same node: each sees their own name until the conflict is resolved', () => {
    const base = drawing([node('shop', { data: { label: 'Shop', outOfScope: false } })]);
    const mine = drawing([node('shop', { data: { label: 'Store', outOfScope: true } })]);
    const theirs = drawing([node('shop', { data: { label: 'Market', outOfScope: false } })]);
    const merge = mergeCanvas(base, mine, theirs);
    expect(merge.shown.nodes[0]?.data).toEqual({ label: 'Store', outOfScope: true });
    expect(merge.sent.nodes[0]?.data).toEqual({ label: 'Market', outOfScope: true });
    expect(merge.base.nodes[0]?.data).toEqual({ label: 'Shop', outOfScope: false });
    expect(merge.conflicts).toEqual([
      {
        element: 'node',
        id: 'shop',
        base: base.nodes[0],
        mine: mine.nodes[0],
        theirs: theirs.nodes[0],
        fields: ['label'],
      },
    ]);
  });

  test('and both move the same node: its position is one conflict', () => {
    const base = drawing([node('shop')]);
    const mine = drawing([node('shop', { position: { x: 9, y: 0 } })]);
    const theirs = drawing([node('shop', { position: { x: 0, y: 9 } })]);
    const { shown, sent, conflicts } = mergeCanvas(base, mine, theirs);
    expect(shown.nodes[0]?.position).toEqual({ x: 9, y: 0 });
    expect(sent.nodes[0]?.position).toEqual({ x: 0, y: 9 });
    expect(conflicts).toMatchObject([{ fields: ['position'] }]);
  });

  test('and one makes a node wider, the other higher: its size is one conflict', () => {
    const base = drawing([node('shop', { width: 100, height: 50 })]);
    const mine = drawing([node('shop', { width: 200, height: 50 })]);
    const theirs = drawing([node('shop', { width: 100, height: 90 })]);
    const { shown, sent, conflicts } = mergeCanvas(base, mine, theirs);
    expect(shown.nodes[0]).toMatchObject({ width: 200, height: 50 });
    expect(sent.nodes[0]).toMatchObject({ width: 100, height: 90 });
    expect(conflicts).toMatchObject([{ fields: ['height', 'width'] }]);
  });

  test.each(['source', 'target'] as const)(
    'and one moves the %s of a flow to another node, the other to another side: a conflict',
    (end) => {
      const nodes = [node('shop'), node('bank'), node('till')];
      const handle = `${end}Handle` as const;
      const drawn = { ...flow('pays', 'shop', 'bank'), [handle]: 'left' };
      const merge = mergeCanvas(
        drawing(nodes, [drawn]),
        drawing(nodes, [{ ...drawn, [end]: 'till' }]),
        drawing(nodes, [{ ...drawn, [handle]: 'right' }]),
      );
      expect(merge.shown.edges[0]).toMatchObject({ [end]: 'till', [handle]: 'left' });
      expect(merge.sent.edges[0]).toMatchObject({ [end]: drawn[end], [handle]: 'right' });
      expect(merge.conflicts).toMatchObject([{ fields: [end, handle] }]);
    },
  );

  test('and one moves a node, the other puts it into a boundary: position and parent are one conflict', () => {
    const base = drawing([boundary('dmz'), node('shop')]);
    const mine = drawing([boundary('dmz'), node('shop', { position: { x: 900, y: 0 } })]);
    const theirs = drawing([
      boundary('dmz'),
      node('shop', { parentId: 'dmz', position: { x: 5, y: 5 } }),
    ]);
    const { shown, sent, conflicts } = mergeCanvas(base, mine, theirs);
    expect(shown).toEqual(mine);
    expect(sent).toEqual(theirs);
    expect(conflicts).toMatchObject([{ id: 'shop', fields: ['parentId', 'position'] }]);
  });

  test('and change different lines of one note: it has both changes', () => {
    const note = (text: string) => drawing([node('note', { data: { label: text } })]);
    const merge = mergeCanvas(note('a\nb\nc\nd'), note('A\nb\nc\nd'), note('a\nb\nc\nd\ne'));
    expect(merge.shown).toEqual(note('A\nb\nc\nd\ne'));
    expect(merge.conflicts).toEqual([]);
  });

  test('and reconnect different ends of a flow: it has both new ends', () => {
    const nodes = [node('a'), node('b'), node('c'), node('d')];
    const merge = mergeCanvas(
      drawing(nodes, [flow('f', 'a', 'b')]),
      drawing(nodes, [flow('f', 'c', 'b')]),
      drawing(nodes, [flow('f', 'a', 'd')]),
    );
    expect(merge.sent.edges).toEqual([flow('f', 'c', 'd')]);
    expect(merge.conflicts).toEqual([]);
  });

  test('and one bends a flow, the other classifies its data: it has both changes', () => {
    const nodes = [node('a'), node('b')];
    const withData = (data: CanvasEdge['data']) =>
      drawing(nodes, [{ ...flow('f', 'a', 'b'), data }]);
    const bends = [{ x: 40, y: 90 }];
    const merge = mergeCanvas(
      withData({ label: 'Orders' }),
      withData({ label: 'Orders', bends, shape: 'stepped' }),
      withData({ label: 'Orders', dataClassification: 'restricted', labelAt: 0.3 }),
    );
    const data = { label: 'Orders', bends, shape: 'stepped' };
    expect(merge.shown).toEqual(
      withData({ ...data, dataClassification: 'restricted', labelAt: 0.3 }),
    );
    expect(merge.conflicts).toEqual([]);
  });

  test('and both bend one flow: its bends are one conflict and are never mixed', () => {
    const nodes = [node('a'), node('b')];
    const bent = (...bends: { x: number; y: number }[]) =>
      drawing(nodes, [{ ...flow('f', 'a', 'b'), data: { bends } }]);
    const mine = bent({ x: 1, y: 1 }, { x: 5, y: 5 });
    const theirs = bent({ x: 1, y: 1 }, { x: 9, y: 9 }, { x: 12, y: 0 });
    const { shown, sent, conflicts } = mergeCanvas(bent({ x: 1, y: 1 }), mine, theirs);
    expect([shown, sent]).toEqual([mine, theirs]);
    expect(conflicts).toMatchObject([{ id: 'f', fields: ['bends'] }]);
  });

  test('and each adds elements: both are there, after their predecessors', () => {
    const base = drawing([node('a'), node('b')]);
    const mine = drawing([node('a'), node('new'), node('b')]);
    const theirs = drawing([node('a'), node('b'), node('other')]);
    const { shown, sent } = mergeCanvas(base, mine, theirs);
    expect(idsOf(shown.nodes)).toEqual(['a', 'new', 'b', 'other']);
    expect(sent).toEqual(shown);
  });

  test('and one brings a node to the front, the other renames it: it has both changes', () => {
    const base = drawing([node('a'), node('b'), node('c')]);
    const mine = drawing([node('b'), node('c'), node('a')]);
    const theirs = drawing([node('a', { data: { label: 'Shop' } }), node('b'), node('c')]);
    const { shown } = mergeCanvas(base, mine, theirs);
    expect(shown.nodes.map(({ data }) => data.label)).toEqual(['b', 'c', 'Shop']);
  });
});

describe('one side deletes an element', () => {
  const around = drawing([boundary('dmz'), node('shop', { parentId: 'dmz' })]);
  const emptied = drawing([]);

  test('that the other did not change: it is deleted', () => {
    const { shown, sent, conflicts } = mergeCanvas(around, emptied, around);
    expect([shown, sent]).toEqual([emptied, emptied]);
    expect(conflicts).toEqual([]);
  });

  test('that the other renamed: it is kept there and in conflict', () => {
    const base = drawing([node('shop')]);
    const theirs = drawing([node('shop', { data: { label: 'Store' } })]);
    const merge = mergeCanvas(base, emptied, theirs);
    expect([merge.shown, merge.sent, merge.base]).toEqual([emptied, theirs, base]);
    expect(merge.conflicts).toMatchObject([{ id: 'shop', mine: null, fields: [] }]);
  });

  test('a boundary in which the other draws: the boundary and the new node are in conflict', () => {
    const theirs = drawing([...around.nodes, node('bank', { parentId: 'dmz' })]);
    const { shown, sent, conflicts } = mergeCanvas(around, emptied, theirs);
    expect(shown).toEqual(emptied);
    expect(idsOf(sent.nodes)).toEqual(['dmz', 'bank']);
    expect(conflicts).toMatchObject([
      { id: 'bank', base: null, mine: null, fields: [] },
      { id: 'dmz', mine: null, fields: [] },
    ]);
  });

  test('a node that the other connects: the node and the new flow are in conflict', () => {
    const base = drawing([node('shop'), node('bank')]);
    const mine = drawing([node('bank')]);
    const theirs = drawing(base.nodes, [flow('orders', 'shop', 'bank')]);
    const { shown, sent, conflicts } = mergeCanvas(base, mine, theirs);
    expect([shown, sent]).toEqual([mine, theirs]);
    expect(conflicts.map(({ element, id }) => `${element} ${id}`)).toEqual([
      'node shop',
      'edge orders',
    ]);
  });
});

describe('one side deletes a boundary in which the other draws a boundary with content', () => {
  const base = drawing([boundary('zone'), node('bank')]);
  const deleted = drawing([node('bank')]);
  const drawn = drawing(
    [
      ...base.nodes,
      boundary('dmz', { parentId: 'zone' }),
      node('shop', { parentId: 'dmz' }),
      node('cache', { parentId: 'dmz' }),
    ],
    [flow('orders', 'shop', 'bank'), flow('reads', 'bank', 'cache'), flow('pays', 'shop', 'bank')],
  );
  const keys = ['cache', 'dmz', 'shop', 'zone', 'orders', 'pays', 'reads'];

  test('everything in it is in conflict, with the flows', () => {
    const { shown, sent, conflicts } = mergeCanvas(base, deleted, drawn);
    expect(shown).toEqual(deleted);
    expect(sent).toEqual(drawn);
    expect(idsOf(conflicts)).toEqual(keys);
  });

  test('also if mine is the side with the content', () => {
    const { shown, sent, conflicts } = mergeCanvas(base, drawn, deleted);
    expect(shown).toEqual(drawn);
    expect(sent).toEqual(deleted);
    expect(idsOf(conflicts)).toEqual(keys);
  });
});

test('a new flow keeps a node that the other side deleted, with the boundaries around it', () => {
  const nodes = [
    boundary('zone'),
    boundary('dmz', { parentId: 'zone' }),
    node('shop', { parentId: 'dmz' }),
  ];
  const base = drawing([node('bank'), ...nodes]);
  const mine = drawing([node('bank')]);
  const theirs = drawing(base.nodes, [flow('orders', 'bank', 'shop')]);
  const { shown, sent, conflicts } = mergeCanvas(base, mine, theirs);
  expect([shown, sent]).toEqual([mine, theirs]);
  expect(idsOf(conflicts)).toEqual(['dmz', 'shop', 'zone', 'orders']);
});

test('a flow whose ends each side reconnected and deleted in part stays as each side has it', () => {
  const base = drawing([node('a'), node('b'), node('c'), node('d')], [flow('f', 'a', 'b')]);
  const mine = drawing([node('b'), node('c'), node('d')], [flow('f', 'c', 'b')]);
  const theirs = drawing([node('a'), node('d')], [flow('f', 'a', 'd')]);
  const { shown, sent, conflicts } = mergeCanvas(base, mine, theirs);
  expect(shown.edges).toEqual(mine.edges);
  expect(idsOf(shown.nodes)).toEqual(['b', 'c', 'd']);
  expect(sent).toEqual(theirs);
  expect(conflicts).toMatchObject([
    { id: 'a', mine: null },
    { id: 'b', theirs: null },
    { id: 'c', theirs: null },
    { id: 'f', fields: ['source', 'target'] },
  ]);
});

describe('the order of an element that is in conflict', () => {
  const shop = (label: string): CanvasNode => node('shop', { data: { label } });
  const [a, b] = [node('a'), node('b')];

  test('is that of each side if both added it', () => {
    const mine = drawing([shop('Store'), a, b]);
    const theirs = drawing([a, b, shop('Market')]);
    const { shown, sent } = mergeCanvas(drawing([a, b]), mine, theirs);
    expect([shown, sent]).toEqual([mine, theirs]);
  });

  test('is that of the side that reordered it', () => {
    const mine = drawing([shop('Store'), a, b]);
    const theirs = drawing([a, b, shop('Market')]);
    const { shown, sent } = mergeCanvas(drawing([a, b, shop('Shop')]), mine, theirs);
    expect(idsOf(shown.nodes)).toEqual(['shop', 'a', 'b']);
    expect(sent).toEqual(drawing([shop('Market'), a, b]));
  });
});

test('two boundaries that were each moved into the other stay as each side has them', () => {
  const base = drawing([boundary('a'), boundary('b'), node('shop', { parentId: 'a' })]);
  const mine = drawing([boundary('b'), boundary('a', { parentId: 'b' }), ...base.nodes.slice(2)]);
  const theirs = drawing([boundary('a'), boundary('b', { parentId: 'a' }), ...base.nodes.slice(2)]);
  const { shown, sent, conflicts } = mergeCanvas(base, mine, theirs);
  expect([shown, sent]).toEqual([mine, theirs]);
  expect(idsOf(conflicts)).toEqual(['a', 'b']);
});

test('for a key of the document itself that both changed, mine applies', () => {
  const viewed = (zoom: number): CanvasDocument & { viewport: unknown } => ({
    ...drawing([]),
    viewport: { zoom },
  });
  const { shown, sent, conflicts } = mergeCanvas(viewed(1), viewed(2), viewed(3));
  expect([shown, sent]).toEqual([viewed(2), viewed(2)]);
  expect(conflicts).toEqual([]);
});

test('unchanged elements are the same objects, so that the window does not draw them again', () => {
  const base = drawing([node('a'), node('b')], [flow('f', 'a', 'b')]);
  const theirs = structuredClone(base);
  const mine = { ...base, nodes: [node('a', { width: 10 }), ...base.nodes.slice(1)] };
  const { shown } = mergeCanvas(base, mine, theirs);
  expect(shown.nodes[0]).toBe(mine.nodes[0]);
  expect(shown.nodes[1]).toBe(mine.nodes[1]);
  expect(shown.edges[0]).toBe(mine.edges[0]);
});

test('an invalid document of another program is merged without repairs', () => {
  const broken = drawing(
    [node('a', { parentId: 'b' }), node('b', { parentId: 'a' }), node('c', { parentId: 'gone' })],
    [flow('f', 'gone', 'a')],
  );
  const theirs = { ...broken, edges: [...broken.edges, flow('g', 'a', 'b')] };
  const { shown, conflicts } = mergeCanvas(broken, structuredClone(broken), theirs);
  expect(new Set(idsOf(shown.nodes))).toEqual(new Set(['a', 'b', 'c']));
  expect(idsOf(shown.edges)).toEqual(['f', 'g']);
  expect(conflicts).toEqual([]);
});
