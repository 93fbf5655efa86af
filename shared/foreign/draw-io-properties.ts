import type { ElementKind } from '../canvas/element-kinds.ts';
import { defined, pick, type Fields } from '../otm/fields.ts';
import { trustLevelOf } from '../otm/vocabulary/risk.ts';
import { readSecurity } from '../otm/vocabulary/security.ts';
import type { DrawIoCell } from './draw-io-cells.ts';
import { colorOf } from './draw-io-style.ts';
import { descriptionOfHtml } from './plain-text.ts';
import { numberIn } from './xml.ts';

type CellFacts = { description: string; data: Fields; attributes: Fields };

/**
 * Returns what a cell says about its element or flow: the description, which is the HTML tooltip in
 * draw.io, the color, and the security properties. All other properties are attributes.
 */
export const factsOf = (
  { properties, style }: DrawIoCell,
  kind: ElementKind | 'flow',
): CellFacts => {
  const { tooltip = '', ...others } = properties;
  const trustRating = kind === 'trustBoundaryNode' ? numberIn(others['trustLevel']) : undefined;
  const data = defined({
    ...readSecurity(kind, { attributes: others }),
    trustLevel: trustLevelOf({ trustRating }),
    color: colorOf(style),
  });
  // A property with Parapet's own key and value would only repeat the data.
  const attributes = pick(others, (key, value) => String(data[key]) !== value);
  return { description: descriptionOfHtml(tooltip), data, attributes };
};
