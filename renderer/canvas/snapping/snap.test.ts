import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from '#shared/canvas/geometry.ts';
import { snapMove, snapResize } from './snap.ts';

const box = (x: number, y: number, width = 100, height = 60): Box => ({ x, y, width, height });
const targets = (others: Box[], grid: number | null = 10) => ({ reach: 6, grid, others });

describe('dragging', () => {
  it('snaps to the grid if nothing else is near', () => {
    expect(snapMove(box(13, 28), targets([])).by).toEqual({ x: -3, y: 2 });
    expect(snapMove(box(13.4, 28.2), targets([], null)).by.x).toBeCloseTo(-0.4);
  });

  it('snaps to an edge or middle of another box, and shows the line', () => {
    const other = box(203, 400);
    const left = snapMove(box(207, 100), targets([other]));
    expect(left.by.x).toBe(-4);
    expect(left.guides[0]).toEqual({ axis: 'x', at: 203, from: 100, to: 460 });
    expect(snapMove(box(229, 100, 40), targets([other])).by.x).toBe(4);
    expect(snapMove(box(300, 100), targets([other])).by.x).toBe(3);
  });

  it('prefers the nearer of two', () => {
    expect(snapMove(box(103, 0), targets([box(98, 300), box(105, 500)])).by.x).toBe(2);
  });

  it('snaps to the middle between two, and shows equal gaps', () => {
    const { by, gaps } = snapMove(
      box(203, 11),
      targets([box(0, 0, 100, 90), box(400, 0, 100, 93)]),
    );
    expect(by.x).toBe(-3);
    expect(gaps).toMatchObject([
      { axis: 'x', from: 100, to: 200 },
      { axis: 'x', from: 300, to: 400 },
    ]);
  });

  it('snaps to the same gap as between the others in a row', () => {
    const row = [box(0, 0, 100, 91), box(147, 0, 100, 91)];
    const { by, gaps } = snapMove(box(291, 10), targets(row));
    expect(by.x).toBe(3);
    expect(gaps).toMatchObject([
      { from: 100, to: 147 },
      { from: 247, to: 294 },
    ]);
    const before = snapMove(box(-145, 10), targets(row));
    expect(before.by.x).toBe(-2);
  });

  it('never moves further than half the grid or the snap distance', () => {
    const whole = fc.integer({ min: -300, max: 300 });
    const size = fc.integer({ min: 10, max: 200 });
    const boxes = fc.record({ x: whole, y: whole, width: size, height: size });
    fc.assert(
      fc.property(boxes, fc.array(boxes, { maxLength: 8 }), (moving, others) => {
        const { by, guides } = snapMove(moving, targets(others));
        expect(Math.max(Math.abs(by.x), Math.abs(by.y))).toBeLessThanOrEqual(6);
        expect(others.length > 0 || guides.length === 0).toBe(true);
      }),
    );
  });
});

describe('resizing', () => {
  it('snaps only the edges that move', () => {
    const before = box(3, 3);
    const wanted = { ...before, width: 118 };
    expect(snapResize(before, wanted, targets([])).box).toEqual({ ...before, width: 117 });
    const beside = snapResize(before, wanted, targets([box(25, 300)]));
    expect(beside.box).toEqual({ ...before, width: 122 });
    expect(beside.guides).toEqual([{ axis: 'x', at: 125, from: 3, to: 360 }]);
  });

  it('keeps the right edge when the left one moves', () => {
    const { box: after } = snapResize(box(0, 0), box(-28, 0, 128), targets([]));
    expect(after).toEqual(box(-30, 0, 130));
  });
});
