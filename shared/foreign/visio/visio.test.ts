import { strToU8, zipSync } from 'fflate/browser';
import { expect, test } from 'vitest';
import {
  countsOf,
  flowsOf,
  hasRealFiles,
  leftOutOf,
  namesByKind,
  nodeNamed,
  readOne,
  realFile,
  refusalOf,
} from '../testing/read-foreign-file.ts';

const cells = (values: Record<string, number | string>): string =>
  Object.entries(values)
    .map(([name, value]) => `<Cell N="${name}" V="${value}"/>`)
    .join('');

/** Returns a shape, given its center and size in inches. */
const shape = (
  id: number,
  text: string,
  [x, y, width, height]: [number, number, number, number],
  { attributes = '', more = '' } = {},
): string =>
  `<Shape ID="${id}" ${attributes}>${cells({ PinX: x, PinY: y, Width: width, Height: height })}` +
  `${more}<Text><cp IX="0"/>${text}\n</Text></Shape>`;

const line = (
  id: number,
  text: string,
  [x1, y1, x2, y2]: [number, number, number, number],
  more = '',
): string =>
  `<Shape ID="${id}" Type="Shape">${cells({ BeginX: x1, BeginY: y1, EndX: x2, EndY: y2 })}${more}` +
  `<Text>${text}</Text></Shape>`;

const connect = (id: number, from: number, to: number): string =>
  `<Connect FromSheet="${id}" FromCell="BeginX" ToSheet="${from}"/>` +
  `<Connect FromSheet="${id}" FromCell="EndX" ToSheet="${to}"/>`;

const rels = (ids: string[], kind: string): string =>
  `<Relationships>${ids.map((id, at) => `<Relationship Id="${id}" Target="${kind}${at + 1}.xml"/>`).join('')}</Relationships>`;

type Page = { shapes: string[]; connects?: string; sheet?: string; background?: boolean };

const vsdx = (...pages: Page[]): Uint8Array => vsdxWith({}, ...pages);

/** Returns a Visio file with these pages. `parts` are added to the file or replace parts of it. */
const vsdxWith = (parts: Record<string, string>, ...pages: Page[]): Uint8Array => {
  const all = { ...partsOf(pages), ...parts };
  return zipSync(
    Object.fromEntries(Object.entries(all).map(([path, text]) => [path, strToU8(text)])),
  );
};

const partsOf = (pages: Page[]): Record<string, string> => ({
  'visio/document.xml': '<VisioDocument/>',
  'visio/pages/pages.xml': `<Pages xmlns:r="r">${pages
    .map(
      ({ sheet = '', background = false }, at) =>
        `<Page ID="${at}" Name="Page ${at + 1}" Background="${background ? 1 : 0}">` +
        `<PageSheet>${cells({ PageHeight: 8 })}${sheet}</PageSheet><Rel r:id="r${at}"/></Page>`,
    )
    .join('')}</Pages>`,
  'visio/pages/_rels/pages.xml.rels': rels(
    pages.map((_page, at) => `r${at}`),
    'page',
  ),
  'visio/masters/masters.xml':
    '<Masters xmlns:r="r"><Master ID="3" NameU="External Entity" Name="Externe Entität"><Rel r:id="r0"/></Master></Masters>',
  'visio/masters/_rels/masters.xml.rels': rels(['r0'], 'master'),
  'visio/masters/master1.xml': `<MasterContents><Shapes>${shape(9, 'Entity', [0, 0, 1, 1])}</Shapes></MasterContents>`,
  ...Object.fromEntries(
    pages.map(({ shapes, connects = '' }, at) => [
      `visio/pages/page${at + 1}.xml`,
      `<PageContents><Shapes>${shapes.join('')}</Shapes><Connects>${connects}</Connects></PageContents>`,
    ]),
  ),
});

/** Returns the parts of masters, given their names and shapes. Their IDs are 1, 2, and so on. */
const masters = (shapes: Record<string, string>): Record<string, string> => {
  const [names, contents] = [Object.keys(shapes), Object.values(shapes)];
  const ids = names.map((_name, at) => `r${at + 1}`);
  return {
    'visio/masters/masters.xml': `<Masters xmlns:r="r">${names
      .map((name, at) => `<Master ID="${at + 1}" NameU="${name}"><Rel r:id="r${at + 1}"/></Master>`)
      .join('')}</Masters>`,
    'visio/masters/_rels/masters.xml.rels': rels(ids, 'master'),
    ...Object.fromEntries(
      contents.map((content, at) => [
        `visio/masters/master${at + 1}.xml`,
        `<MasterContents><Shapes>${content}</Shapes></MasterContents>`,
      ]),
    ),
  };
};

