import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOperation, applyReversibly, invertOperation } from '../apply.ts';
import type { CanvasDocument, CanvasNode } from '../document.ts';
import { elementKindNames } from '../element-kinds.ts';
import { boxOf, holdsBox, isBoundary, positionOf } from '../geometry.ts';
import { ancestorsOf, nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { documents, extra, label, length, spot } from '../testing/any-document.ts';
import { addNode } from './add-node.ts';
import { connect, reverse } from './connect.ts';
import { copy, paste } from './copy.ts';
import { moveNodes, moveNodesBy } from './move-nodes.ts';
import { remove } from './remove.ts';
import { rename } from './rename.ts';
import { resizeNode } from './resize-node.ts';

const anyId = fc.nat({ max: 15 }).chain((n) => fc.constantFrom(`n${n}`, `e${n}`));
const anyIds = fc.uniqueArray(anyId, { maxLength: 6 });

/** Changes of every kind, to existing and missing elements. */
const operations: fc.Arbitrary<CanvasOperation> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('addNode' as const),
      index: fc.integer({ min: -1, max: 20 }),
      node: fc.record({
        id: anyId,
        position: fc.record({ x: spot, y: spot }),
        data: fc.record({ label }),
      }),
    }),
    fc.record({
      kind: fc.constant('addEdge' as const),
      index: fc.integer({ min: -1, max: 20 }),
      edge: fc.record({ id: anyId, source: anyId, target: anyId }),
    }),
    fc.record({ kind: fc.constantFrom('removeNode' as const, 'removeEdge' as const), id: anyId }),
    fc.record(
      {
        kind: fc.constantFrom('setNode' as const, 'setEdge' as const),
        id: anyId,
        fields: extra,
        unset: fc.array(fc.constantFrom('style', 'width', 'id', 'absent'), { maxLength: 2 }),
        data: extra,
        unsetData: fc.array(fc.constantFrom('label', 'x-risk', 'absent'), { maxLength: 2 }),
      },
      { requiredKeys: ['kind', 'id'] },
    ),
  ),
  { maxLength: 12 },
);

/** All edits, with arguments that do not always fit the document. */
const edits: fc.Arbitrary<(document: CanvasDocument) => CanvasOperation> = fc.oneof(
  fc
    .record({
      type: fc.constantFrom(...elementKindNames),
      x: spot,
      y: spot,
      width: length,
      height: length,
    })
    .map(
      ({ type, x, y, width, height }) =>
        (document: CanvasDocument) =>
          addNode(document, { id: 'new', type, position: { x, y }, width, height, data: {} }),
    ),
  fc
    .array(fc.tuple(anyId, fc.record({ x: spot, y: spot })), { maxLength: 6 })
    .map((positions) => (document: CanvasDocument) => moveNodes(document, positions)),
  fc.tuple(anyIds, fc.record({ x: spot, y: spot })).map(
    ([ids, by]) =>
      (document: CanvasDocument) =>
        moveNodesBy(document, ids, by),
  ),
  fc.tuple(anyId, fc.record({ x: spot, y: spot, width: length, height: length })).map(
    ([id, box]) =>
      (document: CanvasDocument) =>
        resizeNode(document, id, box),
  ),
  fc.tuple(anyId, anyId).map(
    ([source, target]) =>
      (document: CanvasDocument) =>
        connect(document, { id: 'new', source, target }),
  ),
  anyId.map((id) => (document: CanvasDocument) => {
    const edge = document.edges.find((each) => each.id === id);
    return edge ? reverse(edge) : [];
  }),
  fc.tuple(anyId, label).map(
    ([id, text]) =>
      (document: CanvasDocument) =>
        rename(document, id, text),
  ),
  anyIds.map((ids) => (document: CanvasDocument) => remove(document, new Set(ids))),
  anyIds.map((ids) => (document: CanvasDocument) => {
    let count = 0;
    const newId = (): string => `copy${++count}`;
    return paste(document, copy(document, ids), { by: { x: 20, y: 20 }, newId }).operation;
  }),
);

