import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCanvas } from '../merge/testing/any-canvas.ts';
import { standInOf } from './collapsed.ts';
import type { CanvasDocument, CanvasNode } from './document.ts';
import { courseOf } from './flow-course.ts';
import { boundsOf, flowEndsOf, flowsWithin } from './flow-ends.ts';
import { routeFlow } from './flow-route.ts';
import { boxOf, holdsPoint } from './geometry.ts';
import { laneOf } from './parallel-flows.ts';
import { boxAt, isDrawn, nodesWithin, placementOf } from './placement.ts';

const far = fc.integer({ min: -4000, max: 4000 });
const spot = fc.record({ x: far, y: far });

/** Collapses each boundary whose bit in `bits` is set. */
const collapsing = ({ nodes, edges }: CanvasDocument, bits: number): CanvasDocument => ({
  nodes: nodes.map((node, at) =>
    (bits >> (at % 16)) & 1 ? { ...node, data: { ...node.data, collapsed: true } } : node,
  ),
  edges,
});
const anyPartlyCollapsed = fc
  .tuple(anyCanvas, fc.nat(0xff_ff))
  .map(([document, bits]) => collapsing(document, bits));

test('every node is at the position that its boundaries give it, or has a boundary drawn instead', () => {
  fc.assert(
    fc.property(anyPartlyCollapsed, (document) => {
      const placement = placementOf(document);
      for (const [at, node] of document.nodes.entries()) {
        expect(boxAt(placement, at)).toEqual(boxOf(document, node));
        const visible = document.nodes[placement.standIn[at] ?? -1];
        expect(visible?.id).toBe(standInOf(document, node).id);
      }
    }),
  );
});

test('a search in a box finds the nodes that are drawn there', () => {
  const box = { x: 0, y: 0, width: 200, height: 150 };
  fc.assert(
    fc.property(anyPartlyCollapsed, (document) => {
      const placement = placementOf(document);
      const reaches = (at: number): boolean => {
        const { x, y, width, height } = boxAt(placement, at);
        return x <= 200 && y <= 150 && x + width >= 0 && y + height >= 0;
      };
      const drawn = document.nodes.map((_, at) => at).filter((at) => isDrawn(placement, at));
      expect(nodesWithin(placement, box)).toEqual(drawn.filter(reaches));
    }),
  );
});

test('a flow is found in the boxes between its ends, and not inside a collapsed boundary', () => {
  fc.assert(
    fc.property(anyPartlyCollapsed, (document) => {
      const { source, target } = flowEndsOf(document);
      const { standIn } = placementOf(document);
      for (const [at, edge] of document.edges.entries()) {
        const [from, to] = [edge.source, edge.target].map((id) =>
          document.nodes.findIndex((node) => node.id === id),
        );
        const isLoop = from === to && standIn[from ?? -1] === from;
        const isInside = standIn[from ?? -1] === standIn[to ?? -1] && !isLoop;
        expect(source[at]).toBe(isInside ? -1 : standIn[from ?? -1]);
        expect(target[at]).toBe(isInside ? -1 : standIn[to ?? -1]);
      }
    }),
  );
  const at = (id: string, x: number, y: number) => ({ id, position: { x, y }, data: {} });
  const document = {
    nodes: [at('a', 0, 0), at('b', 900, 0), at('c', 900, 900)],
    edges: [
      { id: 'over', source: 'a', target: 'b' },
      { id: 'aside', source: 'b', target: 'c' },
    ],
  };
  expect(flowsWithin(document, { x: 400, y: 0, width: 100, height: 100 })).toEqual([0]);
});

/** A loop whose ends lie beside its node. */
const narrowLoop: CanvasDocument = {
  nodes: [
    {
      id: 'node',
      type: 'trustBoundaryNode',
      position: { x: 5, y: 0 },
      data: { label: 'Node' },
      width: 2,
    },
  ],
  edges: [{ id: 'loop', source: 'node', target: 'node' }],
};
const bentUp = [
  { x: -143, y: 0 },
  { x: -143, y: -454 },
];

