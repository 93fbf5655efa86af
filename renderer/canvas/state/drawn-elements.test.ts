import { applyNodeChanges } from '@xyflow/react';
import { describe, expect, it } from 'vitest';
import { applyOperation } from '#shared/canvas/apply.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import {
  everywhere,
  noElements,
  drawnElements,
  type DrawnElements,
  type Region,
} from './drawn-elements.ts';
import { noSelection, selectionIn, selectionOf, type Selection } from './selection.ts';

const document: CanvasDocument = {
  nodes: [
    { id: 'a', type: 'processNode', position: { x: 0, y: 0 }, data: { label: 'A' } },
    { id: 'b', type: 'mainframe', position: { x: 0, y: 90 }, height: 40.4, data: {} },
    { id: 'lost', position: { x: 0, y: 0 }, parentId: 'gone', data: {} },
  ],
  edges: [{ id: 'e', source: 'a', target: 'b', sourceHandle: 'unknown' }],
};
const draw = (
  of: CanvasDocument,
  before: DrawnElements = noElements,
  selection: Selection = noSelection,
  region: Region = everywhere,
): DrawnElements => drawnElements(of, before, selection, region);
const select = (...ids: string[]): Selection => selectionIn(document, ids, noSelection);
const idsOf = ({ nodes, edges }: DrawnElements): string[] =>
  [...nodes, ...edges].map(({ id }) => id);

describe('the elements that React Flow draws', () => {
  it('have a size in whole pixels, and an appearance for every type', () => {
    const [a, b] = draw(document).nodes;
    expect(a).toMatchObject({ type: 'processNode', width: 150, measured: { height: 64 } });
    expect(b).toMatchObject({ type: 'plain', height: 40 });
  });

  it('omit a missing parent, and handles that React Flow does not know', () => {
    const { nodes, edges } = draw(document);
    expect(nodes[2]).not.toHaveProperty('parentId');
    expect(edges[0]).not.toHaveProperty('sourceHandle');
  });

  it('keep unchanged elements, and the selection', () => {
    const before = draw(document, noElements, select('a', 'b'));
    const after = draw(
      applyOperation(document, [{ kind: 'setNode', id: 'b', data: { label: 'B' } }]),
      before,
      select('a', 'b'),
    );
    expect(after.nodes[0]).toBe(before.nodes[0]);
    expect(after.edges[0]).toBe(before.edges[0]);
    expect(after.nodes[1]).toMatchObject({ data: { label: 'B' }, selected: true });
  });

  it('include a node that is being dragged, even if it is neither selected nor in the region', () => {
    const change = { type: 'position', id: 'a', position: { x: 5, y: 0 }, dragging: true } as const;
    const { nodes, edges } = draw(document);
    const before = { nodes: applyNodeChanges([change], nodes), edges };
    const elsewhere = { x: 5000, y: 5000, width: 100, height: 100 };
    expect(idsOf(draw(document, before, noSelection, elsewhere))).toEqual(['a']);
    expect(idsOf(draw(document, draw(document), noSelection, elsewhere))).toEqual([]);
  });

  it('return to the document after a canceled gesture', () => {
    const before = draw(document);
    const nodes = applyNodeChanges(
      [{ type: 'position', id: 'a', position: { x: 500, y: 0 } }],
      before.nodes,
    );
    expect(draw(document, { ...before, nodes }).nodes[0]?.position).toEqual({ x: 0, y: 0 });
  });
});

describe('a part of a large canvas', () => {
  const row = (id: string, x: number, parentId?: string) => ({
    id,
    position: { x, y: 0 },
    width: 100,
    height: 50,
    ...(parentId !== undefined && { parentId }),
    data: {},
  });
  const large: CanvasDocument = {
    nodes: [row('zone', 5000), row('inner', 100, 'zone'), row('here', 0), row('there', 900)],
    edges: [
      { id: 'near', source: 'here', target: 'there' },
      { id: 'far', source: 'inner', target: 'there' },
    ],
  };
  const seen = { x: -50, y: -50, width: 400, height: 300 };

  it('has the visible elements, with the ends of their flows', () => {
    expect(idsOf(draw(large, noElements, noSelection, seen))).toEqual(['here', 'there', 'near']);
  });

  it('also has the selection, wherever it is, with its boundary', () => {
    const selection = selectionIn(large, ['inner', 'far'], noSelection);
    const drawn = draw(large, noElements, selection, seen);
    expect(idsOf(drawn)).toEqual(['zone', 'inner', 'here', 'there', 'near', 'far']);
    expect(selectionOf(drawn, selection)).toBe(selection);
  });

  it('has the same arrays while the same elements are visible', () => {
    const before = draw(large, noElements, noSelection, seen);
    const after = draw(large, before, noSelection, { ...seen, width: 410 });
    expect(after.nodes).toBe(before.nodes);
    expect(after.edges).toBe(before.edges);
  });

  it('is empty while the overview is shown', () => {
    expect(idsOf(draw(large, noElements, selectionIn(large, ['here'], noSelection), null))).toEqual(
      [],
    );
  });
});

describe('a collapsed boundary', () => {
  const folded: CanvasDocument = {
    nodes: [
      {
        id: 'zone',
        type: 'trustBoundaryNode',
        position: { x: 0, y: 0 },
        data: { collapsed: true },
      },
      { id: 'inner', parentId: 'zone', position: { x: 10, y: 10 }, data: {} },
      { id: 'beside', parentId: 'zone', position: { x: 10, y: 90 }, data: {} },
      { id: 'outer', position: { x: 600, y: 0 }, data: {} },
    ],
    edges: [
      { id: 'out', source: 'inner', target: 'outer' },
      { id: 'within', source: 'inner', target: 'beside' },
    ],
  };

  it('hides its contents, and is the end of flows that leave it', () => {
    const drawn = draw(folded);
    expect(idsOf(drawn)).toEqual(['zone', 'outer', 'out']);
    expect(drawn.edges[0]).toMatchObject({ source: 'zone', target: 'outer' });
  });
});

describe('a locked element', () => {
  it('cannot be dragged', () => {
    const [a] = document.nodes.map((node) => ({ ...node, data: { locked: true } }));
    expect(draw({ nodes: a ? [a] : [], edges: [] }).nodes[0]?.draggable).toBe(false);
  });
});

describe('the selection', () => {
  it('is the same object for the same elements', () => {
    const selection = select('e', 'a');
    expect(selection).toEqual({ nodes: ['a'], edges: ['e'] });
    expect(selectionIn(document, ['a', 'e', 'gone'], selection)).toBe(selection);
    expect(selectionOf(draw(document, noElements, selection), selection)).toBe(selection);
  });
});
