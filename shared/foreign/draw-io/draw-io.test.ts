import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { drawIoXml } from '../../exports/draw-io.ts';
import { smallModel } from '../../exports/testing/small-model.ts';
import { absolutePositions } from '../../otm/reading/extent.ts';
import {
  countsOf,
  edgesOf,
  flowsOf,
  hasRealFiles,
  leftOutOf,
  namesByKind,
  nodeNamed,
  readOne,
  realFile,
  refusalOf,
} from '../testing/read-foreign-file.ts';

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

const object = (id: string, label: string, properties: string, style = '') =>
  `<object id="${id}" label="${label}" ${properties}><mxCell style="${style}" vertex="1" parent="1">` +
  `${geometry(0, 200, 80, 40)}</mxCell></object>`;

const loose = (from: [number, number], to: [number, number]) =>
  `<mxPoint x="${from[0]}" y="${from[1]}" as="sourcePoint"/>` +
  `<mxPoint x="${to[0]}" y="${to[1]}" as="targetPoint"/>`;

const graph = (...cells: string[]) =>
  `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${cells.join('')}</root></mxGraphModel>`;

const page = (name: string, content: string) => `<diagram name="${name}">${content}</diagram>`;
const file = (...pages: string[]) => `<mxfile host="test">${pages.join('')}</mxfile>`;
const compressed = (xml: string) => deflateRawSync(encodeURIComponent(xml)).toString('base64');

test('a boundary is not nested in its own content, also if both have the same box', () => {
  const style = 'container=1;dashed=1';
  const model = readOne(
    graph(
      vertex('outer', 'Outer', { style, at: [0, 0, 400, 300] }),
      vertex('inner', 'Inner', { style, at: [0, 0, 400, 300], parent: 'outer' }),
      vertex('web', 'Web', { at: [10, 10, 80, 40], parent: 'inner' }),
    ),
  );
  expect(model.report.repairs).toEqual([]);
  expect(nodeNamed(model, 'Inner')?.parentId).toBe(nodeNamed(model, 'Outer')?.id);
});

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

