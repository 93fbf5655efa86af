import { describe, expect, it } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { textWidth } from '#shared/drawing/text-width.ts';
import { areaOf, showsOnlyShapes, partToDraw, pictureOf } from './drawn-part.ts';

const rows = (count: number): CanvasDocument => ({
  nodes: Array.from({ length: count }, (_, at) => ({
    id: `n${at}`,
    type: 'processNode',
    position: { x: 0, y: at * 100 },
    data: { label: `Service ${at}` },
  })),
  edges: [{ id: 'far', source: 'n0', target: `n${count - 1}`, data: { label: 'Far' } }],
});

describe('a picture', () => {
  it('has only the elements in its part, and flows that pass through it', () => {
    const svg = pictureOf(rows(100), { x: -50, y: 5000, width: 300, height: 60 });
    expect(svg).toContain('Service 50');
    expect(svg).not.toContain('Service 60');
    expect(svg.match(/<path/g)?.length).toBeGreaterThan(0);
  });

  it('shows the contents of a boundary at their position on the canvas', () => {
    const inner: CanvasDocument = {
      nodes: [
        { id: 'b', type: 'trustBoundaryNode', position: { x: 1000, y: 0 }, data: {} },
        { id: 'n', parentId: 'b', position: { x: 100, y: 50 }, data: { label: 'Inside' } },
      ],
      edges: [],
    };
    expect(pictureOf(inner, { x: 1090, y: 40, width: 200, height: 100 })).toContain('Inside');
    expect(pictureOf(inner, { x: 0, y: 0, width: 300, height: 200 })).not.toContain('Inside');
  });

  it('has texts as wide as on the canvas, in any font', () => {
    const svg = pictureOf(rows(1), { x: -50, y: -50, width: 300, height: 200 });
    const [, width = ''] = /textLength="([\d.]+)"[^>]*>Service 0</.exec(svg) ?? [];
    expect(Number(width)).toBeCloseTo(textWidth('Service 0', { size: 13, isBold: true }), 0);
  });

  it('has only shapes if there are too many elements to read', () => {
    const document = rows(1000);
    expect(showsOnlyShapes(document, areaOf([document]))).toBe(true);
    expect(showsOnlyShapes(document, { x: 0, y: 0, width: 500, height: 500 })).toBe(false);
  });
});

describe('the drawn part', () => {
  const area = { x: 0, y: 0, width: 10_000, height: 10_000 };
  const seen = { x: 4000, y: 4000, width: 1000, height: 800 };
  const part = partToDraw(null, seen, area);

  it('extends beyond the visible part, and stays while that moves within it', () => {
    expect(part).toEqual({ x: 3500, y: 3600, width: 2000, height: 1600 });
    expect(partToDraw(part, { ...seen, x: 4400 }, area)).toBe(part);
    expect(partToDraw(part, { ...seen, x: 4600 }, area)).not.toBe(part);
  });

  it('shrinks after zooming in, and never leaves the area', () => {
    const near = { x: 4000, y: 4000, width: 200, height: 160 };
    expect(partToDraw(part, near, area).width).toBe(400);
    expect(partToDraw(null, { x: -500, y: 9900, width: 900, height: 900 }, area)).toEqual({
      x: 0,
      y: 9450,
      width: 850,
      height: 550,
    });
  });
});