/** Returns a group, given its center and size in inches. Its shapes are placed from its lower left. */
const group = (
  id: number,
  [x, y, width, height]: [number, number, number, number],
  shapes: string,
  { attributes = '', more = '' } = {},
): string =>
  `<Shape ID="${id}" Type="Group" ${attributes}>` +
  `${cells({ PinX: x, PinY: y, Width: width, Height: height })}${more}<Shapes>${shapes}</Shapes></Shape>`;

/** The cells of a text without an outline and a fill. */
const asText = { more: cells({ LinePattern: 0, FillPattern: 0 }) };

const picture = (id: number, place: [number, number, number, number]): string =>
  `<Shape ID="${id}" Type="Foreign">` +
  `${cells({ PinX: place[0], PinY: place[1], Width: place[2], Height: place[3] })}</Shape>`;

const container =
  '<Section N="User"><Row N="msvStructureType"><Cell N="Value" V="Container"/></Row></Section>';

test('shapes of masters, containers, and dashed shapes are read with their places', () => {
  const model = readOne(
    vsdx({
      shapes: [
        shape(1, 'Zone', [5, 4, 4, 4], { more: container }),
        shape(2, 'Web <pp IX="0"/>app', [5, 4, 1, 1]),
        shape(3, 'Orders', [6, 4, 0.5, 0.5], { attributes: 'NameU="Database.17"' }),
        shape(4, 'Ann', [1, 4, 1, 1], { attributes: 'Master="3"' }),
        shape(5, 'Cloud', [1, 1, 1, 1], { more: cells({ LinePattern: 2 }) }),
        shape(6, 'Only text', [1, 7, 1, 1], { more: cells({ LinePattern: 0, FillPattern: 0 }) }),
        shape(7, '', [9, 9, 1, 1]),
        `<Shape ID="8" Master="3">${cells({ PinX: 3, PinY: 1 })}</Shape>`,
      ],
    }),
  );
  expect(namesByKind(model)).toEqual({
    dataStoreNode: ['Orders'],
    externalEntityNode: ['Ann', 'Entity'],
    noteNode: ['Only text'],
    processNode: ['Web app'],
    trustBoundaryNode: ['Cloud', 'Zone'],
  });
  expect(nodeNamed(model, 'Web app')).toMatchObject({
    parentId: '1',
    position: { x: 144, y: 144 },
    width: 96,
    height: 96,
  });
});

test('lines are flows if they are glued or touch, with their arrows', () => {
  const model = readOne(
    vsdx({
      shapes: [
        shape(1, 'A', [1, 4, 1, 1]),
        shape(2, 'B', [4, 4, 1, 1]),
        line(3, 'glued', [1.5, 4, 3.5, 4], cells({ EndArrow: 4 })),
        line(4, 'touch', [1.5, 3.8, 3.5, 3.8], cells({ BeginArrow: 4 })),
        line(5, 'both', [1.5, 4.2, 3.5, 4.2], cells({ BeginArrow: 4, EndArrow: 4 })),
        line(6, 'rule', [0, 7, 9, 7]),
        line(7, '', [2.5, 0, 2.5, 8], cells({ LinePattern: 2 })),
        line(8, 'half', [1.5, 4, 7, 1]),
      ],
      connects: `${connect(3, 1, 2)}${connect(5, 1, 2)}<Connect FromSheet="8" FromCell="BeginX" ToSheet="1"/>`,
    }),
  );
  expect(flowsOf(model)).toEqual(['A → B: glued', 'B → A: touch', 'A ↔ B: both', 'A → ?: half']);
  expect(countsOf(model)).toEqual([1, 2, 1, 4, 0]);
  expect(leftOutOf(model)).toContain('rule');
});