test('a page with unknown content is reported, and a file with only such pages is refused', () => {
  const good = page('Good', graph(vertex('a', 'A')));
  const strange = graph(vertex('a', 'A')).replaceAll('mxGraphModel', 'mxGraph');
  const withoutRoot = graph(vertex('a', 'A')).replaceAll('root>', 'cells>');
  const bad = [page('Bad', strange), page('Worse', compressed(strange)), page('No', withoutRoot)];
  const model = readOne(file(...bad, good, page('Empty', '<mxGraphModel/>')));
  expect(model.content.canvases.map(({ title }) => title)).toEqual(['Good', 'Empty']);
  expect(model.leftOut?.map(({ place }) => place)).toEqual(['Bad', 'Worse', 'No']);
  expect(refusalOf(file(...bad))).toBe('None of the pages can be read.');
  expect(refusalOf(withoutRoot)).toBe('None of the pages can be read.');
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

test('the offset of a cell at a fraction of its parent is added to its position', () => {
  const region =
    '<mxCell id="r" value="Region" style="rounded=1;" vertex="1" parent="p">' +
    '<mxGeometry x="0.5" width="200" height="300" relative="1" as="geometry">' +
    '<mxPoint x="20" y="50" as="offset"/></mxGeometry></mxCell>';
  const model = readOne(
    graph(
      vertex('p', 'Project', { style: 'rounded=1;', at: [100, 100, 500, 400] }),
      region,
      vertex('vm', 'VM', { at: [10, 40, 80, 40], parent: 'r' }),
    ),
  );
  expect(nodeNamed(model, 'Region')).toMatchObject({ parentId: 'p', position: { x: 270, y: 50 } });
  expect(nodeNamed(model, 'VM')).toMatchObject({ parentId: 'r', position: { x: 10, y: 40 } });
});

test('a rotated boundary contains what is inside its rotated outline', () => {
  const model = readOne(
    graph(
      vertex('z', 'Office', { style: 'dashed=1;rotation=90;', at: [0, 100, 400, 100] }),
      vertex('in', 'Laptop', { at: [160, 0, 80, 40] }),
      vertex('out', 'Phone', { at: [10, 130, 80, 40] }),
      vertex('t', 'Remark', { style: 'text;rotation=-90;', at: [500, 0, 100, 20] }),
    ),
  );
  expect(nodeNamed(model, 'Office')).toMatchObject({
    position: { x: 150, y: -50 },
    width: 100,
    height: 400,
  });
  expect(nodeNamed(model, 'Laptop')?.parentId).toBe('z');
  expect(nodeNamed(model, 'Phone')?.parentId).toBeUndefined();
  expect(nodeNamed(model, 'Remark')).toMatchObject({ width: 100, height: 20 });
});

const lane = 'swimlane;horizontal=0;startSize=20;';

test.each([
  ['horizontal', 'swimlane;childLayout=stackLayout;horizontal=0;startSize=20;horizontalStack=0;'],
  ['vertical', 'swimlane;childLayout=stackLayout;startSize=20;'],
])('a %s pool and its lanes are boundaries', (_direction, pool) => {
  const model = readOne(
    graph(
      vertex('pool', 'Shop', { style: pool, at: [0, 0, 600, 240] }),
      vertex('l1', 'Client', { style: lane, at: [20, 0, 580, 120], parent: 'pool' }),
      vertex('l2', 'Server', { style: lane, at: [20, 120, 580, 120], parent: 'pool' }),
      vertex('a', 'Browser', { at: [60, 40, 80, 40], parent: 'l1' }),
      vertex('b', 'API', { at: [60, 40, 80, 40], parent: 'l2' }),
      edge('e', 'HTTPS', 'source="a" target="b"'),
    ),
  );
  expect(namesByKind(model)).toEqual({
    processNode: ['API', 'Browser'],
    trustBoundaryNode: ['Client', 'Server', 'Shop'],
  });
  expect(nodeNamed(model, 'Server')?.parentId).toBe('pool');
  expect(nodeNamed(model, 'API')?.parentId).toBe('l2');
  expect(flowsOf(model)).toEqual(['Browser → API: HTTPS']);
});

test('a table of lanes is a boundary with its named lanes', () => {
  const row = 'shape=tableRow;horizontal=0;swimlaneHead=0;swimlaneBody=0;startSize=40;';
  const cell = 'swimlane;swimlaneHead=0;swimlaneBody=0;connectable=0;startSize=40;';
  const table = 'shape=table;childLayout=tableLayout;startSize=40;';
  const model = readOne(
    graph(
      vertex('t', 'Order flow', { style: table, at: [0, 0, 520, 280] }),
      vertex('r1', 'Customer', { style: row, at: [0, 40, 520, 120], parent: 't' }),
      vertex('c1', 'Phase 1', { style: cell, at: [40, 0, 240, 120], parent: 'r1' }),
      vertex('r2', '', { style: row, at: [0, 160, 520, 120], parent: 't' }),
      vertex('c2', '', { style: cell, at: [40, 0, 240, 120], parent: 'r2' }),
      vertex('a', 'Browser', { at: [60, 50, 80, 40], parent: 'c1' }),
      vertex('b', 'API', { at: [60, 50, 80, 40], parent: 'c2' }),
      edge('e', 'order', 'source="a" target="b"'),
    ),
  );
  expect(namesByKind(model)).toEqual({
    processNode: ['API', 'Browser'],
    trustBoundaryNode: ['Customer', 'Order flow', 'Phase 1'],
  });
  expect(nodeNamed(model, 'Browser')?.parentId).toBe('c1');
  expect(nodeNamed(model, 'API')).toMatchObject({ parentId: 't', position: { x: 100, y: 210 } });
  expect(flowsOf(model)).toEqual(['Browser → API: order']);
});

test('plain rectangles are external entities on a page in the notation of data flow diagrams', () => {
  const rectangle = vertex('u', 'Customer', { style: 'rounded=0;whiteSpace=wrap;html=1;' });
  const process = vertex('p', 'Shop', { style: 'ellipse;whiteSpace=wrap;', at: [200, 0, 80, 80] });
  const store = 'shape=partialRectangle;left=0;right=0;';
  const model = readOne(
    graph(
      rectangle,
      process,
      vertex('d', 'Orders', { style: store, at: [400, 0, 120, 60] }),
      vertex('r', 'Job', { style: 'rounded=1;', at: [600, 0, 80, 40] }),
      vertex('z', 'Office', { at: [0, 200, 400, 200] }),
      vertex('e', 'Clerk', { at: [50, 250, 80, 40] }),
    ),
  );
  expect(namesByKind(model)).toEqual({
    dataStoreNode: ['Orders'],
    externalEntityNode: ['Clerk', 'Customer'],
    processNode: ['Job', 'Shop'],
    trustBoundaryNode: ['Office'],
  });
  // The cells of a table have no sides either, but they are no stores.
  const other = readOne(
    graph(
      rectangle,
      process,
      vertex('t', 'Users', { style: 'shape=table;', at: [400, 0, 80, 40] }),
      vertex('row', '', { style: 'shape=tableRow;', parent: 't' }),
      vertex('cell', 'email', { style: store, parent: 'row' }),
    ),
  );
  expect(namesByKind(other)).toEqual({
    dataStoreNode: ['Users'],
    processNode: ['Customer', 'Shop'],
  });
});

test('an icon inside a shape belongs to the shape', () => {
  const part = 'shape=mxgraph.gcp2.hexIcon;prIcon=cloud_sql;part=1;connectable=0;';
  const model = readOne(
    graph(
      vertex('card', '', { style: 'rounded=1;shadow=1;', at: [40, 40, 110, 60] }),
      vertex('sql', 'Cloud SQL', { style: part, at: [0, 10, 44, 39], parent: 'card' }),
      vertex('uml', 'Billing', { style: 'html=1;dropTarget=0;', at: [300, 40, 180, 90] }),
      vertex('m', '', { style: 'shape=module;', at: [150, 5, 20, 20], parent: 'uml' }),
      vertex('vpc', 'VPC', { style: 'swimlane;', at: [600, 0, 300, 200] }),
      vertex('vm', '', { style: 'image;image=vm.svg', at: [20, 50, 60, 60], parent: 'vpc' }),
      edge('e', 'query', 'source="uml" target="card"'),
    ),
  );
  expect(namesByKind(model)).toEqual({
    dataStoreNode: ['Cloud SQL'],
    processNode: ['', 'Billing'],
    trustBoundaryNode: ['VPC'],
  });
  expect(nodeNamed(model, 'Cloud SQL')).toMatchObject({ width: 110, height: 60 });
  expect(JSON.stringify(model.content.components)).toContain('mxgraph.gcp2.hexIcon cloud_sql');
  expect(flowsOf(model)).toEqual(['Billing → Cloud SQL: query']);
});

test('a lifeline of a sequence diagram is one element', () => {
  const lifeline = 'shape=umlLifeline;container=1;dropTarget=0;collapsible=0;';
  const model = readOne(
    graph(
      vertex('a', 'Client', { style: lifeline, at: [0, 0, 100, 300] }),
      vertex('bar1', '', { at: [45, 80, 10, 100], parent: 'a' }),
      vertex('b', 'Server', { style: lifeline, at: [200, 0, 100, 300] }),
      vertex('bar2', '', { at: [45, 80, 10, 100], parent: 'b' }),
      edge('e', 'log in', 'source="bar1" target="bar2"'),
    ),
  );
  expect(namesByKind(model)).toEqual({ processNode: ['Client', 'Server'] });
  expect(flowsOf(model)).toEqual(['Client → Server: log in']);
});

test('a loose dashed line is a boundary unless its ends touch two components', () => {
  const dashed = 'endArrow=none;dashed=1';
  const model = readOne(
    graph(
      vertex('s', 'System', { style: 'dashed=1;', at: [0, 0, 600, 300] }),
      vertex('a', 'A', { style: 'ellipse', at: [60, 100, 80, 80] }),
      vertex('b', 'B', { style: 'ellipse', at: [460, 100, 80, 80] }),
      edge('inner', 'Inner', '', dashed, loose([300, 0], [300, 300])),
      edge('internet', 'Internet', '', dashed, loose([200, -100], [150, 140])),
      edge('flow', 'maybe', '', dashed, loose([145, 140], [455, 140])),
    ),
  );
  expect(namesByKind(model)['trustBoundaryNode']).toEqual(['Inner', 'Internet', 'System']);
  expect(flowsOf(model)).toEqual(['A → B: maybe']);
});

test('a loose line without arrows that is named like a boundary is one', () => {
  const solid = 'endArrow=none;';
  const model = readOne(
    graph(
      vertex('a', 'A'),
      vertex('b', 'B', { at: [400, 0, 80, 40] }),
      edge('t', 'Trust Boundary', '', solid, loose([200, -100], [200, 200])),
      edge('w', 'Wall', '', solid, loose([300, -100], [300, 200])),
      edge('f', 'Trust boundary crossed', 'source="a" target="b"', solid),
    ),
  );
  expect(namesByKind(model)['trustBoundaryNode']).toEqual(['Trust Boundary']);
  expect(flowsOf(model)).toEqual(['A → B: Trust boundary crossed']);
  expect(leftOutOf(model)).toContain('Wall');
});

test('a straight loose line with both ends at the same element is no flow', () => {
  const points = '<Array as="points"><mxPoint x="40" y="-60"/></Array>';
  const model = readOne(
    graph(
      vertex('a', 'A', { at: [0, 0, 200, 100] }),
      edge('rule', 'rule', '', 'endArrow=none;', loose([0, 30], [200, 30])),
      edge('loop', 'retry', '', '', loose([20, 0], [60, 0]) + points),
      edge('self', 'tick', 'source="a" target="a"'),
    ),
  );
  expect(flowsOf(model)).toEqual(['A → A: retry', 'A → A: tick']);
  expect(leftOutOf(model)).toContain('rule');
});

test('an element belongs to the innermost boundary inside the container that the file names', () => {
  const dashed = 'html=1;fillColor=none;dashed=1;';
  const model = readOne(
    graph(
      vertex('c', 'Cloud', { style: 'swimlane;', at: [0, 0, 600, 400] }),
      vertex('private', 'Private', { style: dashed, at: [40, 40, 300, 300], parent: 'c' }),
      vertex('subnet', 'Subnet', { style: dashed, at: [60, 60, 200, 200], parent: 'c' }),
      vertex('api', 'API', { at: [100, 100, 80, 40], parent: 'c' }),
      vertex('web', 'Web', { at: [400, 100, 80, 40], parent: 'c' }),
      vertex('over', 'Overlay', { style: dashed, at: [380, 80, 400, 400] }),
    ),
  );
  const parents = ['API', 'Subnet', 'Private', 'Web'].map(
    (name) => nodeNamed(model, name)?.parentId,
  );
  expect(parents).toEqual(['subnet', 'private', 'c', 'c']);
});

test('only the markers that are arrows give a flow its direction', () => {
  const ends = 'source="a" target="b"';
  const model = readOne(
    graph(
      vertex('a', 'A'),
      vertex('b', 'B', { at: [300, 0, 80, 40] }),
      edge('e1', '1', ends, 'startArrow=oval;endArrow=classic'),
      edge('e2', '2', ends, 'startArrow=classicThin;endArrow=oval'),
      edge('e3', '3', ends, 'startArrow=diamondThin;endArrow=openThin'),
      edge('e4', '4', ends, 'startArrow=ERmandOne;endArrow=ERmany'),
      edge('e5', '5', ends, 'startArrow=dash;endArrow=doubleBlock'),
      edge('e6', '6', ends, 'startArrow=openAsync;endArrow=block'),
    ),
  );
  expect(flowsOf(model)).toEqual([
    'A → B: 1',
    'B → A: 2',
    'A → B: 3',
    'A → B: 4',
    'A → B: 5',
    'A ↔ B: 6',
  ]);
});

test('a line to a group leads to its only component, or else to the group', () => {
  const group = (id: string, x: number) => vertex(id, '', { style: 'group', at: [x, 0, 200, 120] });
  const model = readOne(
    graph(
      group('g1', 0),
      vertex('l', 'Lambda', { at: [20, 0, 60, 60], parent: 'g1' }),
      vertex('t', 'eu-west-1', { style: 'text;', at: [0, 80, 80, 20], parent: 'g1' }),
      group('g2', 300),
      vertex('a', 'A', { at: [0, 0, 80, 40], parent: 'g2' }),
      vertex('b', 'B', { at: [100, 0, 80, 40], parent: 'g2' }),
      group('g3', 600),
      vertex('c', 'C', { at: [0, 0, 80, 40], parent: 'g3' }),
      edge('put', 'put', 'source="g1" target="g2"'),
    ),
  );
  expect(namesByKind(model)).toEqual({
    noteNode: ['eu-west-1'],
    processNode: ['A', 'B', 'C', 'Lambda'],
    trustBoundaryNode: [''],
  });
  expect(nodeNamed(model, 'A')?.parentId).toBe('g2');
  expect(flowsOf(model)).toEqual(['Lambda → : put']);
});

test('a group with an outline is a boundary if it contains several components', () => {
  const frame = 'group;dashed=1;strokeColor=#ff0000;fillColor=none;';
  const model = readOne(
    graph(
      vertex('g1', '', { style: frame, at: [0, 0, 300, 200] }),
      vertex('a', 'A', { at: [20, 20, 80, 40], parent: 'g1' }),
      vertex('b', 'B', { at: [150, 20, 80, 40], parent: 'g1' }),
      vertex('g2', '', { style: frame, at: [400, 0, 100, 100] }),
      vertex('c', 'C', { at: [10, 10, 80, 80], parent: 'g2' }),
      vertex('g3', '', { style: 'group;strokeColor=none;', at: [600, 0, 300, 200] }),
      vertex('d', 'D', { at: [20, 20, 80, 40], parent: 'g3' }),
      vertex('e', 'E', { at: [150, 20, 80, 40], parent: 'g3' }),
    ),
  );
  expect(countsOf(model)).toEqual([1, 5, 1, 0, 0]);
  expect(nodeNamed(model, 'A')?.parentId).toBe('g1');
  expect(nodeNamed(model, 'D')?.parentId).toBeUndefined();
});

test('a line that begins at another line begins at a note in the middle of that line', () => {
  const model = readOne(
    graph(
      vertex('z', 'Zone', { style: 'swimlane;', at: [0, 0, 600, 300] }),
      vertex('a', 'A', { at: [50, 50, 80, 40], parent: 'z' }),
      vertex('b', 'B', { at: [400, 50, 80, 40], parent: 'z' }),
      vertex('n', 'Logger', { at: [200, 200, 80, 40], parent: 'z' }),
      edge('e1', 'data', 'source="a" target="b"').replace('parent="1"', 'parent="z"'),
      edge('e2', 'copy', 'source="e1" target="n"').replace('parent="1"', 'parent="z"'),
    ),
  );
  expect(flowsOf(model)).toEqual(['A → B: data', '? → Logger: copy']);
  expect(nodeNamed(model, 'Not connected')?.position).toEqual({ x: 210, y: 50 });
  expect(JSON.stringify(model.report.repairs)).toContain('copy');
});

test('a dashed line that is stored as a shape is a boundary', () => {
  const line = 'line;direction=south;dashed=1;strokeColor=#FF0000;';
  const model = readOne(
    graph(
      vertex('a', 'A'),
      vertex('l', '', { style: line, at: [150, -100, 10, 300] }),
      vertex('s', '', { style: 'line;', at: [0, 300, 300, 10] }),
    ),
  );
  expect(namesByKind(model)).toEqual({ processNode: ['A'], trustBoundaryNode: [''] });
  expect(nodeNamed(model, '')).toMatchObject({
    position: { x: 135, y: -100 },
    width: 40,
    height: 300,
    data: { otm: { zone: { raw: { attributes: { line: '155,-100 155,200' } } } } },
  });
});

test('a property named type is kept, and a web browser container of C4 is a process', () => {
  const model = readOne(
    graph(
      object('o', 'Orders', 'type="PII store"', 'shape=partialRectangle;left=0;right=0;'),
      object('w', 'Web', 'c4Type="Container"', 'shape=mxgraph.c4.webBrowserContainer2;'),
    ),
  );
  expect(namesByKind(model)).toEqual({ dataStoreNode: ['Orders'], processNode: ['Web'] });
  expect(JSON.stringify(model.content.components)).toContain('"type":"PII store"');
});

test('the cells of an HTML table are separated', () => {
  const table =
    '<table><tr><th>ID</th><th>Asset</th></tr><tr><td>A01</td><td>Data</td></tr></table>';
  const escaped = table.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const model = readOne(graph(vertex('a', 'A'), vertex('t', escaped, { style: 'text;html=1;' })));
  expect(namesByKind(model)['noteNode']).toEqual(['ID Asset\nA01 Data']);
});

test('styles that were pasted into a label are not part of it', () => {
  const pasted = '&lt;style&gt;p { color: red }&lt;/style&gt;&lt;p&gt;Web&lt;/p&gt;';
  const model = readOne(graph(vertex('a', pasted, { style: 'html=1;' })));
  expect(namesByKind(model)).toEqual({ processNode: ['Web'] });
});

test('a placeholder is replaced with a property of the shape or of a container around it', () => {
  const cell = (id: string, label: string, more: string, style: string, parent: string) =>
    `<object id="${id}" label="${label}" placeholders="1" ${more}>` +
    `<mxCell style="${style}" vertex="1" parent="${parent}">${geometry(20, 20, 80, 40)}</mxCell></object>`;
  const layer = '<object id="layer" label="" stage="test"><mxCell parent="0"/></object>';
  const model = readOne(
    graph(
      layer,
      cell('z', '%größe% %stage%', 'größe="Big" team="Ops"', 'swimlane;', 'layer'),
      cell('a', '%team% %stage% %other%', 'stage="live"', '', 'z'),
    ),
  );
  expect(namesByKind(model)).toEqual({
    processNode: ['Ops live %other%'],
    trustBoundaryNode: ['Big test'],
  });
});

test('placeholders are replaced only up to a total length', () => {
  const long = (id: string) =>
    object(
      id,
      '%word% %text%'.repeat(50),
      `placeholders="1" word="Web" text="${'x'.repeat(90_000)}"`,
    );
  const model = readOne(graph(long('a'), long('b')));
  const { components } = model.content;
  expect(components.map(({ title }) => title.slice(0, 5))).toEqual(['Web x', 'Web %']);
  expect(JSON.stringify(components).length).toBeLessThan(6_000_000);
});

test('a file with too many pages is refused', () => {
  const pages = '<diagram/>'.repeat(100_001);
  expect(refusalOf(file(page('One', graph(vertex('a', 'A'))), pages))).toContain('100,003');
});

test('an exported model comes back with its descriptions, properties, and colors', () => {
  const model = smallModel();
  const [canvas] = model.canvases;
  const [boundary, process] = canvas?.data.nodes ?? [];
  const [flow] = canvas?.data.edges ?? [];
  Object.assign(boundary?.data ?? {}, {
    color: 'purple',
    trustLevel: 20,
    technology: 'Kubernetes',
  });
  Object.assign(process?.data ?? {}, { color: 'red', internetFacing: true });
  Object.assign(process?.data ?? {}, { dataClassification: 'personal' });
  Object.assign(flow?.data ?? {}, { color: 'green' });
  const description = 'Takes <b> & "orders".\n\n  - and pays';
  const components = model.components.map((component) => ({ ...component, description }));
  const read = readOne(drawIoXml({ ...model, components }));

  expect(nodeNamed(read, 'Cloud')?.data).toMatchObject({
    color: 'purple',
    trustLevel: 20,
    technology: 'Kubernetes',
  });
  expect(nodeNamed(read, 'Web app')?.data).toMatchObject({
    color: 'red',
    technology: 'Only in Europe',
    internetFacing: true,
    dataClassification: 'personal',
  });
  const [first, second] = edgesOf(read);
  expect(first?.data).toMatchObject({ color: 'green', protocol: 'HTTPS', encrypted: true });
  expect(second?.data).not.toHaveProperty('color');
  const texts = read.content.components.map(({ title, description: text }) => [title, text]);
  expect(texts).toEqual(
    ['Customer', 'Web app', 'Orders', 'Places an order'].map((title) => [title, description]),
  );
  expect(JSON.stringify(read.content)).not.toMatch(/tooltip|"attributes"/);
});

test('a task of BPMN is a process, and a sub-process with tasks inside is a boundary', () => {
  const task = 'shape=mxgraph.bpmn.task2;html=1;container=1;expand=0;collapsible=0;';
  const model = readOne(
    graph(
      vertex('t', 'Check order', { style: task, at: [0, 0, 120, 80] }),
      vertex('s', 'Payment', { style: task, at: [200, 0, 300, 200] }),
      vertex('p', 'Charge card', { style: task, at: [20, 20, 120, 80], parent: 's' }),
      edge('e', 'paid', 'source="t" target="p"'),
    ),
  );
  expect(namesByKind(model)).toEqual({
    processNode: ['Charge card', 'Check order'],
    trustBoundaryNode: ['Payment'],
  });
  expect(nodeNamed(model, 'Charge card')?.parentId).toBe('s');
});

test('the only text in or just below a shape without a name is its name', () => {
  const text = 'text;html=1;strokeColor=none;';
  const lambda = 'shape=mxgraph.aws4.lambda_function;';
  const model = readOne(
    graph(
      vertex('i', '', { style: lambda, at: [100, 100, 60, 60] }),
      vertex('c', 'Order API', { style: text, at: [90, 160, 80, 30] }),
      vertex('db', '', { style: 'shape=cylinder3;', at: [300, 100, 60, 60] }),
      vertex('dc', 'Orders', { style: text, at: [300, 120, 60, 20] }),
      vertex('n', 'Mailer', { style: lambda, at: [500, 100, 60, 60] }),
      vertex('r', 'Only on weekdays', { style: text, at: [490, 160, 80, 30] }),
      vertex('z', '', { style: 'dashed=1;', at: [600, 0, 300, 300] }),
      vertex('zc', 'Office', { style: text, at: [700, 5, 80, 20] }),
      vertex('v', '', { style: 'dashed=1;', at: [600, 400, 300, 300] }),
      vertex('w', 'Laptop', { style: text, at: [700, 410, 80, 20] }),
      edge('e1', 'read', 'source="c" target="db"'),
      edge('e2', 'sync', 'source="w" target="dc"'),
    ),
  );
  expect(namesByKind(model)).toEqual({
    dataStoreNode: ['Orders'],
    noteNode: ['Only on weekdays'],
    processNode: ['Laptop', 'Mailer', 'Order API'],
    trustBoundaryNode: ['', 'Office'],
  });
  expect(flowsOf(model)).toEqual(['Order API → Orders: read', 'Laptop → Orders: sync']);
});

test('a box around cards without a label of their own is a boundary', () => {
  const card = 'rounded=1;shadow=1;';
  const part = 'shape=mxgraph.gcp2.hexIcon;prIcon=app_engine;part=1;connectable=0;';
  const model = readOne(
    graph(
      vertex('z', 'Google Cloud', { style: 'fillColor=#F6F6F6;', at: [400, 100, 400, 330] }),
      vertex('card', '', { style: card, at: [630, 140, 170, 70] }),
      vertex('icon', 'App Engine', { style: part, at: [0, 10, 44, 39], parent: 'card' }),
      vertex('y', 'Proxy', { style: 'fillColor=#F6F6F6;', at: [0, 100, 300, 330] }),
      vertex('lb', '', { at: [40, 290, 130, 60] }),
      edge('e', 'call', 'source="lb" target="card"'),
    ),
  );
  expect(namesByKind(model)).toEqual({
    processNode: ['', 'App Engine'],
    trustBoundaryNode: ['Google Cloud', 'Proxy'],
  });
  expect(nodeNamed(model, 'App Engine')?.parentId).toBe('z');
});

test('a box around boxes with several texts each is a boundary', () => {
  const box = (id: string, x: number, y: number, width: number, height: number) =>
    vertex(id, '', { style: 'rounded=1;', at: [x, y, width, height] });
  const text = (id: string, x: number, y: number) =>
    vertex(id, id, { style: 'text;', at: [x, y, 80, 20] });
  const model = readOne(
    graph(
      vertex('hub', 'Hub', { style: 'rounded=1;', at: [0, 0, 400, 200] }),
      box('one', 20, 50, 150, 100),
      text('Firewall', 40, 60),
      text('10.0.0.4', 40, 90),
      box('two', 200, 50, 150, 100),
      text('Bastion', 220, 60),
      text('10.0.0.5', 220, 90),
    ),
  );
  expect(namesByKind(model)['trustBoundaryNode']).toEqual(['Hub']);
  expect(countsOf(model)).toEqual([1, 2, 1, 0, 0]);
});

test('tooltips and properties of cells that are no elements are kept', () => {
  const cell = (id: string, label: string, more: string, inner: string) =>
    `<object id="${id}" label="${label}" tooltip="tip of ${id}" link="l-${id}">` +
    `<mxCell ${more}>${inner}</mxCell></object>`;
  const place = geometry(0, 0, 300, 200);
  const model = readOne(
    graph(
      '<object id="page" label="" owner="Ann"><mxCell parent="0"/></object>',
      '<mxCell id="layer" value="Network" parent="0"/>',
      cell('many', '', 'style="group" vertex="1" parent="layer"', place),
      vertex('A', 'A', { style: 'rounded=1;', parent: 'many' }),
      vertex('B', 'B', { style: 'rounded=1;', at: [150, 0, 80, 40], parent: 'many' }),
      cell('one', '', 'style="group" vertex="1" parent="layer"', geometry(0, 300, 90, 50)),
      vertex('C', 'C', { style: 'rounded=1;', parent: 'one' }),
      edge('f', 'call', 'source="A" target="B"', 'endArrow=block;'),
      cell('label', 'POST', 'style="edgeLabel;" vertex="1" parent="f"', ''),
    ),
  );
  const attributes = (link: string) => ({ raw: { attributes: { link } } });
  expect(model.content.canvases[0]?.kept).toEqual({
    raw: {
      description: 'tip of many',
      attributes: { owner: 'Ann', link: 'l-many', layers: ['Network'] },
    },
  });
  expect(
    model.content.components
      .filter(({ description }) => description !== '')
      .map(({ title, description }) => [title, description]),
  ).toEqual([
    ['C', 'tip of one'],
    ['call POST', 'tip of label'],
  ]);
  expect(model.content.components.find(({ title }) => title === 'C')?.kept).toEqual(
    attributes('l-one'),
  );
  expect(edgesOf(model)[0]?.data?.['otm']).toEqual({ flow: attributes('l-label') });
});

test('the dashes of an icon or of a shape without an outline do not make it a boundary', () => {
  const model = readOne(
    graph(
      vertex('m', 'Monitor', { style: 'image;html=1;image=img/lib/azure2/Monitor.svg;dashed=1;' }),
      vertex('v', 'VM', {
        style: 'shape=mxgraph.azure.virtual_machine;strokeColor=none;dashed=1;',
        at: [200, 0, 60, 60],
      }),
      vertex('z', 'Office', { style: 'dashed=1;strokeColor=#ff0000;', at: [400, 0, 200, 200] }),
    ),
  );
  expect(namesByKind(model)).toEqual({
    processNode: ['Monitor', 'VM'],
    trustBoundaryNode: ['Office'],
  });
});

test('a line to a place inside a boundary leads to the component there', () => {
  const model = readOne(
    graph(
      vertex('d', 'Chats', { style: 'shape=cylinder3;', at: [0, 300, 80, 60] }),
      vertex('a', 'Admin', { at: [240, 40, 120, 60] }),
      vertex('z', 'Admin machine', { style: 'dashed=1;fillColor=none;', at: [200, 0, 200, 120] }),
      edge(
        'inside',
        'set up',
        'source="d" target="z"',
        'entryX=0.5;entryY=0.833;entryPerimeter=0;',
      ),
      // Without `entryPerimeter=0`, draw.io moves the end to the outline of the boundary.
      edge('outline', 'log', 'source="d" target="z"', 'entryX=0.5;entryY=0.833;'),
      edge('left', 'scan', 'source="z" target="d"', 'exitX=0;exitY=0.5;exitPerimeter=0;'),
    ),
  );
  expect(flowsOf(model)).toEqual([
    'Chats → Admin: set up',
    'Chats → Admin machine: log',
    'Admin machine → Chats: scan',
  ]);
});

test('a text that a line joins to a shape is no name of the shape', () => {
  const model = readOne(
    graph(
      vertex('a', '', { at: [0, 0, 100, 50] }),
      vertex('t', 'Caption', { style: 'text', at: [0, 60, 100, 20] }),
      edge('e', '', 'source="a" target="t"'),
    ),
  );
  expect(edgesOf(model)).toMatchObject([{ source: 'a', target: 't' }]);
});

test('a word of a style that names no shape is not the type', () => {
  const model = readOne(
    graph(
      vertex('a', 'Shop', { style: 'rounded=1;9E9E9E;' }),
      vertex('b', 'Web', { style: 'C0FFEE' }),
    ),
  );
  expect(JSON.stringify(model.content.components)).not.toMatch(/9E9E9E|C0FFEE/);
});

test('the label of a C4 shape is split into the name, the type, and the description', () => {
  const label = '%c4Name%&lt;br&gt;[%c4Type%: %c4Technology%]&lt;br&gt;%c4Description%';
  const properties = 'c4Type="Container" c4Technology="Java" c4Description="Takes orders"';
  const c4 = (id: string, name: string, text: string) =>
    object(id, text, `placeholders="1" c4Name="${name}" ${properties}`, 'rounded=1;html=1;');
  const model = readOne(graph(c4('s', 'Shop', label), c4('r', 'name', 'Renamed')));
  expect(namesByKind(model)).toEqual({ processNode: ['Renamed', 'Shop'] });
  const [shop, renamed] = model.content.components;
  expect(shop).toMatchObject({
    description: 'Takes orders',
    kept: { raw: { type: 'Container', attributes: { c4Technology: 'Java' } } },
  });
  expect(JSON.stringify(shop)).not.toContain('c4Name');
  expect(JSON.stringify(renamed)).toContain('"c4Description":"Takes orders"');
});

test('cycles of parents are cut', () => {
  const model = readOne(
    graph(vertex('a', 'A', { parent: 'b' }), vertex('b', 'B', { parent: 'a' })),
  );
  expect(countsOf(model)[1] ?? 0).toBeLessThanOrEqual(2);
});

test.runIf(hasRealFiles)('the real files', () => {
  const model = readOne(realFile('drawio-basic-example.drawio'), 'drawio-basic-example.drawio');
  expect(model.content.title).toBe('drawio-basic-example');
  expect(countsOf(model)).toEqual([1, 4, 3, 3, 0]);
  expect(nodeNamed(model, 'Bookings')?.parentId).toBe(nodeNamed(model, 'VPC 3')?.id);
  expect(refusalOf(realFile('wrong_mxfile.drawio'))).toContain('XML');
});
