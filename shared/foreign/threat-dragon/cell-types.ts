import type { ElementKind } from '../../canvas/element-kinds.ts';
import type { Fields } from '../../otm/fields.ts';
import { text } from './fields.ts';

/** The kind of each type that becomes an element. */
const kinds: ReadonlyMap<string, ElementKind> = new Map([
  ['actor', 'externalEntityNode'],
  ['process', 'processNode'],
  ['agent', 'processNode'],
  ['tool', 'processNode'],
  ['store', 'dataStoreNode'],
  ['boundarybox', 'trustBoundaryNode'],
  ['text', 'noteNode'],
  // Other programs write the next two types.
  ['external', 'externalEntityNode'],
  ['datastore', 'dataStoreNode'],
]);

/** Returns the kind of element that a type means. */
export const kindOf = (type: string): ElementKind | undefined => kinds.get(type);

/** The `type` of each shape of version 2, without the prefix `tm.`. */
const typeOfShape: ReadonlyMap<string, string> = new Map([
  ['actor', 'actor'],
  ['process', 'process'],
  ['store', 'store'],
  ['flow', 'flow'],
  ['agent', 'agent'],
  ['agent-tool', 'tool'],
  ['trust-boundary-box', 'boundarybox'],
  ['trust-boundary-curve', 'boundary'],
  // Early releases of version 2 wrote the next four names.
  ['trust-broundary-curve', 'boundary'],
  ['trust-broundary-box', 'boundarybox'],
  ['trustboundarycurve', 'boundary'],
  ['trustboundarybox', 'boundarybox'],
  ['td-text-block', 'text'],
]);

/** The types of lines. */
const lines: ReadonlySet<string> = new Set(['flow', 'boundary']);

/**
 * Returns the type of a cell. A known shape comes first, because it is what people see. The type in the
 * data can be wrong: some curves have the type of a flow. Any other cell with two ends is a flow, such as
 * an edge that was not edited since it was drawn, or a link of JointJS.
 */
export const typeOf = (cell: Fields, data: Fields): string => {
  const shape = text(cell['shape']).toLowerCase();
  const ofShape = typeOfShape.get(shape);
  if (ofShape !== undefined) return ofShape;
  const named = [text(data['type']), text(cell['type'])].find((type) => /^tm\./i.test(type)) ?? '';
  const known = named.slice('tm.'.length).toLowerCase();
  if (known === 'boundary' && cell['position'] !== undefined && shape !== '') return 'boundarybox';
  if (kinds.has(known) || lines.has(known)) return known;
  const isLine = shape === 'edge' || (cell['source'] !== undefined && cell['target'] !== undefined);
  return isLine ? 'flow' : known || shape.replace(/^tm\./, '');
};
