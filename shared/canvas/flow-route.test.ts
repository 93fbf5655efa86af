import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flowShapes } from './document.ts';
import { courseOf, sideOfHandle } from './flow-course.ts';
import { routeFlow } from './flow-route.ts';
import { crossedBoundaries } from './geometry.ts';
import { laneOf } from './parallel-flows.ts';
import { extentOf, nearestAlong, pointAlong } from './routing/polyline.ts';
import { countIterations } from './testing/count-iterations.ts';

const alone = { index: 0, count: 1 };
const at = (x: number, y: number) => ({ x, y, width: 100, height: 60 });

describe('the route of a flow', () => {
  it('is straight between nodes at the same height', () => {
    const { start, end, label } = routeFlow(at(0, 0), at(300, 0), alone);
    expect([start, end]).toEqual([
      { x: 100, y: 30 },
      { x: 300, y: 30 },
    ]);
    expect(label).toEqual({ x: 200, y: 30 });
  });

  it('uses the sides that face each other', () => {
    const { start, end } = routeFlow(at(0, 400), at(0, 0), alone);
    expect([start.y, end.y]).toEqual([400, 60]);
  });

  it('uses the side that the flow names', () => {
    const { start } = routeFlow(at(0, 0), at(300, 0), alone, {
      source: sideOfHandle('source-top'),
    });
    expect(start.y).toBe(0);
  });

  it('differs for parallel flows in both directions', () => {
    const flows = [
      { id: 'there', source: 'a', target: 'b' },
      { id: 'back', source: 'b', target: 'a' },
      { id: 'other', source: 'a', target: 'c' },
    ];
    const nodes = ['a', 'b', 'c'].map((id) => ({ id, position: { x: 0, y: 0 }, data: {} }));
    const document = { nodes, edges: flows };
    const there = routeFlow(at(0, 0), at(300, 0), laneOf(document, 'there'));
    const back = routeFlow(at(300, 0), at(0, 0), laneOf(document, 'back'));
    expect(Math.abs(there.label.y - back.label.y)).toBeGreaterThanOrEqual(20);
    expect(laneOf(document, 'other')).toEqual(alone);
  });

  it('leads from a node to itself around its corner', () => {
    const { label } = routeFlow(at(0, 0), at(0, 0), alone);
    expect(label.y).toBeLessThan(0);
  });
});

const spot = fc.record({
  x: fc.integer({ min: -900, max: 900 }),
  y: fc.integer({ min: -900, max: 900 }),
});
const box = spot.map(({ x, y }) => at(x, y));
const lane = fc
  .tuple(fc.nat(4), fc.nat(4))
  .map(([index, more]) => ({ index, count: index + 1 + more }));
const course = fc.record({
  shape: fc.constantFrom(...flowShapes),
  bends: fc.array(spot, { maxLength: 4 }),
});

describe('the route of a flow of any shape', () => {
  it('leads from its source through its bends to its target', () => {
    fc.assert(
      fc.property(box, box, lane, course, (source, target, own, { shape, bends }) => {
        const route = routeFlow(source, target, own, { shape, bends });
        expect(route.path).not.toMatch(/NaN|Infinity/u);
        expect(route.line[0]).toEqual(route.start);
        expect(route.line.at(-1)).toEqual(route.end);
        for (const [end, element] of [
          [route.start, source] as const,
          [route.end, target] as const,
        ]) {
          const { distance } = nearestAlong(outlineOf(element), end);
          expect(distance).toBeLessThan(0.001);
        }
        expect(route.segments).toHaveLength(bends.length + 1);
        expect(route.segments.slice(1).map(([first]) => first)).toEqual(bends);
      }),
    );
  });

  it('returns the point on it that is nearest to a given point', () => {
    fc.assert(
      fc.property(
        box,
        box,
        course,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (source, target, own, along) => {
          const { line } = routeFlow(source, target, alone, own);
          const nearest = nearestAlong(line, pointAlong(line, along));
          expect(nearest.distance).toBeLessThan(0.001);
          const { x, y, width, height } = extentOf(line);
          expect(nearest.point.x).toBeGreaterThanOrEqual(x - 0.001);
          expect(nearest.point.x).toBeLessThanOrEqual(x + width + 0.001);
          expect(nearest.point.y).toBeGreaterThanOrEqual(y - 0.001);
          expect(nearest.point.y).toBeLessThanOrEqual(y + height + 0.001);
        },
      ),
    );
  });

  it('has only horizontal and vertical segments if it is stepped', () => {
    fc.assert(
      fc.property(
        box,
        box,
        lane,
        fc.array(spot, { maxLength: 4 }),
        (source, target, own, bends) => {
          const { line } = routeFlow(source, target, own, { shape: 'stepped', bends });
          if (source.x === target.x && source.y === target.y) return;
          for (const [index, to] of line.slice(1).entries()) {
            const from = line[index] ?? to;
            const aslant = Math.min(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
            expect(aslant).toBeLessThan(0.001);
          }
        },
      ),
    );
  });
});

const outlineOf = ({ x, y, width, height }: ReturnType<typeof at>) => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
  { x, y },
];

