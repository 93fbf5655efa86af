import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { absolutePositions } from '../otm/reading/extent.ts';
import {
  countsOf,
  edgesOf,
  flowsOf,
  leftOutOf,
  namesByKind,
  nodeNamed,
  readOne,
  refusalOf,
} from './testing/read-foreign-file.ts';

const folder = join(import.meta.dirname, '../../../shared/fixtures/foreign');
const real = (name: string) => readFileSync(join(folder, name));

const geometry = (x: number, y: number, width: number, height: number) =>
  `<mxGeometry x="${x}" y="${y}" width="${width}" height="${height}" as="geometry"/>`;

type Vertex = {
  style?: string;
  at?: [number, number, number, number];
  parent?: string;
  more?: string;
};

const vertex = (
  id: string,
  label: string,
  { style = '', at, parent = '1', more = '' }: Vertex = {},
) =>
  `<mxCell id="${id}" value="${label}" style="${style}" vertex="1" parent="${parent}" ${more}>` +
  `${geometry(...(at ?? [0, 0, 80, 40]))}</mxCell>`;

const edge = (id: string, label: string, ends: string, style = '', inner = '') =>
  `<mxCell id="${id}" value="${label}" style="${style}" edge="1" parent="1" ${ends}>` +
  `<mxGeometry relative="1" as="geometry">${inner}</mxGeometry></mxCell>`;

const graph = (...cells: string[]) =>
  `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${cells.join('')}</root></mxGraphModel>`;

const page = (name: string, content: string) => `<diagram name="${name}">${content}</diagram>`;
const file = (...pages: string[]) => `<mxfile host="test">${pages.join('')}</mxfile>`;
const compressed = (xml: string) => deflateRawSync(encodeURIComponent(xml)).toString('base64');

test('shapes become elements of the right kind, in containers and dashed shapes', () => {
  const model = readOne(
    graph(
      vertex('u', '&lt;b&gt;Ann&lt;/b&gt;&lt;br&gt;&amp;amp; Bob', {
        style: 'shape=umlActor;html=1',
      }),
      vertex('c', 'Cloud', { style: 'swimlane;', at: [200, 0, 400, 300] }),
      vertex('d', 'Inner', {
        style: 'dashed=1;fillColor=none',
        at: [20, 40, 200, 200],
        parent: 'c',
      }),
      vertex('s', 'Orders', { style: 'shape=cylinder3;', at: [10, 10, 60, 80], parent: 'd' }),
      vertex('p', 'Web', { style: 'rounded=1;', at: [300, 100, 80, 40], parent: 'c' }),
      vertex('b', 'Bucket', {
        style: 'shape=mxgraph.aws4.resourceIcon;resIcon=mxgraph.aws4.s3',
        at: [700, 0, 60, 60],
      }),
      vertex('n', 'Remember', { style: 'shape=note;', at: [700, 200, 80, 80] }),
      vertex('t', 'Title', { style: 'text;html=1;', at: [0, 400, 80, 20] }),
      vertex('e', '', { style: 'text;html=1;', at: [0, 400, 80, 20] }),
    ),
  );
  expect(namesByKind(model)).toEqual({
    dataStoreNode: ['Bucket', 'Orders'],
    externalEntityNode: ['Ann & Bob'],
    noteNode: ['Remember', 'Title'],
    processNode: ['Web'],
    trustBoundaryNode: ['Cloud', 'Inner'],
  });
  expect(nodeNamed(model, 'Orders')).toMatchObject({ parentId: 'd', position: { x: 10, y: 10 } });
  expect(nodeNamed(model, 'Inner')).toMatchObject({ parentId: 'c', position: { x: 20, y: 40 } });
});

test('lines become flows with their labels, direction, and bends', () => {
  const points = '<Array as="points"><mxPoint x="120" y="50"/><mxPoint y="70"/></Array>';
  const model = readOne(
    graph(
      vertex('a', 'A'),
      vertex('b', 'B', { at: [300, 0, 80, 40] }),
      edge('1to2', 'go', 'source="a" target="b"', 'edgeStyle=orthogonalEdgeStyle;', points),
      edge('back', '', 'source="a" target="b"', 'startArrow=classic;endArrow=none'),
      edge('both', 'both', 'source="a" target="b"', 'startArrow=block'),
      `<mxCell id="l1" value="HTTPS" style="edgeLabel" vertex="1" connectable="0" parent="back"><mxGeometry relative="1" x="-0.1" as="geometry"/></mxCell>`,
    ),
  );
  expect(flowsOf(model)).toEqual(['A → B: go', 'B → A: HTTPS', 'A ↔ B: both']);
  expect(edgesOf(model)[0]?.data).toMatchObject({
    shape: 'stepped',
    bends: [
      { x: 120, y: 50 },
      { x: 0, y: 70 },
    ],
  });
  expect(countsOf(model)).toEqual([1, 2, 0, 3, 0]);
});

test('lines that only touch are flows, loose dashed lines are boundaries, others are reported', () => {
  const from = (x: number, y: number) => `<mxPoint x="${x}" y="${y}" as="sourcePoint"/>`;
  const to = (x: number, y: number) => `<mxPoint x="${x}" y="${y}" as="targetPoint"/>`;
  const model = readOne(
    graph(
      vertex('a', 'A'),
      vertex('b', 'B', { at: [300, 0, 80, 40] }),
      edge('touch', 'touch', '', 'endArrow=none', from(84, 20) + to(297, 20)),
      edge('half', 'half', 'source="a"', '', to(150, 300)),
      edge('line', 'Internet', '', 'endArrow=none;dashed=1', from(200, -100) + to(200, 400)),
      edge('rule', 'rule', '', 'endArrow=none', from(0, 500) + to(200, 500)),
    ),
  );
  expect(flowsOf(model)).toEqual(['A → B: touch', 'A → ?: half']);
  expect(namesByKind(model)['trustBoundaryNode']).toEqual(['Internet']);
  expect(leftOutOf(model)).toContain('rule');
  expect(countsOf(model)).toEqual([1, 2, 1, 2, 0]);
});

