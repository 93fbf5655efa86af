import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCanvas } from '../../merge/testing/any-canvas.ts';
import { faultsOf } from '../../merge/testing/faults-of.ts';
import { applyOperation, applyReversibly } from '../apply.ts';
import type { CanvasDocument, CanvasNode, Position } from '../document.ts';
import { copy, copyOnly, paste, type Fragment } from './copy.ts';

const node = (id: string, x: number, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type: 'processNode',
  position: { x, y: 0 },
  width: 100,
  height: 60,
  data: { label: id },
  ...more,
});
const zone: CanvasNode = {
  id: 'zone',
  type: 'trustBoundaryNode',
  position: { x: 1000, y: 0 },
  width: 600,
  height: 400,
  data: { label: 'zone' },
};

const pasted = (document: CanvasDocument, fragment: Fragment, by: Position = { x: 20, y: 20 }) => {
  let count = 0;
  const newId = (): string => `new${++count}`;
  return applyReversibly(document, paste(document, fragment, { by, newId }).operation);
};

describe('copying', () => {
  it('includes the contents of a boundary, or leaves them out', () => {
    const document = { nodes: [zone, node('web', 20, { parentId: 'zone' })], edges: [] };
    expect(copy(document, ['zone']).nodes).toEqual(document.nodes);
    expect(copyOnly(document, new Set(['zone'])).nodes).toEqual([zone]);
    expect(copy(document, ['web']).nodes).toEqual([node('web', 1020)]);
  });

  it('keeps unknown keys of the position of a node that leaves its boundary', () => {
    const position = { x: 20, y: 5, z: 7 };
    const document = { nodes: [zone, node('web', 0, { position, parentId: 'zone' })], edges: [] };
    const moved = { x: 1020, y: 5, z: 7 };
    expect(copy(document, ['web']).nodes).toEqual([node('web', 0, { position: moved })]);
  });

  it('includes a selected flow, wherever it ends', () => {
    const document = {
      nodes: [node('a', 0), node('b', 200)],
      edges: [{ id: 'flow', source: 'a', target: 'b' }],
    };
    expect(copy(document, ['a']).edges).toEqual([]);
    expect(copy(document, ['a', 'flow']).edges).toEqual(document.edges);
    expect(copy(document, ['b', 'a']).edges).toEqual(document.edges);
    expect(copy(document, ['b']).edges).toEqual([]);
  });
});

