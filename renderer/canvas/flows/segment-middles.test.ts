import { describe, expect, it } from 'vitest';
import { routeFlow } from '#shared/canvas/flow-route.ts';
import { segmentMiddles } from './segment-middles.ts';

const at = (x: number, y: number) => ({ x, y, width: 100, height: 60 });
const level = (bends: { x: number; y: number }[] = []) =>
  routeFlow(at(0, 0), at(500, 0), { index: 0, count: 1 }, { shape: 'straight', bends });

describe('the grip position of a segment', () => {
  it('is its middle', () => {
    expect(segmentMiddles(level(), null)).toEqual([{ x: 300, y: 30 }]);
  });

  it('is beside the label if the label is in the middle', () => {
    const label = { x: 260, y: 20, width: 80, height: 20 };
    expect(segmentMiddles(level(), label)).toEqual([{ x: 200, y: 30 }]);
  });

  it('is missing if the label covers the segment, or the segment is short', () => {
    const label = { x: 100, y: 20, width: 400, height: 20 };
    expect(segmentMiddles(level(), label)).toEqual([null]);
    const [, short] = segmentMiddles(
      level([
        { x: 200, y: 30 },
        { x: 220, y: 30 },
      ]),
      null,
    );
    expect(short).toBeNull();
  });

  it('exists for each segment between two bends', () => {
    expect(segmentMiddles(level([{ x: 300, y: 30 }]), null)).toEqual([
      { x: 200, y: 30 },
      { x: 400, y: 30 },
    ]);
  });
});
