import type { ElementKind } from '../../canvas/element-kinds.ts';
import { kindOfType } from '../../otm/vocabulary/node-kind.ts';
import { boundaryWords } from '../curve.ts';
import type { VisioMaster, VisioShape } from './shapes.ts';

/**
 * Tells if a name of a shape matches, as it is written or with its words separated. So `\bactor\b`
 * matches `UMLActorBlock`, but not “Data Factory”.
 */
export const isNamed = ({ names }: VisioShape, pattern: RegExp): boolean =>
  names.some((name) => pattern.test(name) || pattern.test(withSpaces(name)));

const withSpaces = (name: string): string =>
  name.replaceAll(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& ');

/** A “Curved panel” is a wall of an office in Visio. People draw boundaries with it. */
export const isBoundaryName = (shape: VisioShape): boolean =>
  isNamed(shape, boundaryWords) || isNamed(shape, /^curved panel$/i);

export const isContainer = (shape: VisioShape): boolean =>
  /container|swimlane|list/i.test(shape.structure) ||
  isBoundaryName(shape) ||
  // A zone of the domain name system contains names, not elements.
  isNamed(shape, /swim[\s_-]*lane|(?<!\b(?:dns|hosted) )\bzone\b/i) ||
  // With a capital letter, as in “Container Instance”, the word often means a running program.
  isNamed(shape, /container|ContainerBlock/) ||
  (isNamed(shape, /(?:^|[a-z ])Group(?:Block|V\d|20\d\d|$)/) && !isNamed(shape, /^Group$/));

/** Tells if a shape is a list that arranges the lanes or the phases of a process. It is invisible. */
export const isListOfLanes = (shape: VisioShape): boolean =>
  isNamed(shape, /^(?:swimlane|phase) list$/i);

export const isDashed = (shape: VisioShape): boolean => Number(shape.cell('LinePattern') ?? 1) > 1;

/** Tells if a shape is a text that has neither an outline nor a fill. */
export const isPlainText = (shape: VisioShape): boolean =>
  !shape.hasMaster &&
  !shape.isPicture &&
  shape.cell('LinePattern') === '0' &&
  (shape.cell('FillPattern') === '0' || shape.cell('FillPattern') === undefined);

export const isRemark = (shape: VisioShape): boolean =>
  isPlainText(shape) || isNamed(shape, /callout|annotation|^text$|^title|sticky|^notes?(?![a-z])/i);

export const hasArrow = (line: VisioShape, end: 'Begin' | 'End'): boolean =>
  Number(line.cell(`${end}Arrow`) ?? 0) > 0;

/**
 * Tells if the drawing uses the Gane–Sarson stencil, in which an “Interface” is an external entity. In
 * other stencils, such as those for UML, it is not.
 */
export const isGaneSarson = (masters: ReadonlyMap<string, VisioMaster>): boolean =>
  [...masters.values()].some(({ name }) => /^data store$/i.test(name));

/** Returns the kind of a shape that is neither a boundary nor a note. */
export const componentKind = (shape: VisioShape, usesGaneSarson: boolean): ElementKind => {
  if (isNamed(shape, /data\s*store|data\s*base|cylinder|\bdisk|stored?\s*data/i)) {
    return 'dataStoreNode';
  }
  if (isExternal(shape) || (usesGaneSarson && isNamed(shape, /^interface$/i))) {
    return 'externalEntityNode';
  }
  return kindOfType(shape.names.join(' '));
};

/** “Entity 1” and “Entity 2” are in Visio's stencil for data flow diagrams. */
const isExternal = (shape: VisioShape): boolean =>
  isNamed(shape, /\bexternal|interactor|persons?(?![a-z])|people|^entity \d$/i) ||
  isNamed(shape, /\b(?:actor|user)s?(?![a-z])/i);