test('a group of elements is a boundary, a group of a master or an icon is one element', () => {
  const inner = (id: number, text: string, x: number) => shape(id, text, [x, 0.5, 0.5, 0.5]);
  const model = readOne(
    vsdx({
      shapes: [
        group(10, [4, 4, 3, 1], inner(11, 'Left', 0.5) + inner(12, 'Right', 2)),
        group(20, [9, 4, 3, 1], inner(21, 'Label', 0.5), { attributes: 'Master="3"' }),
        group(30, [1, 4, 3, 1], inner(31, 'Lucid', 0.5), {
          attributes: 'NameU="com.lucidchart.DatabaseBlock.4"',
        }),
        line(40, 'go', [0, 0, 1, 1]),
      ],
      connects: connect(40, 21, 12),
    }),
  );
  expect(namesByKind(model)).toEqual({
    dataStoreNode: ['Lucid'],
    externalEntityNode: ['Entity'],
    processNode: ['Left', 'Right'],
    trustBoundaryNode: [''],
  });
  expect(nodeNamed(model, 'Left')).toMatchObject({ parentId: '10', position: { x: 24, y: 24 } });
  expect(flowsOf(model)).toEqual(['Entity → Right: go']);
});

test('a group that comes from a master, and a container of Lucidchart, surround elements', () => {
  const vpc = group(
    5,
    [2, 2, 4, 4],
    shape(6, 'VPC', [2, 2, 4, 4]) + shape(7, '', [0.2, 3.8, 0.4, 0.4]),
  );
  const model = readOne(
    vsdxWith(
      masters({ VPC: vpc, Server: group(8, [0, 0, 1, 1], shape(9, '', [0.5, 0.5, 1, 1])) }),
      {
        shapes: [
          group(1, [3, 5, 4, 4], '<Shape ID="2" MasterShape="6"/><Shape ID="3" MasterShape="7"/>', {
            attributes: 'Master="1"',
          }),
          shape(10, 'App', [2, 5, 1, 1]),
          shape(11, 'Host', [4, 5, 1, 1], { attributes: 'Type="Group" Master="2"' }),
          // A mark on the icon of the server.
          shape(12, '', [4.2, 5.2, 0.2, 0.2], { attributes: 'Master="2"' }),
          group(20, [8, 5, 4, 4], shape(21, 'AWS Cloud', [2, 3.8, 4, 0.3], asText), {
            attributes: 'NameU="com.lucidchart.RectangleContainerBlock.1"',
          }),
          group(
            30,
            [8, 5, 1, 1],
            picture(31, [0.5, 0.5, 1, 1]) + shape(32, 'Web', [0.5, -0.2, 1, 0.3], asText),
            {
              attributes: 'NameU="com.lucidchart.AmazonEC2InstanceAWS2021.2"',
            },
          ),
        ],
      },
    ),
  );
  expect(namesByKind(model)).toEqual({
    processNode: ['App', 'Host', 'Server', 'Web'],
    trustBoundaryNode: ['AWS Cloud', 'VPC'],
  });
  expect(['App', 'Host', 'Web'].map((name) => nodeNamed(model, name)?.parentId)).toEqual([
    '1',
    '1',
    '20',
  ]);
});

test('a group with its own frame is one boundary', () => {
  const inner = group(
    20000,
    [3, 1, 1.5, 1.5],
    shape(20, 'Subnet', [0.75, 0.75, 1.5, 1.5]) + shape(21, 'B', [0.75, 0.75, 1, 1]),
  );
  const model = readOne(
    vsdx({
      shapes: [
        group(
          10000,
          [4, 4, 4, 4],
          shape(10, 'DMZ', [2, 2, 4, 4]) +
            shape(11, 'A', [1, 2, 1, 1]) +
            inner +
            line(12, 'go', [1, 2, 3, 1]),
        ),
        shape(30, 'Out', [9, 4, 1, 1]),
        line(31, 'in', [8.5, 4, 6, 4]),
      ],
      connects: connect(12, 11, 21) + connect(31, 30, 10000),
    }),
  );
  expect(namesByKind(model)).toEqual({
    processNode: ['A', 'B', 'Out'],
    trustBoundaryNode: ['DMZ', 'Subnet'],
  });
  expect(['A', 'Subnet', 'B'].map((name) => nodeNamed(model, name)?.parentId)).toEqual([
    '10',
    '10',
    '20',
  ]);
  expect(flowsOf(model)).toEqual(['A → B: go', 'Out → DMZ: in']);
});

test('the shapes in a mirrored group are mirrored', () => {
  const inner = shape(2, 'Left', [0.5, 1, 1, 1]) + shape(3, 'Right', [3.5, 1, 1, 1]);
  const mirrored = cells({ FlipX: 1 });
  const model = readOne(vsdx({ shapes: [group(1, [4, 4, 4, 2], inner, { more: mirrored })] }));
  expect(nodeNamed(model, 'Left')?.position).toEqual({ x: 288, y: 48 });
  expect(nodeNamed(model, 'Right')?.position).toEqual({ x: 0, y: 48 });
});

