import { childNamed, childrenNamed, type XmlElement } from '../xml.ts';
import { cellsOf } from './cells.ts';

type Attributes = ReadonlyMap<string, string>;

/** The style sheets of a Visio document, by ID. Each can be based on others. */
export type VisioStyles = ReadonlyMap<string, { cells: Attributes; attributes: Attributes }>;

export const stylesOf = (document: XmlElement | undefined): VisioStyles =>
  new Map(
    childrenNamed(childNamed(document, 'StyleSheets'), 'StyleSheet').map((sheet) => [
      sheet.attributes.get('ID') ?? '',
      { cells: cellsOf(sheet), attributes: sheet.attributes },
    ]),
  );

/** The attribute that names the style of a cell. Cells that no part of Parapet reads are left out. */
const styleOfCell: Attributes = new Map([
  ['LinePattern', 'LineStyle'],
  ['BeginArrow', 'LineStyle'],
  ['EndArrow', 'LineStyle'],
  ['FillPattern', 'FillStyle'],
]);

/** The maximum number of style sheets that are based on each other. Visio's own need five. */
const deepest = 20;

/**
 * Returns the value of a cell in the style of a shape. `attributeOf` returns an attribute of the shape,
 * such as `LineStyle`.
 */
export const styledCell = (
  styles: VisioStyles,
  attributeOf: (name: string) => string | undefined,
  cell: string,
): string | undefined => {
  const kind = styleOfCell.get(cell);
  if (kind === undefined) return undefined;
  let sheet = styles.get(attributeOf(kind) ?? '');
  for (let depth = 0; sheet && depth < deepest; depth += 1) {
    const value = sheet.cells.get(cell);
    if (value !== undefined) return value;
    sheet = styles.get(sheet.attributes.get(kind) ?? '');
  }
  return undefined;
};
