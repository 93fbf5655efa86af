import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canvasDocumentSchema, type CanvasDocument, type CanvasNode } from '../canvas/document.ts';
import { drawCanvas } from './draw-canvas.ts';
import { textWidth } from './text-width.ts';
import { ellipsized, wrapped } from './wrap-text.ts';

const node = (id: string, type: string, x: number, y: number, more = {}): CanvasNode => ({
  id,
  type,
  position: { x, y },
  data: { label: id, ...more },
});
const flow = (id: string, source: string, target: string, data = {}) => ({
  id,
  source,
  target,
  data,
});
const svgOf = (nodes: CanvasNode[], edges: CanvasDocument['edges'] = []): string =>
  drawCanvas({ nodes, edges }).svg;
const count = (text: string, part: string): number => text.split(part).length - 1;
/** Counts the arrows. An arrow is the only closed path filled with the flow's color. */
const arrowsIn = (svg: string): number => svg.match(/ Z" fill="#616b7a"/gu)?.length ?? 0;

test('the drawing has every element of the canvas with its name', () => {
  const svg = svgOf(
    [
      node('Web app', 'processNode', 0, 0),
      node('Orders', 'dataStoreNode', 300, 0),
      node('Customer', 'externalEntityNode', 0, 200),
      node('Office', 'trustBoundaryNode', 0, 400),
      node('Mind the gap', 'noteNode', 300, 200),
      node('Worker', 'lambdaNode', 600, 0),
    ],
    [flow('f', 'Web app', 'Orders', { label: 'queries', protocol: 'SQL' })],
  );
  const names = ['Web app', 'Orders', 'Customer', 'Office', 'Mind the gap', 'Worker'];
  for (const name of [...names, 'lambdaNode', 'queries', 'SQL']) expect(svg).toContain(`>${name}<`);
  expect(svg).toContain('stroke-dasharray');
});

test('an element out of scope says so', () => {
  expect(svgOf([node('Bank', 'processNode', 0, 0, { outOfScope: true })])).toContain(
    'Out of scope',
  );
});

test('colors are those of the app, and elements out of scope are dashed in every shape', () => {
  const red = svgOf([node('Bank', 'processNode', 0, 0, { color: 'red' })]);
  expect(red).toContain('fill="#fdecec" stroke="#c2323d"');
  expect(svgOf([node('Bank', 'processNode', 0, 0, { color: '#ff00ff' })])).not.toContain('ff00ff');
  for (const type of ['processNode', 'dataStoreNode', 'externalEntityNode', 'trustBoundaryNode']) {
    const drawn = (outOfScope: boolean) => svgOf([node('Bank', type, 0, 0, { outOfScope })]);
    expect(drawn(true)).toMatch(/stroke-dasharray="[25] [45]"/u);
    expect(drawn(false)).not.toMatch(/stroke-dasharray="[25] [45]"/u);
  }
});

test('a collapsed boundary is small and has the number of hidden elements, which are not drawn', () => {
  const zone = { ...node('Office', 'trustBoundaryNode', 0, 0, { collapsed: true }), width: 900 };
  const desk = { ...node('Desk', 'processNode', 40, 60), parentId: 'Office' };
  const svg = svgOf([zone, desk]);
  expect(svg).toContain('>Office<');
  expect(svg).toContain('>1 element<');
  expect(svg).not.toContain('>Desk<');
  expect(drawCanvas({ nodes: [zone, desk], edges: [] }).width).toBe(200 + 49);
});

test('a flow has one arrow, a bidirectional flow has two', () => {
  const nodes = [node('a', 'processNode', 0, 0), node('b', 'processNode', 400, 0)];
  expect(arrowsIn(svgOf(nodes, [flow('f', 'a', 'b')]))).toBe(1);
  expect(arrowsIn(svgOf(nodes, [flow('f', 'a', 'b', { bidirectional: true })]))).toBe(2);
  expect(arrowsIn(svgOf(nodes, [flow('f', 'a', 'a')]))).toBe(1);
});

const pair = [node('a', 'processNode', 0, 0), node('b', 'processNode', 400, 200)];
const pathsIn = (svg: string): string[] =>
  [...svg.matchAll(/<path d="([^"]+)" fill="none" stroke="#[\da-f]{6}" stroke-width="1.5"/gu)].map(
    ([, path]) => path ?? '',
  );