test('a dashed line that connects nothing is a boundary, unless it has an arrow', () => {
  const dashed = cells({ LinePattern: 2 });
  const model = readOne(
    vsdx({
      shapes: [
        shape(1, 'A', [1, 4, 1, 1]),
        line(2, 'Internet / DMZ', [3, 1, 3, 7], dashed),
        line(3, 'key: data flow', [8, 1, 9, 1], dashed + cells({ EndArrow: 4 })),
      ],
    }),
  );
  expect(namesByKind(model)).toEqual({ processNode: ['A'], trustBoundaryNode: ['Internet / DMZ'] });
  expect(leftOutOf(model)).toContain('key: data flow');
});

test('a line is a boundary if it is named like one, or crosses a boundary', () => {
  const model = readOne(
    vsdx({
      shapes: [
        shape(1, 'Office', [4, 4, 6, 4], { more: container }),
        shape(2, 'A', [2, 4, 1, 1]),
        shape(3, 'B', [6, 4, 2, 1]),
        line(4, 'DMZ', [4, 2, 4, 6], cells({ LinePattern: 2 })),
        line(5, 'Trust boundary', [9, 1, 9, 7]),
        line(6, 'rule', [5, 4, 7, 4]),
        line(7, 'call', [2.5, 4, 5, 4], cells({ LinePattern: 2 })),
      ],
    }),
  );
  expect(namesByKind(model)['trustBoundaryNode']).toEqual(['DMZ', 'Office', 'Trust boundary']);
  expect(flowsOf(model)).toEqual(['A → B: call']);
  expect(leftOutOf(model)).toContain('rule');
});

test('the invisible lists around the lanes of a process are no boundaries', () => {
  const list =
    '<Section N="User"><Row N="msvStructureType"><Cell N="Value" V="List"/></Row></Section>';
  const lists = ['Swimlane List', 'Phase List', 'Shopping list'];
  const names = Object.fromEntries(
    lists.map((name) => [name, shape(5, '', [0, 0, 1, 1], { more: list })]),
  );
  const model = readOne(
    vsdxWith(masters({ ...names, Swimlane: shape(5, 'Function', [0, 0, 1, 1]) }), {
      shapes: [
        shape(1, '', [4, 4, 6, 4], { attributes: 'Master="1"' }),
        shape(2, '', [4, 4, 6, 4], { attributes: 'Master="2"' }),
        shape(3, 'Sales', [4, 4, 6, 2], { attributes: 'Master="4"' }),
        shape(4, 'Order', [4, 4, 1, 1]),
        shape(5, 'To buy', [9, 4, 1, 1], { attributes: 'Master="3"' }),
      ],
    }),
  );
  expect(namesByKind(model)).toEqual({
    processNode: ['Order'],
    trustBoundaryNode: ['Sales', 'To buy'],
  });
  expect(nodeNamed(model, 'Sales')?.parentId).toBeUndefined();
  expect(model.leftOut).toEqual([]);
});

test('a line in a group with one shape is a flow if it is glued', () => {
  const grouped = picture(2, [1, 1, 1, 1]) + line(3, 'send', [1.5, 1, 4, 1]);
  const model = readOne(
    vsdx({
      shapes: [group(1, [2, 4, 2, 2], grouped), shape(4, 'Target', [6, 4, 1, 1])],
      connects: connect(3, 2, 4),
    }),
  );
  expect(namesByKind(model)).toEqual({ processNode: ['', 'Target'], trustBoundaryNode: [''] });
  expect(flowsOf(model)).toEqual([' → Target: send']);
});

test('a pasted drawing of several parts is one element', () => {
  const part = (id: number, x: number) =>
    group(id, [x, 0.25, 0.25, 0.5], shape(id + 1, '', [0.1, 0.1, 0.2, 0.2]));
  const icon = (id: number, x: number) =>
    group(id, [x, 4, 0.5, 0.5], part(id + 1, 0.1) + part(id + 3, 0.4));
  const model = readOne(
    vsdx({
      shapes: [
        icon(10, 2),
        shape(19, 'Web', [2, 3.5, 1, 0.3], asText),
        icon(20, 6),
        line(40, 'go', [2.25, 4, 5.75, 4]),
      ],
      connects: connect(40, 12, 20),
    }),
  );
  expect(namesByKind(model)).toEqual({ processNode: ['', 'Web'] });
  expect(countsOf(model)).toEqual([1, 2, 0, 1, 0]);
});