test('groups are removed, hidden layers are reported, and boxes around others are boundaries', () => {
  const model = readOne(
    graph(
      vertex('g', '', { style: 'group', at: [100, 100, 300, 200] }),
      vertex('a', 'A', { at: [10, 10, 80, 40], parent: 'g' }),
      vertex('outer', 'Network', { at: [90, 90, 350, 250] }),
      '<mxCell id="layer" value="Old" parent="0" visible="0"/>',
      vertex('h', 'Hidden', { parent: 'layer' }),
    ),
  );
  expect(namesByKind(model)).toEqual({ processNode: ['A'], trustBoundaryNode: ['Network'] });
  expect(nodeNamed(model, 'A')).toMatchObject({ parentId: 'outer', position: { x: 20, y: 20 } });
  expect(leftOutOf(model)).toContain('hidden');
});

test('a table is one element with its rows, and properties of an object are kept', () => {
  const model = readOne(
    graph(
      vertex('t', 'Users', { style: 'shape=table;childLayout=tableLayout' }),
      vertex('r', '', { style: 'shape=tableRow', parent: 't' }),
      vertex('c', 'email', { style: 'shape=partialRectangle', parent: 'r' }),
      `<UserObject id="o" label="%kind% server" kind="Web" owner="Ann" tooltip="Public" placeholders="1"><mxCell style="" vertex="1" parent="1">${geometry(200, 0, 80, 40)}</mxCell></UserObject>`,
    ),
  );
  expect(namesByKind(model)).toEqual({ dataStoreNode: ['Users'], processNode: ['Web server'] });
  const texts = JSON.stringify(model.content.components);
  for (const text of ['email', '"owner":"Ann"', 'Public']) expect(texts).toContain(text);
});

test('compressed pages, plain pages, and encoded pages are canvases', () => {
  const a = graph(vertex('a', 'A'));
  const model = readOne(
    file(
      page('One', compressed(a)),
      page('Two', a),
      page('Three', encodeURIComponent(a)),
      page('Four', ''),
    ),
  );
  expect(model.content.canvases.map(({ title }) => title)).toEqual(['One', 'Two', 'Three', 'Four']);
  expect(countsOf(model)).toEqual([4, 3, 0, 0, 0]);
});

test('the text of a long compressed page that is not URI-encoded stays the same', () => {
  // Each character has three bytes. The text is hard to compress, so it is inflated in several parts,
  // and some characters begin in one part and end in the next.
  const letter = (at: number): string => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000));
  const names = Array.from({ length: 1000 }, (_, at) =>
    Array.from({ length: 20 }, (_letter, index) => letter(at * 20 + index)).join(''),
  );
  const cells = names.map((name, at) => vertex(`v${at}`, name, { at: [0, at * 100, 80, 40] }));
  const text = deflateRawSync(graph(...cells)).toString('base64');
  const model = readOne(file(page('One', text)));
  expect(namesByKind(model)).toEqual({ processNode: names.toSorted() });
});

test('a page that expands too far, or is damaged, is reported', () => {
  const bomb = deflateRawSync(Buffer.alloc(40_000_000)).toString('base64');
  const good = page('Good', graph(vertex('a', 'A')));
  const model = readOne(file(page('Bomb', bomb), page('Bad', 'n0tbase64'), good));
  expect(countsOf(model)).toEqual([1, 1, 0, 0, 0]);
  expect(model.leftOut?.map(({ place }) => place)).toEqual(['Bomb', 'Bad']);
});

test('a cell in a cell at a fraction of its parent is at the sum of their positions', () => {
  const relative =
    '<mxCell id="r" value="Rack" style="swimlane;" vertex="1" parent="c">' +
    '<mxGeometry relative="1" x="0.5" y="0.5" width="200" height="150" as="geometry"/></mxCell>';
  const model = readOne(
    graph(
      vertex('c', 'Cloud', { style: 'swimlane;', at: [50, 60, 600, 400] }),
      relative,
      vertex('w', 'Web', { at: [10, 40, 80, 40], parent: 'r' }),
    ),
  );
  const nodes = model.content.canvases[0]?.data.nodes ?? [];
  expect([...absolutePositions(nodes).values()]).toEqual([
    { x: 50, y: 60 },
    { x: 350, y: 260 },
    { x: 360, y: 300 },
  ]);
});

test('cycles of parents are cut', () => {
  const model = readOne(
    graph(vertex('a', 'A', { parent: 'b' }), vertex('b', 'B', { parent: 'a' })),
  );
  expect(countsOf(model)[1] ?? 0).toBeLessThanOrEqual(2);
});

test.runIf(existsSync(folder))('the real files', () => {
  const model = readOne(real('drawio-basic-example.drawio'), 'drawio-basic-example.drawio');
  expect(model.content.title).toBe('drawio-basic-example');
  expect(countsOf(model)).toEqual([1, 4, 3, 3, 0]);
  expect(nodeNamed(model, 'Bookings')?.parentId).toBe(nodeNamed(model, 'VPC 3')?.id);
  expect(refusalOf(real('wrong_mxfile.drawio'))).toContain('XML');
});
