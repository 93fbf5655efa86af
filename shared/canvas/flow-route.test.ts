import { describe, expect, it } from 'vitest';
import { routeFlow, sideOfHandle } from './flow-route.ts';
import { crossedBoundaries } from './geometry.ts';
import { laneOf } from './parallel-flows.ts';

const alone = { index: 0, count: 1 };
const at = (x: number, y: number) => ({ x, y, width: 100, height: 60 });

describe('the route of a flow', () => {
  it('is straight between nodes on one height', () => {
    const { start, end, label } = routeFlow(at(0, 0), at(300, 0), alone);
    expect([start, end]).toEqual([
      { x: 100, y: 30 },
      { x: 300, y: 30 },
    ]);
    expect(label).toEqual({ x: 200, y: 30 });
  });

  it('leaves by the sides that face each other', () => {
    const { start, end } = routeFlow(at(0, 400), at(0, 0), alone);
    expect([start.y, end.y]).toEqual([400, 60]);
  });

  it('keeps the side that the flow names', () => {
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
    const there = routeFlow(at(0, 0), at(300, 0), laneOf(flows, 'there'));
    const back = routeFlow(at(300, 0), at(0, 0), laneOf(flows, 'back'));
    expect(Math.abs(there.label.y - back.label.y)).toBeGreaterThanOrEqual(20);
    expect(laneOf(flows, 'other')).toEqual(alone);
  });

  it('leads from a node to itself around its corner', () => {
    const { label } = routeFlow(at(0, 0), at(0, 0), alone);
    expect(label.y).toBeLessThan(0);
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