describe('the shape of a flow', () => {
  it('is a straight line between the sides if it is straight', () => {
    const { path } = routeFlow(at(0, 0), at(300, 200), alone, { shape: 'straight' });
    expect(path).toBe('M100,45 L300,215');
  });

  it('turns in the middle if it is stepped', () => {
    const { line } = routeFlow(at(0, 0), at(300, 200), alone, { shape: 'stepped' });
    expect(line).toEqual([
      { x: 100, y: 45 },
      { x: 200, y: 45 },
      { x: 200, y: 215 },
      { x: 300, y: 215 },
    ]);
  });

  it('does not turn if both ends are at the same height', () => {
    const { path } = routeFlow(at(0, 0), at(300, 0), alone, { shape: 'stepped' });
    expect(path).toBe('M100,30 L300,30');
  });

  it('goes around if it leaves by the side that faces away', () => {
    const { line } = routeFlow(at(0, 0), at(300, 0), alone, { shape: 'stepped', source: 'left' });
    expect(line[1]?.x).toBeLessThan(0);
    for (const { x, y } of line.slice(2, -1))
      expect(y > 60 || y < 0 || x < 0 || x > 100).toBe(true);
  });

  it.each(flowShapes)('keeps parallel flows apart if they are %s', (shape) => {
    const routes = [0, 1, 2].map((index) =>
      routeFlow(at(0, 0), at(300, 200), { index, count: 3 }, { shape }),
    );
    expect(new Set(routes.map(({ path }) => path)).size).toBe(3);
    expect(new Set(routes.map(({ start }) => start.y)).size).toBe(3);
  });

  it.each(flowShapes)('leads %s from a node to itself without crossing it', (shape) => {
    const { line } = routeFlow(at(0, 0), at(0, 0), alone, { shape });
    for (const { x, y } of line.slice(1, -1)) expect(x > 100 || y < 0).toBe(true);
  });

  it.each(flowShapes)(
    'leaves and enters a node at two points if it loops %s through a bend',
    (shape) => {
      const bends = [{ x: 200, y: 30 }];
      const { start, end } = routeFlow(at(0, 0), at(0, 0), alone, { shape, bends });
      expect([start.x, end.x]).toEqual([100, 100]);
      expect(Math.abs(start.y - end.y)).toBeGreaterThan(20);
    },
  );
});

describe('many bends', () => {
  const zigzag = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ x: (index % 7) * 40, y: (index % 11) * 60 }));
  const route = (shape: (typeof flowShapes)[number], count: number) =>
    routeFlow(at(0, 0), at(900, 500), alone, { shape, bends: zigzag(count) });

  it.each(flowShapes)('take a %s flow the same work each, however many there are', (shape) => {
    const work = (count: number) => countIterations(() => void route(shape, count));
    expect(work(300)).toBeLessThan(work(150) * 2.2);
    expect(work(20_000)).toBeLessThan(work(10_000) * 2.2);
  });

  it.each(flowShapes)(
    'are joined by straight lines in a %s flow with more than the routed number',
    (shape) => {
      const { line, segments, start, end } = route(shape, 301);
      expect(line).toEqual([start, ...zigzag(301), end]);
      expect(segments).toEqual([line]);
      expect(route(shape, 300).segments).toHaveLength(301);
    },
  );
});

