import { expect, test } from 'vitest';
import type { CanvasDocument } from '../canvas/document.ts';
import { openThreatsOf } from '../canvas/open-threats.ts';
import { drawingOf, svgOf } from './draw-canvas.ts';
import { surrounded, type Surroundings } from './surround.ts';

const document: CanvasDocument = {
  nodes: [
    {
      id: 'api',
      type: 'processNode',
      position: { x: 0, y: 0 },
      data: { label: 'API', componentId: 'c' },
    },
    { id: 'db', type: 'dataStoreNode', position: { x: 300, y: 0 }, data: { label: 'Orders' } },
  ],
  edges: [{ id: 'f', source: 'api', target: 'db', data: { label: 'query', encrypted: true } }],
};
const threats = openThreatsOf(
  [1, 2, 3].map(() => ({ component_id: 'c', status: 'open', priority: 'high' })),
);
const drawn = (more: Partial<Surroundings>) =>
  surrounded(drawingOf(document), document, { title: null, legend: false, ...more });
const svg = (more: Partial<Surroundings>): string => {
  const { pieces, box } = drawn(more);
  return svgOf(pieces, box);
};

test('without any of them, the drawing does not change', () => {
  const { box, pieces } = drawingOf(document);
  expect(drawn({}).box).toEqual(box);
  expect(svg({})).toBe(svgOf(pieces, box));
});

test('a title is above the drawing, and a legend below it explains what is drawn', () => {
  const { box } = drawingOf(document);
  const both = drawn({ title: 'Checkout', legend: true });
  expect(both.box.y).toBeLessThan(box.y);
  expect(both.box.y + both.box.height).toBeGreaterThan(box.y + box.height);
  const text = svg({ title: 'Checkout', legend: true });
  for (const name of ['Checkout', 'Process', 'Data store', 'Data flow', 'Encrypted']) {
    expect(text).toContain(`>${name}<`);
  }
  for (const name of ['External entity', 'Note', 'Authenticated', 'Open threats']) {
    expect(text).not.toContain(name);
  }
});

test('a component has a badge with its open threats', () => {
  expect(svg({})).not.toContain('>3<');
  expect(svg({ threats })).toContain('>3<');
  expect(svg({ threats, legend: true })).toContain('>Open threats<');
});

test('a long title is cut, and the image includes everything that was added', () => {
  const { pieces, box } = drawn({ title: 'x'.repeat(5000), legend: true, threats });
  expect(box.width).toBeLessThan(700);
  for (const { box: piece } of pieces) {
    expect(piece.x).toBeGreaterThanOrEqual(box.x);
    expect(piece.y).toBeGreaterThanOrEqual(box.y);
    expect(piece.x + piece.width).toBeLessThanOrEqual(box.x + box.width);
    expect(piece.y + piece.height).toBeLessThanOrEqual(box.y + box.height);
  }
});

test('an image can be transparent', () => {
  const { pieces, box } = drawingOf(document);
  const background = `<rect x="${box.x}" y="${box.y}"`;
  expect(svgOf(pieces, box)).toContain(background);
  expect(svgOf(pieces, box, undefined, false)).not.toContain(background);
});
