import type { ElementKind } from '../../canvas/element-kinds.ts';
import { defined, pick, type Fields } from '../../otm/fields.ts';
import { trustLevelOf } from '../../otm/vocabulary/risk.ts';
import { readSecurity } from '../../otm/vocabulary/security.ts';
import { attributesNamed } from '../attributes-named.ts';
import { descriptionOfHtml } from '../plain-text.ts';
import { numberIn } from '../xml.ts';
import type { DrawIoCell } from './cells.ts';
import { colorOf } from './style.ts';

type CellFacts = {
  name: string;
  /** The type that a shape of C4 states. */
  type: string | undefined;
  description: string;
  data: Fields;
  attributes: Fields;
};

/**
 * Returns the properties of several cells. A property with several values is numbered: `link`, `link 2`.
 * The tooltips, which are HTML, are left out.
 */
export const propertiesOf = (cells: readonly DrawIoCell[]): Record<string, string> => {
  const stated = cells.flatMap(({ properties }) =>
    Object.entries(properties).filter(([key]) => key !== 'tooltip'),
  );
  const distinct = new Map(stated.map((pair) => [JSON.stringify(pair), pair]));
  return attributesNamed([...distinct.values()]);
};

/** Returns the tooltips of several cells as plain text. */
export const tooltipsOf = (cells: readonly DrawIoCell[]): string[] =>
  cells
    .map(({ properties }) => descriptionOfHtml(properties['tooltip'] ?? ''))
    .filter((text) => text !== '');

/**
 * Returns what a cell and its parts say about their element or flow: the name, the description, which is
 * the tooltip in draw.io, the color, and the security properties. All other properties are attributes.
 */
export const factsOf = (
  cell: DrawIoCell,
  kind: ElementKind | 'flow',
  parts: readonly DrawIoCell[] = [],
): CellFacts => {
  const { style } = cell;
  const others = propertiesOf([cell, ...parts]);
  const c4 = c4Of(cell);
  const trustRating = kind === 'trustBoundaryNode' ? numberIn(others['trustLevel']) : undefined;
  const data = defined({
    ...readSecurity(kind, { attributes: others }),
    trustLevel: trustLevelOf({ trustRating }),
    color: colorOf(style),
  });
  // A property that is in the data or in the name, type, or description would only repeat it.
  const inLabel = Object.values(c4 ?? {});
  const attributes = pick(
    others,
    (key, value) =>
      String(data[key]) !== value &&
      !(key.startsWith('c4') && inLabel.includes(String(value).trim())),
  );
  const texts = [c4?.description ?? '', ...tooltipsOf([cell, ...parts])];
  const description = texts.filter((text) => text !== '').join('\n\n');
  return { name: c4?.name ?? cell.label, type: c4?.type, description, data, attributes };
};

/**
 * Splits the label of a shape of C4 into the name, the type in brackets, and the description. Returns
 * undefined if the label has another name or technology than the properties. In older files, `c4Type`
 * is the name.
 */
const c4Of = ({ label, properties }: DrawIoCell) => {
  const property = (key: string) => properties[key]?.trim();
  const [name = '', ...lines] = label.split('\n');
  const inBrackets = lines.map((line) => /^\[([^:]*)(?:: ?(.*))?\]$/.exec(line)).find(Boolean);
  const [typeLine, type, technology] = inBrackets ?? [];
  const isComposed =
    name === (property('c4Name') ?? property('c4Type')) &&
    (technology === undefined || technology === property('c4Technology'));
  if (!isComposed) return undefined;
  return { name, type, description: lines.filter((line) => line !== typeLine).join('\n') };
};