describe('a bend', () => {
  it('decides by which side the flow leaves', () => {
    const bends = [{ x: 50, y: 300 }];
    const { start, end } = routeFlow(at(0, 0), at(300, 0), alone, { bends });
    expect(start).toEqual({ x: 50, y: 60 });
    expect(end).toEqual({ x: 300, y: 50 });
  });

  it('is reached by a horizontal line if the side of the node is long enough', () => {
    const { path } = routeFlow(at(0, 0), at(300, 200), alone, {
      shape: 'stepped',
      bends: [{ x: 350, y: 20 }],
    });
    expect(path).toBe('M100,20 L344,20 Q350,20 350,26 L350,200');
  });
});

describe('the label of a flow', () => {
  it('is where the flow says, and in the middle by default', () => {
    const between = (labelAt?: number) =>
      routeFlow(at(0, 0), at(300, 0), alone, { shape: 'straight', labelAt }).label;
    expect(between()).toEqual({ x: 200, y: 30 });
    expect(between(0.25)).toEqual({ x: 150, y: 30 });
    expect(between(1)).toEqual({ x: 300, y: 30 });
  });
});

describe('the course that a flow stores', () => {
  const stored = (data: unknown) =>
    courseOf(JSON.parse(JSON.stringify({ id: 'flow', source: 'a', target: 'b', data })));

  it('is read without the parts that are invalid', () => {
    const bends = [{ x: 1, y: 2, by: 'hand' }, null, { x: '3' }];
    expect(stored({ shape: 'zigzag', labelAt: 7, bends })).toMatchObject({
      shape: 'smooth',
      labelAt: 1,
      bends: [{ x: 1, y: 2 }],
    });
    expect(stored('none')).toMatchObject({ bends: [] });
    expect(stored({ bends: [{ x: 1e300, y: -1e300 }] }).bends).toEqual([
      { x: 1_000_000, y: -1_000_000 },
    ]);
  });
});

describe('flows into a collapsed boundary', () => {
  it('are drawn apart if they end at the same boundary', () => {
    const node = (id: string, more = {}) => ({ id, position: { x: 0, y: 0 }, data: {}, ...more });
    const boundary = (collapsed: boolean) =>
      node('zone', { type: 'trustBoundaryNode', data: { collapsed } });
    const inside = { parentId: 'zone' };
    const rest = [node('a', inside), node('b', inside), node('c')];
    const edges = [
      { id: 'one', source: 'a', target: 'c' },
      { id: 'two', source: 'c', target: 'b' },
      { id: 'within', source: 'a', target: 'b' },
    ];
    const lanes = (collapsed: boolean) =>
      edges.map(({ id }) => laneOf({ nodes: [boundary(collapsed), ...rest], edges }, id));
    expect(lanes(false)).toEqual([alone, alone, alone]);
    expect(lanes(true)).toEqual([{ index: 0, count: 2 }, { index: 1, count: 2 }, alone]);
  });
});

describe('a flow between two boundaries', () => {
  it('crosses both, and not the one around them', () => {
    const boundary = (id: string, parentId?: string) => ({
      id,
      type: 'trustBoundaryNode',
      position: { x: 0, y: 0 },
      data: {},
      ...(parentId && { parentId }),
    });
    const node = (id: string, parentId: string) => ({
      id,
      position: { x: 0, y: 0 },
      parentId,
      data: {},
    });
    const flow = { id: 'flow', source: 'a', target: 'b' };
    const document = {
      nodes: [
        boundary('cloud'),
        boundary('left', 'cloud'),
        boundary('right', 'cloud'),
        node('a', 'left'),
        node('b', 'right'),
      ],
      edges: [flow],
    };
    expect(crossedBoundaries(document, flow).map(({ id }) => id)).toEqual(['left', 'right']);
  });
});