test('a text in or just below a shape without a name is its name', () => {
  const label = (id: number, text: string, [x, y]: [number, number]) =>
    shape(id, text, [x, y, 1, 0.3], asText);
  const model = readOne(
    vsdx({
      shapes: [
        picture(1, [2, 4, 1, 1]),
        label(2, 'Web server', [2, 3.3]),
        shape(3, '', [6, 4, 2, 1]),
        label(4, 'App', [6, 4]),
        line(5, 'call', [2.5, 4, 5, 4]),
        // A second text is a note.
        shape(6, 'Named', [2, 7, 1, 1]),
        label(7, 'runs on Linux', [2, 6.3]),
        // A zone with a title, and another one with the label of a line.
        shape(10, '', [10, 6, 3, 3]),
        label(11, 'DMZ', [9, 7.3]),
        shape(12, 'Proxy', [10, 6, 1, 1]),
        shape(20, '', [14, 6, 3, 3]),
        label(21, 'HTTPS', [14, 6.6]),
        shape(22, 'Left', [13.2, 6, 0.5, 0.5]),
        shape(23, 'Right', [14.8, 6, 0.5, 0.5]),
        // Neither of these has a name.
        picture(30, [2, 1, 1, 1]),
        shape(31, '', [6, 1, 1, 1]),
      ],
      connects: connect(5, 1, 3),
    }),
  );
  expect(namesByKind(model)).toEqual({
    noteNode: ['HTTPS', 'runs on Linux'],
    processNode: ['App', 'Left', 'Named', 'Proxy', 'Right', 'Web server'],
    trustBoundaryNode: ['', 'DMZ'],
  });
  expect(flowsOf(model)).toEqual(['Web server → App: call']);
  expect(leftOutOf(model)).toContain('2 shapes without a name');
});

test('a group around one icon is of the kind of the icon, with all texts', () => {
  const model = readOne(
    vsdxWith(masters({ Database: shape(5, '', [0, 0, 1, 1]) }), {
      shapes: [
        group(
          1,
          [3, 4, 2, 2],
          shape(2, '', [1, 1, 2, 2], { attributes: 'Master="1"' }) +
            shape(3, 'Orders', [1, 0.2, 1, 0.3], asText) +
            shape(4, 'PostgreSQL 17', [1, -0.1, 1, 0.3], asText),
        ),
      ],
    }),
  );
  expect(namesByKind(model)).toEqual({ dataStoreNode: ['Orders'] });
  expect(model.content.components[0]?.description).toBe('PostgreSQL 17');
});

test('names of masters decide the kind by whole words', () => {
  const externals = ['Entity 1', 'External Entity', 'UMLActorBlock', 'User', 'Salesperson'];
  const boundaries = ['Security Zone', 'Swimlane', 'Curved panel', 'Trust Boundary'];
  const processes = [
    'Azure Data Factory',
    'Multi-Factor Authentication',
    'Amazon Personalize',
    'Notebook',
    'Container Instances',
    'DNS Zone',
    'Interface',
  ];
  const all = [...externals, ...boundaries, ...processes];
  const read = (names: string[]) =>
    readOne(
      vsdxWith(
        masters(Object.fromEntries(names.map((name) => [name, shape(1, '', [0, 0, 1, 1])]))),
        {
          shapes: names.map((name, at) =>
            shape(at + 1, name, [2 * at, 1, 1, 1], { attributes: `Master="${at + 1}"` }),
          ),
        },
      ),
    );
  expect(namesByKind(read(all))).toEqual({
    externalEntityNode: externals.toSorted(),
    processNode: processes.toSorted(),
    trustBoundaryNode: boundaries.toSorted(),
  });
  // In the Gane–Sarson stencil, which has a data store, an interface is an external entity.
  expect(namesByKind(read(['Interface', 'Data Store']))).toEqual({
    dataStoreNode: ['Data Store'],
    externalEntityNode: ['Interface'],
  });
});

const row = (name: string, values: Record<string, string>, attributes = ''): string =>
  `<Row N="${name}" ${attributes}>${cells(values)}</Row>`;
