import type { Position } from '../canvas/document.ts';
import type { Box } from '../canvas/geometry.ts';
import { boxAround } from './curve.ts';
import { tidy } from './plain-text.ts';
import { childNamed, childrenNamed, numberIn, type XmlElement } from './xml.ts';

/** A master of a stencil: its universal name, and its shapes by ID. */
export type VisioMaster = {
  name: string;
  top: XmlElement | undefined;
  shapes: ReadonlyMap<string, XmlElement>;
};

export type VisioShape = {
  id: string;
  /** The names of the shape's master and of the shape itself, without numbers. */
  names: string[];
  hasMaster: boolean;
  isGroup: boolean;
  text: string;
  box: Box;
  /** The ends of a line. Both are undefined for all other shapes. */
  begin: Position | undefined;
  end: Position | undefined;
  children: VisioShape[];
  /** Returns the value of a cell of the shape, or else of its master. */
  cell: (name: string) => string | undefined;
  /** Returns the value of a row of the `User` section, such as `msvStructureType`. */
  user: (name: string) => string;
  /** The properties of the shape that people fill in. */
  properties: Record<string, string>;
};

export type VisioSheet = {
  masters: ReadonlyMap<string, VisioMaster>;
  height: number;
  scale: number;
};

const pixelsPerInch = 96;
const deepest = 60;

/** Returns the shapes of a page, in pixels from its upper left corner. */
export const shapesOf = (page: XmlElement, sheet: VisioSheet): VisioShape[] => {
  const toPage = ({ x, y }: Position): Position => ({
    x: x * sheet.scale * pixelsPerInch,
    y: (sheet.height - y) * sheet.scale * pixelsPerInch,
  });
  return shapesIn(page, { sheet, toPage, master: undefined, depth: 0 });
};

type Setting = {
  sheet: VisioSheet;
  /** Converts coordinates in the parent to coordinates on the page. */
  toPage: (point: Position) => Position;
  master: VisioMaster | undefined;
  depth: number;
};

const shapesIn = (holder: XmlElement, setting: Setting): VisioShape[] =>
  setting.depth > deepest
    ? []
    : childrenNamed(childNamed(holder, 'Shapes'), 'Shape')
        .filter(({ attributes }) => attributes.get('Del') !== '1')
        .map((shape) => shapeOf(shape, setting));

const cellsOf = (shape: XmlElement | undefined): Map<string, string> =>
  new Map(
    childrenNamed(shape, 'Cell').flatMap(({ attributes }): [string, string][] => {
      const [name, value] = [attributes.get('N'), attributes.get('V')];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );

const shapeOf = (shape: XmlElement, setting: Setting): VisioShape => {
  const attribute = (name: string): string => shape.attributes.get(name) ?? '';
  const own = setting.sheet.masters.get(attribute('Master'));
  const master = own ?? setting.master;
  const from = own?.top ?? setting.master?.shapes.get(attribute('MasterShape'));
  const [cells, inherited] = [cellsOf(shape), cellsOf(from)];
  const cell = (name: string) => cells.get(name) ?? inherited.get(name);
  const number = (name: string) => numberIn(cell(name));
  const size = { width: number('Width') ?? 0, height: number('Height') ?? 0 };
  const pin = { x: number('PinX') ?? 0, y: number('PinY') ?? 0 };
  const local = {
    x: number('LocPinX') ?? size.width / 2,
    y: number('LocPinY') ?? size.height / 2,
  };
  const angle = number('Angle') ?? 0;
  const toParent = ({ x, y }: Position): Position => {
    const [dx, dy] = [x - local.x, y - local.y];
    return {
      x: pin.x + dx * Math.cos(angle) - dy * Math.sin(angle),
      y: pin.y + dx * Math.sin(angle) + dy * Math.cos(angle),
    };
  };
  const toPage = (point: Position) => setting.toPage(toParent(point));
  const corners = [0, size.width].flatMap((x) => [0, size.height].map((y) => toPage({ x, y })));
  const endAt = (name: string): Position | undefined => {
    const [x, y] = [number(`${name}X`), number(`${name}Y`)];
    return x === undefined || y === undefined ? undefined : setting.toPage({ x, y });
  };
  const children = shapesIn(shape, { ...setting, toPage, master, depth: setting.depth + 1 });
  const text = childNamed(shape, 'Text') ?? childNamed(from, 'Text');
  return {
    id: attribute('ID'),
    names: [own?.name ?? '', attribute('NameU'), attribute('Name')]
      .map(plainName)
      .filter((name) => name !== ''),
    hasMaster: own !== undefined,
    isGroup: attribute('Type') === 'Group' || children.length > 0,
    text: tidy(text?.whole ?? ''),
    box: boxAround(corners) ?? { x: 0, y: 0, width: 0, height: 0 },
    begin: endAt('Begin'),
    end: endAt('End'),
    children,
    cell,
    user: (name) => rowValue(shape, 'User', name) || rowValue(from, 'User', name),
    properties: { ...propertiesOf(from), ...propertiesOf(shape) },
  };
};

/**
 * Removes what programs add to a name: Visio numbers copies (`Database.17`), and Lucidchart adds its
 * domain.
 */
const plainName = (name: string): string =>
  name
    .replace(/^com\.lucidchart\./i, '')
    .replace(/\.\d+$/, '')
    .trim();

const rowsOf = (shape: XmlElement | undefined, section: string): XmlElement[] =>
  childrenNamed(shape, 'Section')
    .filter(({ attributes }) => attributes.get('N') === section)
    .flatMap((each) => childrenNamed(each, 'Row'));

const rowValue = (shape: XmlElement | undefined, section: string, name: string): string => {
  const row = rowsOf(shape, section).find(({ attributes }) => attributes.get('N') === name);
  return cellsOf(row).get('Value') ?? '';
};

const propertiesOf = (shape: XmlElement | undefined): Record<string, string> =>
  Object.fromEntries(
    rowsOf(shape, 'Property').flatMap((row) => {
      const cells = cellsOf(row);
      const value = cells.get('Value') ?? '';
      const label = cells.get('Label') ?? row.attributes.get('N') ?? '';
      return value === '' || label === '' ? [] : [[label, value]];
    }),
  );
