import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCanvas } from '../../merge/testing/any-canvas.ts';
import { applyOperation, applyReversibly } from '../apply.ts';
import { flowShapes, type CanvasDocument, type CanvasEdge, type Position } from '../document.ts';
import { bendsOf, courseOf } from '../flow-course.ts';
import { routeFlow } from '../flow-route.ts';
import { boxOf } from '../geometry.ts';
import { ancestorsOf, edgeById, nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { placeLabel, setBends, setShape } from './bends.ts';
import { connect, reconnect, reverse } from './connect.ts';
import { copy, paste } from './copy.ts';
import { moveNodes, moveNodesBy } from './move-nodes.ts';

const spot = fc.record({
  x: fc.integer({ min: -500, max: 500 }),
  y: fc.integer({ min: -500, max: 500 }),
});
const bends = fc.array(spot, { maxLength: 3 });

/** Documents whose flows have bends, shapes, and labels at any position. */
const drawings: fc.Arbitrary<CanvasDocument> = fc
  .tuple(
    anyCanvas,
    fc.array(
      fc.record({
        bends,
        shape: fc.constantFrom(...flowShapes),
        labelAt: fc.integer({ max: 1000, min: 0 }),
      }),
      { minLength: 7, maxLength: 7 },
    ),
  )
  .map(([document, courses]) => ({
    ...document,
    edges: document.edges.map((edge, index): CanvasEdge => {
      const { labelAt = 0, ...course } = courses[index % 7] ?? {};
      return { ...edge, data: { ...edge.data, ...course, labelAt: labelAt / 1000 } };
    }),
  }));

type Flow = { document: CanvasDocument; flow: CanvasEdge };
const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[at % items.length];

/** Edits of one flow. They do nothing in a document without flows. */
const edits: fc.Arbitrary<(flow: Flow) => CanvasOperation> = fc.oneof(
  bends.map(
    (to) =>
      ({ flow }: Flow) =>
        setBends(flow, to),
  ),
  fc.option(fc.double({ noNaN: true })).map(
    (at) =>
      ({ flow }: Flow) =>
        placeLabel(flow, at),
  ),
  fc.constantFrom(...flowShapes).map(
    (shape) =>
      ({ document }: Flow) =>
        setShape(document.edges, shape),
  ),
  fc.tuple(fc.constantFrom('source' as const, 'target' as const), fc.nat(40)).map(
    ([end, at]) =>
      ({ document, flow }: Flow) =>
        reconnect(document, flow, end, pick(document.nodes, at)?.id ?? 'gone'),
  ),
  fc.constant(({ flow }: Flow) => reverse(flow)),
);

describe('every edit of a flow', () => {
  it('can be undone, and both ends of the flow exist', () => {
    fc.assert(
      fc.property(drawings, edits, fc.nat(20), (document, edit, at) => {
        const flow = pick(document.edges, at);
        if (!flow) return;
        const { document: after, inverse } = applyReversibly(document, edit({ document, flow }));
        expect(applyOperation(after, inverse)).toEqual(document);
        expect(after.edges.map(({ id }) => id)).toEqual(document.edges.map(({ id }) => id));
        for (const { source, target } of after.edges) {
          expect(nodeById(after, source)).toBeDefined();
          expect(nodeById(after, target)).toBeDefined();
        }
      }),
    );
  });

  it('keeps unknown keys', () => {
    fc.assert(
      fc.property(drawings, edits, fc.nat(20), (document, edit, at) => {
        const flow = pick(document.edges, at);
        if (!flow) return;
        const after = applyOperation(document, edit({ document, flow }));
        const known = new Set(['bends', 'labelAt', 'shape']);
        const unknown = (edge: CanvasEdge | undefined) =>
          Object.entries(edge?.data ?? {}).filter(([key]) => !known.has(key));
        expect(unknown(edgeById(after, flow.id))).toEqual(unknown(flow));
      }),
    );
  });
});

describe('one edit of a flow', () => {
  const flow = (data?: CanvasEdge['data']): CanvasEdge => ({
    id: 'f',
    source: 'a',
    target: 'b',
    ...(data && { data }),
  });
  const set = (data: object) => [{ kind: 'setEdge', id: 'f', data }];
  const unset = (...unsetData: string[]) => [{ kind: 'setEdge', id: 'f', unsetData }];

  it('sets bends, or removes all of them', () => {
    expect(setBends(flow(), [{ x: 1, y: 2 }])).toEqual(set({ bends: [{ x: 1, y: 2 }] }));
    expect(setBends(flow({ bends: [] }), [])).toEqual(unset('bends'));
    expect(setBends(flow({ label: 'x' }), [])).toEqual([]);
    expect(setBends(flow(), [])).toEqual([]);
  });

  it('places the label on the line, or automatically', () => {
    expect(placeLabel(flow(), 0.12345)).toEqual(set({ labelAt: 0.123 }));
    expect(placeLabel(flow(), -1)).toEqual(set({ labelAt: 0 }));
    expect(placeLabel(flow(), 7)).toEqual(set({ labelAt: 1 }));
    expect(placeLabel(flow({ labelAt: 0.5 }), null)).toEqual(unset('labelAt'));
    expect(placeLabel(flow({ label: 'x' }), null)).toEqual([]);
    expect(placeLabel(flow(), null)).toEqual([]);
  });

  it('sets a shape unless the flow has it', () => {
    const stepped = flow({ shape: 'stepped' });
    expect(setShape([flow(), stepped], 'smooth')).toEqual(unset('shape'));
    expect(setShape([flow(), stepped], 'stepped')).toEqual(set({ shape: 'stepped' }));
    expect(setShape([flow(), flow({})], 'smooth')).toEqual([]);
  });

  it('swaps the ends with their sides, and reverses the course', () => {
    expect(reverse({ ...flow(), sourceHandle: 'left' })).toEqual([
      {
        kind: 'setEdge',
        id: 'f',
        fields: { source: 'b', target: 'a', targetHandle: 'left' },
        unset: ['sourceHandle'],
      },
    ]);
    const [one, other] = [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ];
    const course = flow({ bends: [one, other], labelAt: 0.3, label: 'x' });
    expect(reverse({ ...course, targetHandle: null })).toEqual([
      {
        kind: 'setEdge',
        id: 'f',
        fields: { source: 'b', target: 'a', sourceHandle: null },
        unset: ['targetHandle'],
        data: { bends: [other, one], labelAt: 0.7 },
      },
    ]);
  });
});

describe('the bends of a flow', () => {
  it('move if both ends move, and stay otherwise', () => {
    fc.assert(
      fc.property(
        drawings,
        fc.array(fc.nat(40), { maxLength: 4 }),
        spot,
        (document, chosen, by) => {
          const ids = new Set(chosen.flatMap((at) => pick(document.nodes, at)?.id ?? []));
          const after = applyOperation(document, moveNodesBy(document, ids, by));
          const moves = (id: string): boolean => {
            const node = nodeById(document, id);
            return (
              node !== undefined &&
              [node, ...ancestorsOf(document, node)].some((each) => ids.has(each.id))
            );
          };
          for (const flow of document.edges) {
            const along = moves(flow.source) && moves(flow.target) ? by : { x: 0, y: 0 };
            const expected = bendsOf(flow).map(({ x, y }) => ({ x: x + along.x, y: y + along.y }));
            expect(bendsOf(edgeById(after, flow.id) ?? flow)).toEqual(expected);
          }
        },
      ),
    );
  });

  it('move in proportion if the ends move by different distances', () => {
    const node = (id: string, x: number) => ({ id, position: { x, y: 0 }, data: {} });
    const flow = { id: 'flow', source: 'a', target: 'b', data: { bends: [{ x: 200, y: 90 }] } };
    const document = { nodes: [node('a', 0), node('b', 400)], edges: [flow] };
    const after = applyOperation(
      document,
      moveNodes(document, [
        ['a', { x: 0, y: 100 }],
        ['b', { x: 400, y: 300 }],
      ]),
    );
    expect(after.edges[0]?.data?.bends).toEqual([{ x: 200, y: 290 }]);
  });

  it('are not changed by a move that leaves both ends where they are', () => {
    const node = (id: string, x: number) => ({ id, position: { x, y: 0 }, data: {} });
    const flow = (id: string, points: unknown) => ({
      id,
      source: 'a',
      target: 'b',
      data: { bends: points },
    });
    const nodes = [node('a', 0), node('b', 400)];
    const document = { nodes, edges: [flow('bent', [{ x: 200, y: 90 }]), flow('straight', [])] };
    expect(moveNodesBy(document, ['a', 'b'], { x: 0, y: 0 })).toEqual([]);
    const operation = moveNodes(document, [
      ['a', { x: 0, y: 0 }],
      ['b', { x: 400, y: 100 }],
    ]);
    expect(operation.filter(({ kind }) => kind === 'setEdge')).toEqual([
      { kind: 'setEdge', id: 'bent', data: { bends: [{ x: 200, y: 140 }] } },
    ]);
  });

  it('are copied with the flow, at the same distance from the elements', () => {
    fc.assert(
      fc.property(drawings, spot, (document, by) => {
        let count = 0;
        const fragment = copy(
          document,
          document.nodes.map(({ id }) => id),
        );
        const { operation, edgeIds } = paste(document, fragment, {
          by,
          newId: () => `copy${++count}`,
        });
        const after = applyOperation(document, operation);
        for (const flow of document.edges) {
          const copied = edgeById(after, edgeIds.get(flow.id));
          const shifted = bendsOf(flow).map(({ x, y }): Position => ({ x: x + by.x, y: y + by.y }));
          expect(copied && bendsOf(copied)).toEqual(shifted);
        }
      }),
    );
  });
});

describe('reversing a flow', () => {
  it('keeps the line and the position of the label', () => {
    const shape = fc.constantFrom('smooth' as const, 'straight' as const);
    const labelAt = fc.integer({ min: 0, max: 1000 }).map((along) => along / 1000);
    fc.assert(
      fc.property(spot, spot, bends, shape, labelAt, (one, other, points, drawn, along) => {
        fc.pre(one.x !== other.x && one.y !== other.y);
        const data = { bends: points, shape: drawn, labelAt: along };
        const flow: CanvasEdge = { id: 'flow', source: 'a', target: 'b', data };
        const nodes = [
          { id: 'a', position: one, data: {} },
          { id: 'b', position: other, data: {} },
        ];
        const document = { nodes, edges: [flow] };
        const after = applyOperation(document, reverse(flow));
        const [before, now] = [routeOf(document), routeOf(after)];
        expect([now.start, now.end]).toEqual([before.end, before.start]);
        expect(now.label.x).toBeCloseTo(before.label.x, 6);
        expect(now.label.y).toBeCloseTo(before.label.y, 6);
      }),
    );
  });

  it('changes nothing when it is done twice', () => {
    fc.assert(
      fc.property(drawings, fc.nat(20), (document, at) => {
        const flow = pick(document.edges, at);
        if (!flow) return;
        const once = applyOperation(document, reverse(flow));
        const twice = applyOperation(once, reverse(edgeById(once, flow.id) ?? flow));
        expect(twice).toEqual(document);
      }),
    );
  });
});

const routeOf = (document: CanvasDocument) => {
  const [flow] = document.edges;
  const [source, target] = [flow?.source, flow?.target].map((id) => nodeById(document, id));
  if (!flow || !source || !target) throw new Error('no flow');
  const boxes = [boxOf(document, source), boxOf(document, target)] as const;
  return routeFlow(...boxes, { index: 0, count: 1 }, courseOf(flow));
};

describe('reconnecting an end of a flow', () => {
  const node = (id: string) => ({ id, position: { x: 0, y: 0 }, data: {} });
  const flow: CanvasEdge = {
    id: 'flow',
    source: 'a',
    target: 'b',
    sourceHandle: 'left',
    targetHandle: 'top',
  };
  const document = { nodes: [node('a'), node('b'), node('c')], edges: [flow] };

  it('keeps the other end and its side', () => {
    const after = applyOperation(document, reconnect(document, flow, 'target', 'c'));
    expect(after.edges).toEqual([{ id: 'flow', source: 'a', target: 'c', sourceHandle: 'left' }]);
  });

  it('accepts the element at the other end', () => {
    const after = applyOperation(document, reconnect(document, flow, 'source', 'b'));
    expect(after.edges[0]).toMatchObject({ source: 'b', target: 'b' });
  });

  it('does nothing for the present element, or one that does not exist', () => {
    expect(reconnect(document, flow, 'target', 'b')).toEqual([]);
    expect(reconnect(document, flow, 'target', 'gone')).toEqual([]);
    expect(connect(document, { ...flow, target: 'gone' })).toEqual([]);
  });
});
