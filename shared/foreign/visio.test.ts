import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate/browser';
import { expect, test } from 'vitest';
import {
  countsOf,
  flowsOf,
  leftOutOf,
  namesByKind,
  nodeNamed,
  readOne,
  refusalOf,
} from './testing/read-foreign-file.ts';

const folder = join(import.meta.dirname, '../../../shared/fixtures/foreign');
const real = (name: string) => readFileSync(join(folder, name));

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

const vsdx = (...pages: Page[]): Uint8Array =>
  zipSync({
    'visio/document.xml': strToU8('<VisioDocument/>'),
    'visio/pages/pages.xml': strToU8(
      `<Pages xmlns:r="r">${pages
        .map(
          ({ sheet = '', background = false }, at) =>
            `<Page ID="${at}" Name="Page ${at + 1}" Background="${background ? 1 : 0}">` +
            `<PageSheet>${cells({ PageHeight: 8 })}${sheet}</PageSheet><Rel r:id="r${at}"/></Page>`,
        )
        .join('')}</Pages>`,
    ),
    'visio/pages/_rels/pages.xml.rels': strToU8(
      rels(
        pages.map((_page, at) => `r${at}`),
        'page',
      ),
    ),
    'visio/masters/masters.xml': strToU8(
      '<Masters xmlns:r="r"><Master ID="3" NameU="External Entity" Name="Externe Entität"><Rel r:id="r0"/></Master></Masters>',
    ),
    'visio/masters/_rels/masters.xml.rels': strToU8(rels(['r0'], 'master')),
    'visio/masters/master1.xml': strToU8(
      `<MasterContents><Shapes>${shape(9, 'Entity', [0, 0, 1, 1])}</Shapes></MasterContents>`,
    ),
    ...Object.fromEntries(
      pages.map(({ shapes, connects = '' }, at) => [
        `visio/pages/page${at + 1}.xml`,
        strToU8(
          `<PageContents><Shapes>${shapes.join('')}</Shapes><Connects>${connects}</Connects></PageContents>`,
        ),
      ]),
    ),
  });

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
  const group = (id: number, attributes: string, content: string) =>
    `<Shape ID="${id}" Type="Group" ${attributes}>${cells({ PinX: 4, PinY: 4, Width: 3, Height: 1 })}` +
    `<Shapes>${content}</Shapes></Shape>`;
  const model = readOne(
    vsdx({
      shapes: [
        group(10, '', inner(11, 'Left', 0.5) + inner(12, 'Right', 2)),
        group(20, 'Master="3"', inner(21, 'Label', 0.5)).replace('"4"', '"9"'),
        group(30, 'NameU="com.lucidchart.DatabaseBlock.4"', inner(31, 'Lucid', 0.5)).replace(
          '"4"',
          '"1"',
        ),
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

test('pages are canvases, but not backgrounds, and hidden layers are reported', () => {
  const layers =
    '<Section N="Layer"><Row IX="0"><Cell N="Visible" V="0"/></Row><Row IX="1"><Cell N="Visible" V="1"/></Row></Section>';
  const model = readOne(
    vsdx(
      {
        shapes: [
          shape(1, 'Shown', [1, 1, 1, 1], { more: cells({ LayerMember: '0;1' }) }),
          shape(2, 'Hidden', [3, 1, 1, 1], { more: cells({ LayerMember: '0' }) }),
        ],
        sheet: layers,
      },
      { shapes: [shape(1, 'Logo', [1, 1, 1, 1])], background: true },
      { shapes: [shape(1, 'Other', [1, 1, 1, 1])] },
    ),
  );
  expect(model.content.canvases.map(({ title }) => title)).toEqual(['Page 1', 'Page 3']);
  expect(namesByKind(model)).toEqual({ processNode: ['Other', 'Shown'] });
  expect(leftOutOf(model)).toContain('hidden');
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

test.runIf(existsSync(folder))('real files have every element', () => {
  const nested = readOne(real('nested-tzs.vsdx'), 'nested-tzs.vsdx');
  expect(countsOf(nested)).toEqual([1, 2, 3, 1, 0]);
  expect(flowsOf(nested)).toEqual(['Custom machine → Private Database']);
  expect(nodeNamed(nested, 'Internet')?.parentId).toBe(nodeNamed(nested, 'Public Cloud')?.id);
  const both = readOne(real('bidirectional-connectors.vsdx'));
  expect(countsOf(both)).toEqual([1, 6, 0, 3, 0]);
  expect(new Set(flowsOf(both))).toEqual(new Set(['Amazon EC2 ↔ Amazon VPC']));
});