describe('pasting', () => {
  it('makes a node the child of the boundary at its new position', () => {
    const document = { nodes: [zone, node('web', 0)], edges: [] };
    const after = pasted(document, copy(document, ['web']), { x: 1100, y: 100 }).document;
    expect(after.nodes[2]).toMatchObject({ parentId: 'zone', position: { x: 100, y: 100 } });
  });

  it('copies a boundary with its contents, which stay where they are in it', () => {
    // The content sticks out of its boundary, and the copy is as large as the original all the same.
    const web = node('web', 540, { parentId: 'zone' });
    const document = { nodes: [zone, web], edges: [] };
    const after = pasted(document, copy(document, ['zone']), { x: 0, y: 500 }).document;
    expect(after.nodes).toEqual([
      ...document.nodes,
      { ...zone, id: 'new1', position: { x: 1000, y: 500 } },
      { ...web, id: 'new2', parentId: 'new1' },
    ]);
  });

  it('makes a node no child of the boundary of its original if it lies elsewhere', () => {
    const web = node('web', 20, { parentId: 'zone' });
    const document = { nodes: [zone, web], edges: [] };
    const after = pasted(document, copy(document, ['web']), { x: 0, y: 1000 }).document;
    expect(after.nodes[2]).toEqual({
      ...node('web', 0),
      id: 'new1',
      position: { x: 1020, y: 1000 },
    });
  });

  it('makes a node the child of the boundary in which its center lies, and enlarges it', () => {
    const document = { nodes: [zone, node('web', 0)], edges: [] };
    const after = pasted(document, copy(document, ['web']), { x: 960, y: 100 }).document;
    expect(after.nodes[0]).toMatchObject({ position: { x: 940, y: 0 }, width: 660, height: 400 });
    expect(after.nodes[2]).toMatchObject({ parentId: 'zone', position: { x: 20, y: 100 } });
  });

  it('moves the bends of a flow if only one of its ends is copied', () => {
    const flow = { id: 'flow', source: 'a', target: 'b', data: { bends: [{ x: 5, y: 5 }] } };
    const document = { nodes: [node('a', 0), node('b', 200)], edges: [flow] };
    for (const [id, ends] of [
      ['a', { source: 'new1', target: 'b' }],
      ['b', { source: 'a', target: 'new1' }],
    ] as const) {
      const { edges } = pasted(document, copy(document, [id, 'flow'])).document;
      expect(edges[1]).toEqual({ id: 'new2', ...ends, data: { bends: [{ x: 25, y: 25 }] } });
    }
  });

  it('keeps the order of flows, and tells the new IDs', () => {
    const edges = [
      { id: 'there', source: 'a', target: 'b' },
      { id: 'back', source: 'b', target: 'a' },
    ];
    const document = { nodes: [node('a', 0), node('b', 200)], edges };
    let count = 0;
    const { operation, nodeIds, edgeIds } = paste(document, copy(document, ['a', 'b']), {
      by: { x: 20, y: 20 },
      newId: () => `new${++count}`,
    });
    expect([...nodeIds]).toEqual([
      ['a', 'new1'],
      ['b', 'new2'],
    ]);
    expect([...edgeIds]).toEqual([
      ['there', 'new3'],
      ['back', 'new4'],
    ]);
    expect(applyOperation(document, operation).edges).toEqual([
      ...edges,
      { id: 'new3', source: 'new1', target: 'new2' },
      { id: 'new4', source: 'new2', target: 'new1' },
    ]);
  });

  it('moves the bends of a flow, and keeps invalid ones', () => {
    const document: CanvasDocument = {
      nodes: [node('a', 0), node('b', 200)],
      edges: [
        { id: 'flow', source: 'a', target: 'b', data: { bends: [{ x: 5, y: 5, z: 1 }, 'there'] } },
      ],
    };
    const both = pasted(document, copy(document, ['a', 'b'])).document;
    expect(both.edges[1]?.data?.bends).toEqual([{ x: 25, y: 25, z: 1 }, 'there']);
    const alone = pasted(document, copy(document, ['flow'])).document;
    expect(alone.edges[1]).toMatchObject({ source: 'a', target: 'b' });
    expect(alone.edges[1]?.data?.bends).toEqual([{ x: 5, y: 5, z: 1 }, 'there']);
  });

  it('connects a flow to an end that was not copied, and leaves the flow out if that end is missing', () => {
    const document = {
      nodes: [node('a', 0), node('b', 200)],
      edges: [{ id: 'flow', source: 'a', target: 'b' }],
    };
    const fragment = copy(document, ['a', 'flow']);
    expect(pasted(document, fragment).document.edges[1]).toMatchObject({ target: 'b' });
    expect(pasted({ nodes: [], edges: [] }, fragment).document.edges).toEqual([]);
  });

  it('unlocks copies', () => {
    const document = { nodes: [node('a', 0, { data: { locked: true } })], edges: [] };
    expect(pasted(document, copy(document, ['a'])).document.nodes[1]?.data).toEqual({});
  });

  it('leaves any canvas valid, whatever is pasted, and can be undone', () => {
    const spot = fc.integer({ min: -800, max: 800 });
    fc.assert(
      fc.property(anyCanvas, anyCanvas, spot, spot, (document, other, x, y) => {
        const ids = [...other.nodes, ...other.edges].map(({ id }) => id);
        const { document: after, inverse } = pasted(document, copy(other, ids), { x, y });
        expect(faultsOf(after)).toEqual(faultsOf(document));
        expect(after.nodes).toHaveLength(document.nodes.length + other.nodes.length);
        expect(applyReversibly(after, inverse).document).toEqual(document);
      }),
    );
  });

  it('enlarges the boundary that receives a node at its edge', () => {
    const document = { nodes: [zone, node('web', 0)], edges: [] };
    const after = pasted(document, copy(document, ['web']), { x: 1540, y: 100 }).document;
    expect(after.nodes[0]).toMatchObject({ id: 'zone', width: 660 });
  });

  it('does not enlarge the copy of a boundary for content that extends beyond it', () => {
    const document = { nodes: [zone, node('web', 540, { parentId: 'zone' })], edges: [] };
    const after = pasted(document, copy(document, ['zone']), { x: 0, y: 900 }).document;
    expect(after.nodes.map(({ width }) => width)).toEqual([600, 100, 600, 100]);
  });

  it('puts a copy of a part into the same component', () => {
    const app = node('app', 0, { width: 300, height: 200 });
    const part = node('part', 40, { parentId: 'app' });
    const document = { nodes: [app, part], edges: [] };
    const after = pasted(document, copy(document, ['part'])).document;
    expect(after.nodes[2]).toMatchObject({ parentId: 'app', position: { x: 60, y: 20 } });
  });

  it('adds copies after all other elements, with new IDs, and keeps what is inside', () => {
    const held = node('held', 40, { parentId: 'zone' });
    const flow = { id: 'held', source: 'held', target: 'zone', data: { bends: [{ x: 1, y: 2 }] } };
    const back = { id: 'back', source: 'zone', target: 'held' };
    const document: CanvasDocument = { nodes: [zone, held], edges: [flow, back] };
    let count = 0;
    const newId = (): string => `new${++count}`;
    const by = { x: 0, y: 500 };
    expect(paste(document, copy(document, ['zone']), { by, newId })).toEqual({
      nodeIds: new Map([
        ['zone', 'new1'],
        ['held', 'new2'],
      ]),
      edgeIds: new Map([
        ['held', 'new3'],
        ['back', 'new4'],
      ]),
      operation: [
        {
          kind: 'addNode',
          index: 2,
          node: { ...zone, id: 'new1', position: { x: 1000, y: 500 } },
        },
        { kind: 'addNode', index: 3, node: { ...held, id: 'new2', parentId: 'new1' } },
        {
          kind: 'addEdge',
          index: 2,
          edge: {
            id: 'new3',
            source: 'new2',
            target: 'new1',
            data: { bends: [{ x: 1, y: 502 }] },
          },
        },
        { kind: 'addEdge', index: 3, edge: { id: 'new4', source: 'new1', target: 'new2' } },
      ],
    });
  });

  it('moves the bends of a flow of which one end is copied', () => {
    const document: CanvasDocument = {
      nodes: [node('a', 0), node('b', 200)],
      edges: [{ id: 'flow', source: 'a', target: 'b', data: { bends: [{ x: 5, y: 5 }] } }],
    };
    for (const [id, source, target] of [
      ['a', 'new1', 'b'],
      ['b', 'a', 'new1'],
    ] as const) {
      const { edges } = pasted(document, copy(document, [id, 'flow'])).document;
      expect(edges[1]).toMatchObject({ source, target, data: { bends: [{ x: 25, y: 25 }] } });
    }
  });

  it('puts a copy outside of the boundary of the original if it lies there', () => {
    const document = { nodes: [zone, node('web', 20, { parentId: 'zone' })], edges: [] };
    const after = pasted(document, copy(document, ['web']), { x: -700, y: 5 }).document;
    expect(after.nodes[2]).toEqual({
      ...node('new1', 320),
      position: { x: 320, y: 5 },
      data: { label: 'web' },
    });
  });
});
