import { tidy } from '../plain-text.ts';
import { childNamed, childrenNamed, type XmlElement } from '../xml.ts';

type Cells = ReadonlyMap<string, string>;

/** The rows of a section, by name. */
type Rows = ReadonlyMap<string, { isDeleted: boolean; cells: Cells }>;

/** The content of one `Shape` element. Everything that it lacks comes from its master. */
export type Stated = {
  cells: Cells;
  /** The text, or undefined if the element states none. */
  text: string | undefined;
  /** The type of a shape with a structure, such as `Container`. */
  structure: string;
  /** The properties of the shape that people fill in. */
  properties: Rows;
  links: Rows;
};

export const nothingStated: Stated = {
  cells: new Map(),
  text: undefined,
  structure: '',
  properties: new Map(),
  links: new Map(),
};

export const statedBy = (shape: XmlElement): Stated => {
  const text = childNamed(shape, 'Text');
  return {
    cells: cellsOf(shape),
    text: text && tidy(text.whole),
    structure: rowsOf(shape, 'User').get('msvStructureType')?.cells.get('Value') ?? '',
    properties: rowsOf(shape, 'Property'),
    links: rowsOf(shape, 'Hyperlink'),
  };
};

export const cellsOf = (element: XmlElement): Map<string, string> =>
  new Map(
    childrenNamed(element, 'Cell').flatMap(({ attributes }): [string, string][] => {
      const [name, value] = [attributes.get('N'), attributes.get('V')];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );

const rowsOf = (shape: XmlElement, section: string): Rows =>
  new Map(
    childrenNamed(shape, 'Section')
      .filter(({ attributes }) => attributes.get('N') === section)
      .flatMap((each) => childrenNamed(each, 'Row'))
      .map(({ attributes, children }) => {
        const isDeleted = attributes.get('Del') === '1';
        const name = attributes.get('N') ?? attributes.get('IX') ?? '';
        return [name, { isDeleted, cells: filledCells(children) }];
      }),
  );

/** Returns the cells of a row. For a cell that a person emptied, Visio writes the value 0. */
const filledCells = (children: readonly XmlElement[]): Cells =>
  new Map(
    children.map(({ attributes }) => {
      const isEmpty = attributes.get('F') === 'No Formula';
      return [attributes.get('N') ?? '', isEmpty ? '' : (attributes.get('V') ?? '')];
    }),
  );

/**
 * Returns the rows of a shape with the cells of its master, because a shape states only the cells that
 * differ. Rows that were deleted are left out.
 */
const mergedRows = (inherited: Rows, own: Rows): [string, Cells][] =>
  [...new Set([...inherited.keys(), ...own.keys()])].flatMap((name): [string, Cells][] => {
    const [above, row] = [inherited.get(name), own.get(name)];
    if ((row ?? above)?.isDeleted) return [];
    return [[name, new Map([...(above?.cells ?? []), ...(row?.cells ?? [])])]];
  });

/** Returns the values of a shape's properties by their labels, and its hyperlinks as `link`. */
export const attributesOf = (inherited: Stated, own: Stated): Record<string, string> => {
  const links = mergedRows(inherited.links, own.links).map(([, cells]) => linkOf(cells));
  const attributes = new Map([['link', links.filter((link) => link !== '').join('\n')]]);
  for (const [name, cells] of mergedRows(inherited.properties, own.properties)) {
    const [label, value] = [cells.get('Label') ?? '', cells.get('Value') ?? ''];
    if (value !== '') attributes.set(label === '' ? name : label, value);
  }
  return Object.fromEntries([...attributes].filter(([key, value]) => key !== '' && value !== ''));
};

/** Returns the description of a hyperlink and its address, or an empty text if it leads nowhere. */
const linkOf = (cells: Cells): string => {
  const place = cells.get('SubAddress') ?? '';
  const address = `${cells.get('Address') ?? ''}${place === '' ? '' : `#${place}`}`;
  return address === '' ? '' : `${cells.get('Description') ?? ''} ${address}`.trim();
};

/** The size of a row without its texts. It is about the memory that a row needs, in characters. */
const rowSize = 50;

/** Returns the size of what a shape gets from a master that states this, in characters. */
export const sizeOf = ({ text = '', properties, links }: Stated): number => {
  let size = text.length;
  for (const [name, { cells }] of [...properties, ...links]) {
    size += rowSize + name.length;
    for (const value of cells.values()) size += value.length;
  }
  return size;
};