const problemsOf = ({ nodes, edges }: CanvasDocument): string[] => {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const node of nodes) {
    if (seen.has(node.id)) problems.push(`${node.id} twice`);
    if (node.parentId !== undefined && !seen.has(node.parentId)) {
      problems.push(`${node.id} before its parent ${node.parentId}`);
    }
    seen.add(node.id);
  }
  for (const edge of edges) {
    if (!seen.has(edge.source) || !seen.has(edge.target)) problems.push(`${edge.id} without ends`);
  }
  return problems;
};

describe('an operation', () => {
  it('is undone by its inverse', () => {
    fc.assert(
      fc.property(documents, operations, (document, operation) => {
        const { document: after, inverse } = applyReversibly(document, operation);
        expect(applyOperation(after, inverse)).toEqual(document);
      }),
    );
  });

  it('is redone by the inverse of its inverse', () => {
    fc.assert(
      fc.property(documents, operations, (document, operation) => {
        const { document: after, inverse } = applyReversibly(document, operation);
        const again = invertOperation(after, inverse);
        expect(applyOperation(document, again)).toEqual(after);
      }),
    );
  });

  it('does not change other elements', () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(documents, operations, (document, operation) => {
        const named = new Set(
          operation.map((change) =>
            change.kind === 'addNode'
              ? change.node.id
              : change.kind === 'addEdge'
                ? change.edge.id
                : change.id,
          ),
        );
        const after = new Set(applyOperation(document, operation).nodes);
        const others = document.nodes.filter((node) => !named.has(node.id));
        expect(others.filter((node) => !after.has(node))).toEqual([]);
      }),
    );
  });
});