const section = (name: string, ...rows: string[]): string =>
  `<Section N="${name}">${rows.join('')}</Section>`;

test('properties, hyperlinks, and comments are kept as attributes', () => {
  const server = shape(5, '', [0, 0, 1, 1], {
    more: section(
      'Property',
      row('Cost', { Label: 'Cost per unit', Value: '0' }),
      row('Protocol', { Label: 'Protocol', Value: 'HTTP' }),
      row('Room', { Label: 'Room', Value: '1' }),
      row('Owner', { Label: 'Owner', Value: 'Ann' }),
      '<Row N="Rack"><Cell N="Value" V="0" F="No Formula"/></Row>',
    ),
  });
  const comment = (shapeId: string, text: string) =>
    `<CommentEntry AuthorID="1" PageID="0" ${shapeId}>${text}</CommentEntry>`;
  const model = readOne(
    vsdxWith(
      {
        ...masters({ Server: server }),
        'visio/comments.xml':
          '<Comments><AuthorList><AuthorEntry ID="1" Name="Bob"/></AuthorList><CommentList>' +
          `${comment('ShapeID="1"', 'Is TLS on?')}${comment('', 'Draft')}</CommentList></Comments>`,
      },
      {
        shapes: [
          shape(1, 'Web', [1, 1, 1, 1], {
            attributes: 'Master="1"',
            more:
              section(
                'Property',
                row('Cost', { Value: '5' }),
                row('Protocol', { Value: '' }),
                row('Room', {}, 'Del="1"'),
              ) +
              section(
                'Hyperlink',
                row('Row_1', {
                  Description: 'Spec',
                  Address: 'https://example.org/a',
                  SubAddress: 'b',
                }),
              ),
          }),
        ],
      },
    ),
  );
  expect(model.content.components[0]?.kept).toMatchObject({
    raw: {
      attributes: {
        'Cost per unit': '5',
        Owner: 'Ann',
        link: 'Spec https://example.org/a#b',
        comments: 'Bob: Is TLS on?',
      },
    },
  });
  const texts = JSON.stringify(model.content);
  expect(texts).toContain('Bob: Draft');
  expect(texts).not.toMatch(/Room|Rack|Protocol/);
});

test('styles decide how a shape is drawn if neither the shape nor its master does', () => {
  const style = (id: number, values: Record<string, number>, basedOn: number) =>
    `<StyleSheet ID="${id}" LineStyle="${basedOn}" FillStyle="${basedOn}">${cells(values)}</StyleSheet>`;
  const styles =
    style(0, { LinePattern: 1, FillPattern: 1, BeginArrow: 0, EndArrow: 0 }, 9) +
    style(1, {}, 2) +
    style(2, { LinePattern: 0, FillPattern: 0 }, 0) +
    style(3, { LinePattern: 23, BeginArrow: 4 }, 0) +
    // A circle.
    style(8, {}, 9) +
    style(9, {}, 8);
  const styled = (id: number) => ({ attributes: `LineStyle="${id}" FillStyle="${id}"` });
  const model = readOne(
    vsdxWith(
      {
        'visio/document.xml': `<VisioDocument><StyleSheets>${styles}</StyleSheets></VisioDocument>`,
      },
      {
        shapes: [
          shape(1, 'A', [1, 4, 1, 1], styled(0)),
          shape(2, 'B', [4, 4, 1, 1], styled(8)),
          shape(3, 'Just a remark', [1, 7, 2, 0.3], styled(1)),
          shape(4, 'Zone', [8, 4, 1, 1], styled(3)),
          line(5, 'back', [1.5, 4, 3.5, 4]).replace('Type', 'LineStyle="3" Type'),
          // A guide is only visible while the drawing is edited.
          shape(6, '', [0, 0, 0, 0], { attributes: 'Type="Guide" LineStyle="3"' }),
        ],
      },
    ),
  );
  expect(namesByKind(model)).toEqual({
    noteNode: ['Just a remark'],
    processNode: ['A', 'B'],
    trustBoundaryNode: ['Zone'],
  });
  expect(flowsOf(model)).toEqual(['B → A: back']);
});

