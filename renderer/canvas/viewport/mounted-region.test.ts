import { describe, expect, it } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { centreOf, commonBox, holdsBox, type Box } from '#shared/canvas/geometry.ts';
import { nodesWithin, placementOf } from '#shared/canvas/placement.ts';
import { everywhere } from '../state/drawn-elements.ts';
import { mountedRegion, mountingSteps } from './mounted-region.ts';

/** A square of nodes with `side` nodes per side, each 100 wide with a gap of 100. */
const square = (side: number): CanvasDocument => ({
  nodes: Array.from({ length: side * side }, (_, at) => ({
    id: `n${at}`,
    position: { x: (at % side) * 200, y: Math.floor(at / side) * 200 },
    width: 100,
    height: 100,
    data: {},
  })),
  edges: [],
});

/** The view that shows `side` nodes per side. */
const seeing = (side: number) => ({ x: -50, y: -50, width: side * 200, height: side * 200 });

describe('the region of React Flow’s elements', () => {
  it('is all of a small canvas, at any viewport', () => {
    expect(mountedRegion(square(20), seeing(3), null)).toBe(everywhere);
    expect(mountedRegion(square(20), seeing(100), null)).toBe(everywhere);
  });

  it('is the visible part of a large canvas, with a margin', () => {
    const view = seeing(10);
    const region = mountedRegion(square(40), view, null);
    expect(region).toMatchObject({ x: expect.closeTo(-50 - 700), width: expect.closeTo(3400) });
    const beside = { ...view, x: view.x + 300 };
    expect(mountedRegion(square(40), beside, region)).toBe(region);
    const beyond = { ...view, x: view.x + 3000 };
    expect(mountedRegion(square(40), beyond, region)).not.toBe(region);
  });

  it('is empty if too much is visible, until clearly less is', () => {
    const large = square(40);
    const near = mountedRegion(large, seeing(19), null);
    expect(near).toBeNull();
    const region = mountedRegion(large, seeing(17), null);
    expect(region).not.toBeNull();
    expect(mountedRegion(large, seeing(19), region)).not.toBeNull();
    expect(mountedRegion(large, seeing(22), region)).toBeNull();
  });

  it('counts flows as well as nodes', () => {
    const { nodes } = square(20);
    const edges = Array.from({ length: 700 }, (_, at) => ({
      id: `e${at}`,
      source: `n${at % 10}`,
      target: `n${(at + 1) % 10}`,
    }));
    expect(mountedRegion({ nodes, edges }, seeing(20), null)).toBeNull();
  });
});

describe('the steps to a region', () => {
  const large = square(40);
  const view = { x: 1000, y: 1000, width: 3000, height: 2000 };
  const region = { x: 0, y: 300, width: 5000, height: 3400 };
  const nodesIn = (box: Box): number => nodesWithin(placementOf(large), box).length;
  /** Returns the largest number of nodes in view that one step adds. */
  const mostAdded = (regions: readonly Box[], before: number): number => {
    const counts = regions.map((each) => nodesIn(commonBox(each, view) ?? each));
    return Math.max(...counts.map((count, at) => count - (counts[at - 1] ?? before)));
  };

  it('grow from the center of the view, and at last are the whole region', () => {
    const regions = mountingSteps(large, region, view, null);
    const [first = region] = regions;
    expect(centreOf(first)).toEqual(centreOf(view));
    expect(regions.at(-1)).toBe(region);
    expect(regions.slice(1).every((each, at) => holdsBox(each, regions[at] ?? each))).toBe(true);
    expect(regions.at(-2)).toEqual(view);
    expect(mostAdded(regions, 0)).toBeLessThan(nodesIn(view) / 4);
  });

  it.each([
    ['on one side', { ...view, x: 2500 }],
    ['on one side, with fractions', { x: 2500.1, y: 999.7, width: 3000.2, height: 2000.6 }],
    ['on all sides', { x: 2000.3, y: 1600.7, width: 900.1, height: 700.9 }],
  ])('keep what is mounted in view, and grow %s', (_, before) => {
    const mounted = commonBox(before, view) ?? view;
    const regions = mountingSteps(large, region, view, before);
    expect(regions.every((each) => nodesIn(each) >= nodesIn(mounted))).toBe(true);
    const missing = nodesIn(view) - nodesIn(mounted);
    expect(mostAdded(regions, nodesIn(mounted))).toBeLessThan(missing / 2);
  });

  it('are one step if all nodes in view are mounted', () => {
    expect(mountingSteps(large, region, view, region)).toEqual([region]);
  });

  it('are at most 24 to the view, for any number of nodes', () => {
    const everything = { x: -800, y: -800, width: 9600, height: 9600 };
    expect(mountingSteps(large, everything, everything, null)).toHaveLength(25);
  });
});
