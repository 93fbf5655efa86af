import { describe, expect, it } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { holdsBox } from '#shared/canvas/geometry.ts';
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

  it('grows in steps to the wanted region', () => {
    const view = seeing(10);
    const region = { x: -800, y: -800, width: 3600, height: 3600 };
    const regions = mountingSteps(region, view, null);
    expect(regions.at(-1)).toBe(region);
    expect(regions.length).toBeGreaterThan(4);
    const holds = regions.slice(1).map((each, at) => holdsBox(each, regions[at] ?? each));
    expect(holds).not.toContain(false);
    expect(mountingSteps(region, view, regions.at(-2) ?? null)).toEqual([region]);
  });
});