test('a flow has the shape and the bends that the canvas shows', () => {
  const bends = [{ x: 75, y: 300 }];
  const pathOf = (data: object) => pathsIn(svgOf(pair, [flow('f', 'a', 'b', data)]));
  expect(pathOf({ shape: 'straight' })).toEqual(['M150,48 L400,216']);
  expect(pathOf({ shape: 'straight', bends })).toEqual(['M75,64 L75,300 L400,254']);
  expect(pathOf({ shape: 'stepped', bends })).toEqual([
    'M75,64 L75,294 Q75,300 81,300 L222.5,300 Q228.5,300 228.5,294 L228.5,260 Q228.5,254 234.5,254 L400,254',
  ]);
  expect(pathOf({ bends })[0]).toMatch(/^M75,64 C[^C]+ 75,300 C[^C]+ 400,254$/u);
});

test('the image includes bends, and a label at the very end of a line', () => {
  const nodes = [node('a', 'processNode', 0, 0), node('b', 'processNode', 0, 200)];
  const wide = drawCanvas({
    nodes,
    edges: [flow('f', 'a', 'b', { shape: 'straight', bends: [{ x: 900, y: 100 }] })],
  });
  expect(wide.width).toBe(900 + 6 + 49);
  const plain = drawCanvas({ nodes, edges: [flow('f', 'a', 'b')] });
  expect(plain.width).toBe(150 + 49);
});

test('a flow shows its protection and data by shapes, not only by color', () => {
  const marks = (data: object) => svgOf(pair, [flow('f', 'a', 'b', { label: 'pays', ...data })]);
  expect(marks({ dataClassification: 'restricted' })).toContain('>Restricted<');
  expect(count(marks({ encrypted: true }), '<path')).toBe(count(marks({}), '<path') + 1);
  expect(count(marks({ authenticated: true }), '<circle')).toBe(1);
  expect(count(marks({ encrypted: true, authenticated: true }), '<circle')).toBe(1);
});

test('a flow has its own color, and an unknown color becomes the usual one', () => {
  const strokeOf = (color: string) =>
    /<path d="M150,48[^>]*stroke="(#[\da-f]{6})"/u.exec(
      svgOf(pair, [flow('f', 'a', 'b', { color, shape: 'straight' })]),
    )?.[1];
  expect(strokeOf('red')).toBe('#c2323d');
  expect(strokeOf('#ff00ff')).toBe('#616b7a');
});

test('a flow into a collapsed boundary ends at it, and a flow inside it is not drawn', () => {
  const zone = node('zone', 'trustBoundaryNode', 400, 0, { collapsed: true });
  const inside = (id: string) => ({ ...node(id, 'processNode', 50, 100), parentId: 'zone' });
  const nodes = [node('a', 'processNode', 0, 0), zone, inside('b'), inside('c')];
  const flows = [
    flow('f', 'a', 'b', { shape: 'straight', label: 'in' }),
    flow('g', 'b', 'c', { label: 'within' }),
  ];
  const svg = svgOf(nodes, flows);
  expect(pathsIn(svg)).toEqual(['M150,22 L400,22']);
  expect(svg).not.toContain('>within<');
});

test('parallel flows do not overlap', () => {
  const nodes = [node('a', 'processNode', 0, 0), node('b', 'processNode', 400, 0)];
  const svg = svgOf(nodes, [flow('f', 'a', 'b'), flow('g', 'b', 'a')]);
  const paths = svg.match(/<path d="M[^"]* C[^"]*"/gu) ?? [];
  expect(new Set(paths).size).toBe(2);
  expect(new Set(paths.map((path) => path.split(',')[1])).size).toBe(2);
});

test('a flow to a missing node is left out', () => {
  expect(
    svgOf([node('a', 'processNode', 0, 0)], [flow('f', 'a', 'gone', { label: 'lost' })]),
  ).not.toContain('lost');
});

test('a child is drawn at its position inside its boundary', () => {
  const boundary = node('Office', 'trustBoundaryNode', 1000, 1000);
  const child = { ...node('Desk', 'dataStoreNode', 40, 60), parentId: 'Office' };
  expect(svgOf([boundary, child])).toContain('<rect x="1040" y="1060" width="150" height="56"');
  expect(svgOf([child, boundary])).toContain('<rect x="1040" y="1060" width="150" height="56"');
});