test('a flow with bends is found wherever it is drawn, and the bounds of the drawing include it', () => {
  fc.assert(
    fc.property(anyPartlyCollapsed, fc.array(spot, { minLength: 1, maxLength: 3 }), (of, bends) => {
      const edges = of.edges.map((edge) => ({ ...edge, data: { ...edge.data, bends } }));
      const document = { nodes: of.nodes, edges };
      const bounds = boundsOf(document);
      const { source, target } = flowEndsOf(document);
      const boxOfEnd = (at = -1) => boxAt(placementOf(document), at);
      for (const [at, edge] of edges.entries()) {
        if ((source[at] ?? -1) < 0) continue;
        const [from, to] = [boxOfEnd(source[at]), boxOfEnd(target[at])];
        const { line } = routeFlow(from, to, laneOf(document, edge.id), courseOf(edge));
        const isFound = line.every(({ x, y }) =>
          flowsWithin(document, { x: x - 1, y: y - 1, width: 2, height: 2 }).includes(at),
        );
        expect(isFound).toBe(true);
        expect(bends.every((bend) => bounds && holdsPoint(bounds, bend))).toBe(true);
      }
    }),
    { examples: [[narrowLoop, bentUp]] },
  );
});

test('after any edit of the nodes, the ends of flows are the same as if computed anew', () => {
  fc.assert(
    fc.property(anyCanvas, fc.nat(), ({ nodes, edges }, which) => {
      flowEndsOf({ nodes, edges });
      const at = which % Math.max(1, nodes.length);
      const turned = { nodes: [...nodes.slice(at), ...nodes.slice(0, at)], edges };
      const reread = { nodes: turned.nodes, edges: edges.slice() };
      expect(flowEndsOf(turned)).toEqual(flowEndsOf(reread));
    }),
  );
});

/** Edits of one node, with and without an effect on positions. */
const edits = {
  name: (node: CanvasNode): CanvasNode => ({ ...node, data: { ...node.data, label: 'New' } }),
  place: (node: CanvasNode): CanvasNode => ({ ...node, position: { x: -7, y: 913 } }),
  size: (node: CanvasNode): CanvasNode => ({ ...node, width: 417, height: 219 }),
  parent: (node: CanvasNode): CanvasNode => ({ ...node, parentId: 'missing' }),
  collapsing: (node: CanvasNode): CanvasNode => ({
    ...node,
    data: { ...node.data, collapsed: node.data.collapsed !== true },
  }),
  id: (node: CanvasNode): CanvasNode => ({ ...node, id: `${node.id}-other` }),
};

const editedAt = (
  nodes: readonly CanvasNode[],
  which: number,
  edit: keyof typeof edits,
): CanvasNode[] =>
  nodes.map((node, at) => (at === which % nodes.length ? edits[edit](node) : node));

test('after any edit of one node, all positions are the same as if computed anew', () => {
  const anyEdit = fc.constantFrom('name', 'place', 'size', 'parent', 'collapsing', 'id');
  fc.assert(
    fc.property(anyPartlyCollapsed, fc.nat(), anyEdit, ({ nodes, edges }, which, edit) => {
      placementOf({ nodes });
      flowEndsOf({ nodes, edges });
      const edited = editedAt(nodes, which, edit);
      const after = [placementOf({ nodes: edited }), flowEndsOf({ nodes: edited, edges })];
      // Clears the cached placement, so that the next one is computed from scratch.
      placementOf({ nodes: [] });
      const anew = { nodes: [...edited], edges: [...edges] };
      expect(after).toEqual([placementOf(anew), flowEndsOf(anew)]);
    }),
  );
});

test('a new name moves nothing, and positions are not computed again', () => {
  fc.assert(
    fc.property(anyPartlyCollapsed, fc.nat(), ({ nodes, edges }, which) => {
      const before = { x: placementOf({ nodes }).x, ends: flowEndsOf({ nodes, edges }) };
      const named = editedAt(nodes, which, 'name');
      // The texts of the visible part are placed between two edits.
      placementOf({ nodes: nodes.slice(0, -1) });
      expect(placementOf({ nodes: named }).x).toBe(before.x);
      expect(flowEndsOf({ nodes: named, edges })).toBe(before.ends);
    }),
  );
});
