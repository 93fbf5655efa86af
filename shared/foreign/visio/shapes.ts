import type { Position } from '../../canvas/document.ts';
import type { Box } from '../../canvas/geometry.ts';
import { boxAround } from '../curve.ts';
import { childNamed, childrenNamed, numberIn, type XmlElement } from '../xml.ts';
import { attributesOf, nothingStated, sizeOf, statedBy, type Stated } from './cells.ts';
import { relatedParts, type VisioPackage } from './package.ts';
import { styledCell, type VisioStyles } from './styles.ts';

/** A shape of a master. It is read only once, because many shapes can come from the master. */
type MasterShape = { stated: Stated; size: number; attributes: ReadonlyMap<string, string> };

/** A master of a stencil: its universal name, and its shapes by ID. */
export type VisioMaster = {
  name: string;
  top: MasterShape | undefined;
  shapes: ReadonlyMap<string, MasterShape>;
};

export type VisioShape = {
  id: string;
  /** The names of the shape's master and of the shape itself, without numbers. */
  names: string[];
  hasMaster: boolean;
  isGroup: boolean;
  isPicture: boolean;
  text: string;
  box: Box;
  /** The ends of a line. Both are undefined for all other shapes. */
  begin: Position | undefined;
  end: Position | undefined;
  children: VisioShape[];
  /** Returns the value of a cell of the shape, or else of its master, or else of its style. */
  cell: (name: string) => string | undefined;
  /** The type of a shape with a structure, such as `Container`. */
  structure: string;
  /** The properties of the shape that people fill in, and its hyperlinks. */
  attributes: Record<string, string>;
};

export type VisioSheet = {
  masters: ReadonlyMap<string, VisioMaster>;
  styles: VisioStyles;
  allowance: Allowance;
  height: number;
  scale: number;
};

/**
 * Limits the texts and properties that shapes get from their masters. Without a limit, a small file with
 * a large master and many shapes could fill the memory.
 */
export type Allowance = {
  /** The number of characters that all further shapes together can get. */
  characters: number;
  /** The number of shapes that did not get the texts and properties of their masters. */
  exceeded: number;
};

export const newAllowance = (): Allowance => ({ characters: 8_000_000, exceeded: 0 });

const pixelsPerInch = 96;
const deepest = 60;
const longestName = 200;

export const mastersOf = (parts: VisioPackage): ReadonlyMap<string, VisioMaster> => {
  const masters = childrenNamed(parts.get('visio/masters/masters.xml'), 'Master');
  const contents = relatedParts(parts, 'masters', masters);
  return new Map(
    masters.map((master): [string, VisioMaster] => {
      const { attributes } = master;
      const shapes = allShapes(contents.get(master), 0).map((shape): [string, MasterShape] => {
        const stated = statedBy(shape);
        const id = shape.attributes.get('ID') ?? '';
        return [id, { stated, size: sizeOf(stated), attributes: shape.attributes }];
      });
      const name = attributes.get('NameU') ?? attributes.get('Name') ?? '';
      return [
        attributes.get('ID') ?? '',
        { name: name.slice(0, longestName), top: shapes[0]?.[1], shapes: new Map(shapes) },
      ];
    }),
  );
};

const allShapes = (holder: XmlElement | undefined, depth: number): XmlElement[] =>
  depth > deepest
    ? []
    : childrenNamed(childNamed(holder, 'Shapes'), 'Shape').flatMap((shape) => [
        shape,
        ...allShapes(shape, depth + 1),
      ]);

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

/** Returns the shapes in a page or group, without those that Visio does not print. */
const shapesIn = (holder: XmlElement, setting: Setting): VisioShape[] =>
  setting.depth > deepest
    ? []
    : childrenNamed(childNamed(holder, 'Shapes'), 'Shape')
        .filter(
          ({ attributes }) => attributes.get('Del') !== '1' && attributes.get('Type') !== 'Guide',
        )
        .map((shape) => shapeOf(shape, setting));

const shapeOf = (shape: XmlElement, setting: Setting): VisioShape => {
  const { masters, styles, allowance } = setting.sheet;
  const attribute = (name: string): string => shape.attributes.get(name) ?? '';
  const own = masters.get(attribute('Master'));
  const master = own ?? setting.master;
  const from = own?.top ?? setting.master?.shapes.get(attribute('MasterShape'));
  const stated = statedBy(shape);
  const inherited = inheritedFrom(from, allowance);
  const styleOf = (kind: string) => shape.attributes.get(kind) ?? from?.attributes.get(kind);
  const cell = (name: string) =>
    stated.cells.get(name) ?? inherited.cells.get(name) ?? styledCell(styles, styleOf, name);
  const number = (name: string) => numberIn(cell(name));
  const size = { width: number('Width') ?? 0, height: number('Height') ?? 0 };
  const pin = { x: number('PinX') ?? 0, y: number('PinY') ?? 0 };
  const local = {
    x: number('LocPinX') ?? size.width / 2,
    y: number('LocPinY') ?? size.height / 2,
  };
  const sign = (flip: string) => (number(flip) === 1 ? -1 : 1);
  const [flipX, flipY] = [sign('FlipX'), sign('FlipY')];
  const angle = number('Angle') ?? 0;
  const toParent = ({ x, y }: Position): Position => {
    const [dx, dy] = [(x - local.x) * flipX, (y - local.y) * flipY];
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
  return {
    id: attribute('ID'),
    names: [own?.name ?? '', attribute('NameU'), attribute('Name')]
      .map(plainName)
      .filter((name) => name !== ''),
    hasMaster: own !== undefined,
    isGroup: attribute('Type') === 'Group' || children.length > 0,
    isPicture: attribute('Type') === 'Foreign',
    text: stated.text ?? inherited.text ?? '',
    box: boxAround(corners) ?? { x: 0, y: 0, width: 0, height: 0 },
    begin: endAt('Begin'),
    end: endAt('End'),
    children,
    cell,
    structure: stated.structure || inherited.structure,
    attributes: attributesOf(inherited, stated),
  };
};

/** Returns what a shape gets from a shape of its master. */
const inheritedFrom = (from: MasterShape | undefined, allowance: Allowance): Stated => {
  if (!from) return nothingStated;
  if (from.size <= allowance.characters) {
    allowance.characters -= from.size;
    return from.stated;
  }
  allowance.exceeded += 1;
  const { cells, structure } = from.stated;
  return { ...nothingStated, cells, structure };
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