test('boundaries that contain each other are drawn anyway', () => {
  const one = { ...node('one', 'trustBoundaryNode', 0, 0), parentId: 'two' };
  const two = { ...node('two', 'trustBoundaryNode', 50, 50), parentId: 'one' };
  expect(count(svgOf([one, two]), 'stroke-dasharray')).toBe(2);
});

test('names are text and never markup, and cannot break the file', () => {
  const svg = svgOf([node('<script>alert("&")</script>\u0000\ud800\ufffe', 'processNode', 0, 0)]);
  expect(svg).not.toContain('<script');
  expect(svg).toContain('&lt;script&gt;');
  for (const character of ['\u0000', '\ufffe', '\ud800']) expect(svg).not.toContain(character);
});

test('an empty canvas says that it is empty', () => {
  const { svg, width, height } = drawCanvas({ nodes: [], edges: [] });
  expect(svg).toContain('This canvas is empty.');
  expect([width, height]).toEqual([480, 180]);
});

test('the image includes everything, with a margin', () => {
  const { width, height } = drawCanvas({
    nodes: [node('a', 'processNode', -500, -20), node('b', 'processNode', 500, 300)],
    edges: [],
  });
  expect([width, height]).toEqual([1000 + 150 + 49, 320 + 64 + 49]);
});

test('extreme positions become numbers that a renderer can read', () => {
  const { svg, width } = drawCanvas({
    nodes: [node('a', 'processNode', 1e308, -1e308), node('b', 'processNode', -1e308, 1e300)],
    edges: [flow('f', 'a', 'b')],
  });
  expect(svg).not.toMatch(/NaN|Infinity|\de[+-]/u);
  expect(width).toBeLessThan(3_000_000);
});

test('20,000 nested boundaries are drawn', () => {
  const nodes = Array.from({ length: 20_000 }, (_, index) => ({
    ...node(`${index}`, 'trustBoundaryNode', 1, 1),
    ...(index > 0 && { parentId: `${index - 1}` }),
  }));
  expect(count(svgOf(nodes.toReversed()), 'stroke-dasharray')).toBe(20_000);
});

test('any document that the service stores can be drawn, always in the same way', () => {
  const id = fc.constantFrom('a', 'b', 'c', '__proto__', '');
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true });
  const flowData = fc.record(
    {
      label: text,
      protocol: fc.string({ maxLength: 9 }),
      dataClassification: fc.string({ maxLength: 9 }),
      color: fc.constantFrom('red', 'toString'),
      shape: fc.constantFrom('straight', 'stepped', 'smooth', 'constructor'),
      bends: fc.array(fc.record({ x: anyNumber, y: anyNumber }), { maxLength: 3 }),
      labelAt: anyNumber,
    },
    { requiredKeys: [] },
  );
  const document = fc.record({
    nodes: fc.array(
      fc.record(
        {
          id,
          type: fc.constantFrom('processNode', 'noteNode', 'trustBoundaryNode', 'x', 'toString'),
          position: fc.record({ x: anyNumber, y: anyNumber }),
          width: anyNumber,
          height: anyNumber,
          parentId: id,
          data: fc.record(
            {
              label: text,
              attributes: fc.array(text),
              color: fc.constantFrom('red', 'toString'),
              collapsed: fc.boolean(),
            },
            { requiredKeys: [] },
          ),
        },
        { requiredKeys: ['id', 'position', 'data'] },
      ),
    ),
    edges: fc.array(
      fc.record(
        { id, source: id, target: id, sourceHandle: text, data: flowData },
        { requiredKeys: ['id', 'source', 'target'] },
      ),
    ),
  });
  fc.assert(
    fc.property(document, (value) => {
      const stored = canvasDocumentSchema.parse(value);
      const { svg } = drawCanvas(stored);
      expect(svg).toBe(drawCanvas(structuredClone(stored)).svg);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/u);
    }),
  );
}, 60_000);

test('a label is wrapped between words and cut with an ellipsis', () => {
  const style = { size: 13, isBold: false };
  expect(wrapped('Order processing service', 110, 3, style)).toEqual([
    'Order processing',
    'service',
  ]);
  const lines = wrapped('one two three four five six seven eight nine ten', 60, 2, style);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/…$/u);
  expect(wrapped('数据库服务器', 40, 3, style).join('')).toBe('数据库服务器');
  for (const line of wrapped('x'.repeat(200), 60, 9, style)) {
    expect(textWidth(line, style)).toBeLessThanOrEqual(60);
  }
  expect(ellipsized('short', 100, style)).toBe('short');
});