describe('every edit', () => {
  it('leaves a valid document and can be undone', () => {
    fc.assert(
      fc.property(documents, edits, (document, edit) => {
        const { document: after, inverse } = applyReversibly(document, edit(document));
        expect(problemsOf(after)).toEqual([]);
        expect(applyOperation(after, inverse)).toEqual(document);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps unknown keys', () => {
    fc.assert(
      fc.property(documents, edits, (document, edit) => {
        const after = applyOperation(document, edit(document));
        const known = /^(position|parentId|width|height|data|source|target)/;
        const unknown = (element: object): unknown =>
          Object.entries(element).filter(([key]) => !known.test(key));
        for (const element of [...document.nodes, ...document.edges]) {
          const remaining = [...after.nodes, ...after.edges].find((each) => each.id === element.id);
          if (!remaining) continue;
          expect(unknown(remaining)).toEqual(unknown(element));
          expect({ ...remaining.data, label: '' }).toEqual({ ...element.data, label: '' });
        }
      }),
    );
  });

  it('does not move other elements on the canvas', () => {
    fc.assert(
      fc.property(documents, anyIds, (document, ids) => {
        const after = applyOperation(document, remove(document, new Set(ids)));
        for (const node of after.nodes) {
          const before = nodeById(document, node.id);
          expect(positionOf(after, node)).toEqual(before && positionOf(document, before));
        }
      }),
    );
  });
});

describe('moving', () => {
  it('puts every node at its position, with its contents', () => {
    fc.assert(
      fc.property(documents, anyIds, fc.record({ x: spot, y: spot }), (document, ids, by) => {
        const after = applyOperation(document, moveNodesBy(document, ids, by));
        const moved = new Set<string>(ids);
        for (const node of document.nodes) {
          const moves = [node, ...ancestorsOf(document, node)].some(({ id }) => moved.has(id));
          const before = positionOf(document, node);
          const now = nodeById(after, node.id);
          const position = now && positionOf(after, now);
          // A boundary that grew around a dropped node may have a new position, so its position is not
          // checked.
          const hasGrown =
            !moves && isBoundary(node) && now && holdsBox(boxOf(after, now), boxOf(document, node));
          const expected = moves ? { x: before.x + by.x, y: before.y + by.y } : before;
          expect(hasGrown ? before : position).toEqual(expected);
        }
      }),
    );
  });
});

const box = (id: string, type: string, x: number, y: number, size: number): CanvasNode => ({
  id,
  type,
  position: { x, y },
  width: size,
  height: size,
  data: {},
});

describe('a boundary', () => {
  const outer = box('outer', 'trustBoundaryNode', 0, 0, 400);
  const inner = { ...box('inner', 'trustBoundaryNode', 50, 50, 200), parentId: 'outer' };
  const web = box('web', 'processNode', 600, 600, 50);

  it('takes in a node dropped inside it; the innermost boundary wins', () => {
    const document = { nodes: [web, outer, inner], edges: [] };
    const after = applyOperation(document, moveNodes(document, [['web', { x: 100, y: 100 }]]));
    expect(nodeById(after, 'web')).toMatchObject({ parentId: 'inner', position: { x: 50, y: 50 } });
    expect(after.nodes.map((node) => node.id)).toEqual(['outer', 'inner', 'web']);
  });

  it('takes in a node by one change, which keeps unknown keys of its position', () => {
    const placed = { ...web, position: { ...web.position, z: 7 } };
    const document = { nodes: [outer, inner, placed], edges: [] };
    expect(moveNodes(document, [['web', { x: 100, y: 120 }]])).toEqual([
      {
        kind: 'setNode',
        id: 'web',
        fields: { position: { x: 50, y: 70, z: 7 }, parentId: 'inner' },
      },
    ]);
  });

  it('takes in a boundary of its own size, but not a larger one', () => {
    const parentAfterDrop = (size: number): string | undefined => {
      const dropped = box('dropped', 'trustBoundaryNode', 600, 0, size);
      const document = { nodes: [outer, dropped], edges: [] };
      const operation = moveNodes(document, [['dropped', { x: 60, y: 40 }]]);
      return nodeById(applyOperation(document, operation), 'dropped')?.parentId;
    };
    expect(parentAfterDrop(400)).toBe('outer');
    expect(parentAfterDrop(420)).toBeUndefined();
  });

  it('keeps a child that moves together with it', () => {
    const child = { ...web, parentId: 'inner', position: { x: 10, y: 10 } };
    const document = { nodes: [outer, inner, child], edges: [] };
    const operation = moveNodesBy(document, ['outer', 'inner', 'web'], { x: 500, y: 0 });
    expect(operation).toEqual([
      { kind: 'setNode', id: 'outer', fields: { position: { x: 500, y: 0 } } },
    ]);
  });

  it('releases a child that is dragged out of it', () => {
    const child = { ...web, parentId: 'inner', position: { x: 10, y: 10 } };
    const document = { nodes: [outer, inner, child], edges: [] };
    const after = applyOperation(document, moveNodes(document, [['web', { x: 900, y: 0 }]]));
    expect(nodeById(after, 'web')?.parentId).toBeUndefined();
    expect(nodeById(after, 'web')?.position).toEqual({ x: 900, y: 0 });
  });

  it('takes in the nodes that it is drawn around', () => {
    const document = { nodes: [web], edges: [] };
    const around = box('around', 'trustBoundaryNode', 500, 500, 300);
    const after = applyOperation(document, addNode(document, around));
    expect(after.nodes.map((node) => node.id)).toEqual(['around', 'web']);
    expect(nodeById(after, 'web')).toMatchObject({
      parentId: 'around',
      position: { x: 100, y: 100 },
    });
  });

  it('does not move its contents when it grows to the left', () => {
    const document = { nodes: [outer, inner], edges: [] };
    const wider = { x: -100, y: 0, width: 500, height: 400 };
    const after = applyOperation(document, resizeNode(document, 'outer', wider));
    const innerNode = nodeById(after, 'inner');
    expect(innerNode && boxOf(after, innerNode)).toEqual({ x: 50, y: 50, width: 200, height: 200 });
  });

  it('takes in the nodes over which it is enlarged, and a component does not', () => {
    const parentAfter = (type: string): string | undefined => {
      const large = { ...box('large', type, 0, 0, 100), position: { x: 0, y: 0, z: 7 } };
      const document = { nodes: [large, box('near', 'processNode', 120, 20, 50)], edges: [] };
      const wider = { x: -10, y: 0, width: 300, height: 100 };
      const after = applyOperation(document, resizeNode(document, 'large', wider));
      expect(nodeById(after, 'large')).toMatchObject({
        position: { x: -10, y: 0, z: 7 },
        width: 300,
      });
      return nodeById(after, 'near')?.parentId;
    };
    expect(parentAfter('trustBoundaryNode')).toBe('large');
    expect(parentAfter('processNode')).toBeUndefined();
  });

  it('that becomes smaller keeps what is still inside, and releases the rest', () => {
    const child = (id: string, at: number) => ({
      ...box(id, 'processNode', at, at, 50),
      parentId: 'outer',
    });
    const document = { nodes: [outer, child('near', 10), child('far', 300)], edges: [] };
    const smaller = { x: 0, y: 0, width: 200, height: 200 };
    const after = applyOperation(document, resizeNode(document, 'outer', smaller));
    expect(nodeById(after, 'near')?.parentId).toBe('outer');
    expect(nodeById(after, 'far')?.parentId).toBeUndefined();
    expect(nodeById(after, 'far')?.position).toEqual({ x: 300, y: 300 });
  });

  it('that is removed leaves its contents to the boundary around it', () => {
    const deep = { ...box('deep', 'trustBoundaryNode', 10, 10, 100), parentId: 'inner' };
    const held = { ...box('held', 'processNode', 5, 5, 20), parentId: 'deep' };
    const document = { nodes: [outer, inner, deep, held], edges: [] };
    const after = applyOperation(document, remove(document, ['deep']));
    expect(nodeById(after, 'held')).toMatchObject({
      parentId: 'inner',
      position: { x: 15, y: 15 },
    });
  });

  it('that is removed with the boundary around it leaves its contents to the next one', () => {
    const held = { ...box('held', 'processNode', 5, 5, 20), parentId: 'inner' };
    const middle = { ...box('middle', 'trustBoundaryNode', 20, 20, 300), parentId: 'outer' };
    const nested = [outer, middle, { ...inner, parentId: 'middle' }, held];
    const document = { nodes: nested, edges: [] };
    expect(remove(document, ['middle', 'inner'])).toEqual([
      {
        kind: 'setNode',
        id: 'held',
        fields: { position: { x: 75, y: 75 }, parentId: 'outer' },
      },
      { kind: 'removeNode', id: 'middle' },
      { kind: 'removeNode', id: 'inner' },
    ]);
    const free = { nodes: [box('inner', 'trustBoundaryNode', 50, 50, 200), held], edges: [] };
    expect(remove(free, ['inner'])).toEqual([
      {
        kind: 'setNode',
        id: 'held',
        fields: { position: { x: 55, y: 55 } },
        unset: ['parentId'],
      },
      { kind: 'removeNode', id: 'inner' },
    ]);
  });

  it('that is removed takes the flows at it along, and no others', () => {
    const nodes = [outer, web, box('far', 'processNode', 900, 900, 50)];
    const flow = (id: string, source: string, target: string) => ({ id, source, target });
    const edges = [
      flow('from', 'outer', 'web'),
      flow('to', 'web', 'outer'),
      flow('chosen', 'web', 'far'),
      flow('other', 'far', 'web'),
    ];
    expect(remove({ nodes, edges }, ['outer', 'chosen'])).toEqual([
      { kind: 'removeEdge', id: 'from' },
      { kind: 'removeEdge', id: 'to' },
      { kind: 'removeEdge', id: 'chosen' },
      { kind: 'removeNode', id: 'outer' },
    ]);
  });

  it('takes nodes over from a larger boundary if it is drawn around them', () => {
    const room = box('room', 'trustBoundaryNode', 100, 100, 600);
    const held = { ...box('held', 'processNode', 100, 100, 50), parentId: 'room' };
    const document = { nodes: [room, held], edges: [] };
    const around = box('around', 'trustBoundaryNode', 150, 150, 200);
    const after = applyOperation(document, addNode(document, around));
    expect(nodeById(after, 'held')).toMatchObject({
      parentId: 'around',
      position: { x: 50, y: 50 },
    });
  });
});