test('pages are canvases, but not backgrounds, and hidden layers are reported', () => {
  const layers =
    '<Section N="Layer"><Row IX="0"><Cell N="Visible" V="0"/></Row><Row IX="1"><Cell N="Visible" V="1"/></Row></Section>';
  const model = readOne(
    vsdx(
      {
        shapes: [
          shape(1, 'Shown', [1, 1, 1, 1], { more: cells({ LayerMember: '0;1' }) }),
          shape(2, 'Hidden', [3, 1, 1, 1], { more: cells({ LayerMember: '0' }) }),
          group(
            3,
            [6, 1, 3, 1],
            shape(4, 'In group', [0.5, 0.5, 1, 1]) +
              shape(5, 'Too', [1.5, 0.5, 1, 1]) +
              shape(6, 'Hidden in group', [2.5, 0.5, 1, 1], { more: cells({ LayerMember: '0' }) }),
          ),
        ],
        sheet: layers,
      },
      { shapes: [shape(1, 'Logo', [1, 1, 1, 1])], background: true },
      { shapes: [shape(1, 'Other', [1, 1, 1, 1])] },
    ),
  );
  expect(model.content.canvases.map(({ title }) => title)).toEqual(['Page 1', 'Page 3']);
  expect(namesByKind(model)).toEqual({
    processNode: ['In group', 'Other', 'Shown', 'Too'],
    trustBoundaryNode: [''],
  });
  expect(leftOutOf(model)).toContain('2 hidden shapes');
  expect(model.leftOut).toContainEqual({
    place: 'Page 2',
    message: 'background page: not imported',
  });
});

/**
 * Returns a copy of a ZIP archive. The directory of the copy states `size` as the unpacked size of each
 * file.
 */
const bomb = (archive: Uint8Array, size: number): Uint8Array => {
  const bytes = archive.slice();
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length - 28; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true);
  }
  return bytes;
};

test('an archive that is too large when unpacked, damaged, or not a drawing is refused', () => {
  const good = vsdx({ shapes: [shape(1, 'A', [1, 1, 1, 1])] });
  expect(refusalOf(good.slice(0, good.length - 100))).toMatch(/ZIP/);
  expect(refusalOf(bomb(good, 500_000_000))).toContain('unpacked');
  expect(refusalOf(zipSync({ 'word/document.xml': strToU8('<a/>') }))).toContain('ZIP');
});

test('a small file cannot use a large part many times', () => {
  const rows = Array.from({ length: 100 }, (_, at) => row(`p${at}`, { Value: 'x'.repeat(10_000) }));
  const large = shape(5, '', [0, 0, 1, 1], { more: section('Property', ...rows) });
  const all = Array.from({ length: 20 }, (_, at) =>
    shape(at + 1, `S${at}`, [2 * at, 1, 1, 1], { attributes: 'Master="1"' }),
  );
  const model = readOne(vsdxWith(masters({ Server: large }), { shapes: all }));
  expect(countsOf(model)).toEqual([1, 20, 0, 0, 0]);
  expect(JSON.stringify(model.content).length).toBeLessThan(10_000_000);
  expect(leftOutOf(model)).toContain('inherited from masters');

  const pages = { shapes: [shape(1, 'A', [1, 1, 1, 1])] };
  const sameTarget =
    '<Relationships><Relationship Id="r0" Target="page1.xml"/><Relationship Id="r1" Target="page1.xml"/></Relationships>';
  const twice = readOne(vsdxWith({ 'visio/pages/_rels/pages.xml.rels': sameTarget }, pages, pages));
  expect(countsOf(twice)).toEqual([1, 1, 0, 0, 0]);
  expect(leftOutOf(twice)).toContain('Page 2');
});

test('a file with too many shapes is refused', () => {
  const half = { shapes: ['<Shape/>'.repeat(50_001)] };
  expect(refusalOf(vsdx(half, half))).toContain('100,002 elements');
});

test.runIf(hasRealFiles)('real files have every element', () => {
  const nested = readOne(realFile('nested-tzs.vsdx'), 'nested-tzs.vsdx');
  expect(countsOf(nested)).toEqual([1, 2, 3, 1, 0]);
  expect(flowsOf(nested)).toEqual(['Custom machine → Private Database']);
  expect(nodeNamed(nested, 'Internet')?.parentId).toBe(nodeNamed(nested, 'Public Cloud')?.id);
  const both = readOne(realFile('bidirectional-connectors.vsdx'));
  expect(countsOf(both)).toEqual([1, 6, 0, 3, 0]);
  expect(new Set(flowsOf(both))).toEqual(new Set(['Amazon EC2 ↔ Amazon VPC']));
});
