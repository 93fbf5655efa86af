import type { Priority } from '../api/enumerations.ts';
import {
  canvasColors,
  elementColorTable,
  severityColors,
  type ElementColor,
} from '../canvas/canvas-colors.ts';
import {
  elementKinds,
  isComponentKind,
  plainOutline,
  type BoxOutline,
} from '../canvas/element-kinds.ts';

/** The colors of the canvas in the app's light theme. */
export const drawingColors = {
  canvas: canvasColors.canvas.light,
  node: canvasColors.node.light,
  nodeLine: canvasColors['node-line'].light,
  nodeText: canvasColors['node-text'].light,
  dimmed: canvasColors['node-dimmed'].light,
  faded: canvasColors['flow-tag-line'].light,
  note: elementKinds.noteNode.colors.fill.light,
  noteLine: elementKinds.noteNode.colors.line.light,
  boundary: canvasColors.boundary.light,
  boundaryLine: elementKinds.trustBoundaryNode.colors.line.light,
  collapsed: canvasColors['boundary-collapsed'].light,
  flow: canvasColors.flow.light,
  flowText: canvasColors['flow-text'].light,
  tag: canvasColors['flow-tag'].light,
} as const;

/**
 * The fill opacity of a boundary. It is a string, because numbers in markup are rounded to one decimal
 * place.
 */
export const boundaryOpacity = String(canvasColors.boundary.opacity.light);

/**
 * `lineOfColor` and `fillOfColor` return the colors of the line and the fill of an element to which a
 * person gave a color.
 */
export const lineOfColor = (color: ElementColor): string => elementColorTable[color].line.light;
export const fillOfColor = (color: ElementColor): string => elementColorTable[color].fill.light;

/**
 * The dash patterns of the outlines of boxes and boundaries that are out of scope. A text on the element
 * says so too.
 */
export const outOfScopeDashes = { box: '5 4', boundary: '2 5' } as const;

/** Returns the fill and the outline of a box of a node type. Boxes of unknown types are plain. */
export const boxStyle = (type: string): { fill: string; outline: BoxOutline } =>
  isComponentKind(type)
    ? { fill: elementKinds[type].colors.fill.light, outline: elementKinds[type].outline }
    : { fill: drawingColors.node, outline: plainOutline };

/**
 * Returns the colors of a badge with the number of open threats, by the highest priority of these
 * threats.
 */
export const priorityBadgeStyle = (
  priority: Priority | 'none',
): { line: string; fill: string } => ({
  line: severityColors[priority].strong.light,
  fill: severityColors[priority].soft.light,
});
