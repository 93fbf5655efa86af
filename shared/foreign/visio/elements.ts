import { boxAround, grown, holdsBox } from '../../canvas/geometry.ts';
import type { ForeignElement } from '../foreign-model.ts';
import {
  componentKind,
  isContainer,
  isDashed,
  isListOfLanes,
  isPlainText,
  isRemark,
} from './kinds.ts';
import { captionsOf, surrounding } from './places.ts';
import type { VisioShape } from './shapes.ts';

export type Drawn = {
  elements: ForeignElement[];
  lines: VisioShape[];
  /**
   * The ID of each shape's element, by the ID of the shape. Several shapes can be parts of one
   * element.
   */
  elementOf: Map<string, string>;
  /** The number of visible shapes that did not become elements. */
  leftOut: number;
};

type Setting = {
  /** The IDs of the shapes to which lines are glued. */
  connected: ReadonlySet<string | undefined>;
  /** The IDs of the lines that are glued to shapes. */
  glued: ReadonlySet<string>;
  usesGaneSarson: boolean;
};

/** Finds the elements and the lines among the shapes of a page. */
export const drawnOf = (shapes: readonly VisioShape[], setting: Setting): Drawn => {
  const { connected } = setting;
  const { outlines, lines, elementOf } = outlinesOf(shapes, setting);
  const texts = new Map(outlines.map((outline) => [outline.shape, textsIn(outline)]));
  const hasName = (shape: VisioShape) => (texts.get(shape) ?? []).length > 0;
  const solid = outlines.map(({ shape }) => shape);
  const captions = captionsOf(
    solid.filter((shape) => !isPlainText(shape) || !connected.has(shape.id)),
    hasName,
  );
  for (const [caption, shape] of captions) {
    texts.set(shape, [caption.text]);
    elementOf.set(caption.id, shape.id);
  }
  const around = surrounding(solid, hasName);
  const drawn: Drawn = { elements: [], lines, elementOf, leftOut: 0 };
  for (const outline of outlines) {
    const { shape, isHolder, group } = outline;
    if (captions.has(shape)) continue;
    const isConnected = connected.has(shape.id);
    const isBoundary =
      isHolder ||
      group !== undefined ||
      isContainer(shape) ||
      (!isConnected && isDashed(shape)) ||
      around.has(shape);
    if (isBoundary || isConnected || hasName(shape) || shape.hasMaster || shape.isGroup) {
      const kind = isBoundary
        ? 'trustBoundaryNode'
        : !isConnected && isRemark(shape)
          ? 'noteNode'
          : componentKind(mainPart(outline), setting.usesGaneSarson);
      drawn.elements.push(elementFor(outline, kind, texts.get(shape) ?? []));
    } else {
      elementOf.delete(shape.id);
      // A shape that counts as a text, but has none, is invisible.
      if (!isPlainText(shape)) drawn.leftOut += 1;
    }
  }
  return drawn;
};

const elementFor = (
  outline: Outline,
  kind: ForeignElement['kind'],
  texts: readonly string[],
): ForeignElement => {
  const { shape, parent, group } = outline;
  const main = mainPart(outline);
  const [type] = main.names;
  const [first = '', ...others] = kind === 'noteNode' ? [texts.join('\n')] : texts;
  return {
    id: shape.id,
    kind,
    name: first || (kind === 'trustBoundaryNode' ? '' : (type ?? '')),
    description: others.length > 0 ? others.join('\n') : undefined,
    type,
    box: shape.box,
    parent,
    attributes: { ...group?.attributes, ...main.attributes, ...shape.attributes },
  };
};

/** A shape that is not a part of another element. */
type Outline = {
  shape: VisioShape;
  /** The ID of the element that contains the shape, if the file states it. */
  parent: string | undefined;
  isHolder: boolean;
  /** The group whose frame the shape is. */
  group: VisioShape | undefined;
};

const outlinesOf = (shapes: readonly VisioShape[], { glued }: Setting) => {
  const outlines: Outline[] = [];
  const lines: VisioShape[] = [];
  const elementOf = new Map<string, string>();
  const visit = (shape: VisioShape, parent?: string, group?: VisioShape): void => {
    if (isListOfLanes(shape) && textsOf(shape).length === 0) return;
    if (isLine(shape)) {
      lines.push(shape);
      return;
    }
    const isHolder = isHolderOfElements(shape) || hasConnector(shape, glued);
    const frame = isHolder ? frameOf(shape) : undefined;
    elementOf.set(shape.id, (frame ?? shape).id);
    if (frame) {
      visit(frame, parent, shape);
      for (const child of shape.children) if (child !== frame) visit(child, frame.id);
      return;
    }
    outlines.push({ shape, parent, isHolder, group });
    if (isHolder) for (const child of shape.children) visit(child, shape.id);
    else for (const part of partsOf(shape)) elementOf.set(part.id, shape.id);
  };
  for (const shape of shapes) visit(shape);
  return { outlines, lines, elementOf };
};

const partsOf = (shape: VisioShape): VisioShape[] =>
  shape.children.flatMap((child) => [child, ...partsOf(child)]);

/** Returns the different texts of a shape and its parts. */
export const textsOf = (shape: VisioShape): string[] => {
  const texts = [shape, ...partsOf(shape)].map(({ text }) => text);
  return [...new Set(texts)].filter((text) => text !== '');
};

const textsIn = ({ shape, isHolder }: Outline): string[] =>
  isHolder ? [shape.text].filter((text) => text !== '') : textsOf(shape);

/** Returns the only part of a group that comes from a master, such as an icon with captions. */
const mainPart = ({ shape, isHolder }: Outline): VisioShape => {
  if (isHolder || shape.hasMaster) return shape;
  const [main, second] = partsOf(shape).filter(({ hasMaster }) => hasMaster);
  return main && !second ? main : shape;
};

/**
 * Tells if a shape is a group in which a person put several elements. Groups that come from a master,
 * icons of Lucidchart, and pasted drawings are single elements instead.
 */
const isHolderOfElements = (shape: VisioShape): boolean =>
  shape.isGroup && !shape.hasMaster && shape.children.filter(isIndependent).length > 1;

/** Tells if a person put a line that connects shapes in a group. An icon has only loose lines. */
const hasConnector = ({ isGroup, hasMaster, children }: VisioShape, glued: ReadonlySet<string>) =>
  isGroup && !hasMaster && children.some((child) => isLine(child) && glued.has(child.id));

/** Tells if a shape in a group is more than a part of a drawing. */
const isIndependent = (child: VisioShape): boolean =>
  isLine(child) ||
  child.hasMaster ||
  (child.isGroup ? hasContent(child) : child.text !== '' && !isPlainText(child));

const hasContent = ({ text, hasMaster, children }: VisioShape): boolean =>
  text !== '' || hasMaster || children.some(hasContent);

const isLine = ({ begin, end }: VisioShape): boolean => begin !== undefined && end !== undefined;

/**
 * Returns the shape in a group that was drawn around all others, if the group itself has no name. Such a
 * group is not an element, because its frame already is one.
 */
const frameOf = (group: VisioShape): VisioShape | undefined => {
  const shapes = group.children.filter((child) => !isLine(child));
  const all = boxAround(shapes.map(({ box }) => box));
  if (group.text !== '' || shapes.length < 2 || !all) return undefined;
  return shapes.find(
    (frame) =>
      !isPlainText(frame) && holdsBox(grown(frame.box, 1), all) && !isHolderOfElements(frame),
  );
};
