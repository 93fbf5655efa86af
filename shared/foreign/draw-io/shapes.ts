import type { Position } from '../../canvas/document.ts';
import { defaultKind, type ElementKind } from '../../canvas/element-kinds.ts';
import { centreOf } from '../../canvas/geometry.ts';
import { captionsAmong, isInside, maxCompared } from '../captions.ts';
import { lineBoundary } from '../curve.ts';
import type { ForeignElement } from '../foreign-model.ts';
import { touching } from '../touching.ts';
import { numberIn } from '../xml.ts';
import type { DrawIoCell } from './cells.ts';
import { ancestorsOf, isDashedBox, isDashedLine, partsIn } from './parts.ts';
import { factsOf } from './properties.ts';
import * as style from './style.ts';

/** The elements of a page, and what its lines need to know about its cells. */
export type DrawIoSheet = {
  elements: ForeignElement[];
  /** The visible cells by their IDs. */
  cells: ReadonlyMap<string, DrawIoCell>;
  /** Returns the element to which the shape with this ID belongs. */
  elementOf: (id: string) => ForeignElement | undefined;
  /** Returns the line that has this ID or to which the label with this ID belongs. */
  lineOf: (id: string) => DrawIoCell | undefined;
  /** Returns the labels of a line that are cells of their own. */
  labelsOf: (id: string) => readonly DrawIoCell[];
  /** The invisible groups with several elements, which belong to none of them. */
  groups: readonly DrawIoCell[];
  /** Returns the element that a line end at this point touches. */
  touched: (point: Position) => ForeignElement | undefined;
};

/**
 * The maximum number of comparisons between line ends and elements. They take about half a second. If
 * more would be necessary, no line end is compared, so none of them touches an element.
 */
const maxComparisons = 30_000_000;

/** Converts the vertices of a page, which are the shapes of draw.io, to elements. */
export const sheetOf = (visible: readonly DrawIoCell[]): DrawIoSheet => {
  const cells = new Map(visible.map((cell) => [cell.id, cell]));
  const vertices = visible.filter((cell) => cell.isVertex);
  const edges = visible.filter((cell) => cell.isEdge);
  const connected = new Set(edges.flatMap(({ source, target }) => [source, target]));
  const { boxes, ownerOf, partsOf, isWhole } = partsIn(vertices, cells, connected);
  const { removed, onlyIn } = invisibleGroups(boxes, cells, connected);
  const visibleBoxes = boxes.filter((cell) => !removed.has(cell));
  const { captions, isBoundary } = captionsAndBoundaries(boxes, visibleBoxes, {
    partsOf,
    connected,
    pairs: new Set(
      edges.flatMap(({ source, target }) => [pairOf(source, target), pairOf(target, source)]),
    ),
    isWhole,
  });
  const captionOf = new Map([...captions].map(([text, shape]) => [shape, text]));
  const groupsAround = Map.groupBy(
    [...removed].filter(({ id }) => onlyIn.has(id)),
    ({ id }) => onlyIn.get(id) ?? '',
  );
  const drawn = visibleBoxes.filter((cell) => !captions.has(cell));
  const known = new Set(drawn.map(({ id }) => id));
  const isDataFlowDiagram =
    drawn.some((cell) => style.isEllipse(cell.style)) &&
    drawn.some((cell) => style.isDataFlowSymbol(cell.style));
  const elements = drawn.map((cell) =>
    elementFrom(cell, {
      parts: partsOf.get(cell.id) ?? [],
      caption: captionOf.get(cell),
      groups: groupsAround.get(cell.id) ?? [],
      parent: ancestorsOf(cell, cells).find(({ id }) => known.has(id))?.id,
      isWhole: isWhole(cell),
      isBoundary: isBoundary(cell),
      isConnected: connected.has(cell.id),
      isDataFlowDiagram,
    }),
  );
  const elementWith = new Map(elements.map((element) => [element.id, element]));
  const elementOf = (id: string, depth = 0): ForeignElement | undefined => {
    const cell = cells.get(id);
    const element = elementWith.get(id);
    if (element || !cell?.isVertex || depth > 50) return element;
    const holder = captions.get(cell)?.id ?? ownerOf.get(id) ?? onlyIn.get(id) ?? cell.parent;
    return elementOf(holder, depth + 1);
  };
  const lineOf = (id: string): DrawIoCell | undefined => {
    const cell = cells.get(ownerOf.get(id) ?? id);
    return cell?.isEdge ? cell : undefined;
  };
  const labelsOf = (id: string): readonly DrawIoCell[] => partsOf.get(id) ?? [];
  const groups = [...removed].filter(({ id }) => !onlyIn.has(id));
  const isSmall = visible.length * elements.length < maxComparisons;
  const touched = (point: Position) => (isSmall ? touching(elements, point) : undefined);
  return { elements, cells, elementOf, lineOf, labelsOf, groups, touched };
};

/**
 * Finds the groups, table rows, and table cells that only arrange other shapes. They become no
 * elements, unless one contains several components, and is a group with an outline or has a line
 * attached to it. `onlyIn` has the ID of the only component in a group, by the ID of the group.
 */
const invisibleGroups = (
  boxes: readonly DrawIoCell[],
  cells: ReadonlyMap<string, DrawIoCell>,
  connected: ReadonlySet<string>,
) => {
  const isInvisible = (cell: DrawIoCell): boolean => {
    const parent = cells.get(cell.parent);
    const isTableCell = parent !== undefined && style.isTableRow(parent.style);
    return (
      cell.label === '' &&
      (style.isGroup(cell.style) || style.isTableRow(cell.style) || isTableCell)
    );
  };
  const groups = new Set(boxes.filter(isInvisible));
  const inside = new Map<DrawIoCell, string[]>([...groups].map((group) => [group, []]));
  for (const cell of boxes) {
    if (groups.has(cell) || isTextOrNote(cell)) continue;
    for (const above of ancestorsOf(cell, cells)) {
      if (!groups.has(above)) break;
      inside.get(above)?.push(cell.id);
    }
  }
  const single = [...inside].filter(([, ids]) => ids.length === 1);
  const onlyIn = new Map(single.map(([group, [id = '']]) => [group.id, id]));
  const isElement = ({ id, style: own }: DrawIoCell): boolean =>
    !onlyIn.has(id) && (connected.has(id) || (style.isGroup(own) && style.hasOutline(own)));
  const removed = new Set([...groups].filter((group) => !isElement(group)));
  return { removed, onlyIn };
};

const isTextOrNote = ({ style: own }: DrawIoCell): boolean =>
  style.isText(own) || style.isNote(own);

type SheetFacts = {
  partsOf: ReadonlyMap<string, DrawIoCell[]>;
  connected: ReadonlySet<string>;
  /** The pairs of cells that a line joins. */
  pairs: ReadonlySet<string>;
  isWhole: (cell: DrawIoCell) => boolean;
};

const pairOf = (one: string, other: string): string => JSON.stringify([one, other]);

/**
 * Finds the boundaries, and the texts that are names of shapes. `captions` has the shape that each of
 * these texts names.
 */
const captionsAndBoundaries = (
  boxes: readonly DrawIoCell[],
  drawn: readonly DrawIoCell[],
  { partsOf, connected, pairs, isWhole }: SheetFacts,
) => {
  const { captions: possible, withTexts } = captionsAmong(drawn, {
    isText: (cell) => style.isText(cell.style),
    textOf: ({ label }) => label,
    hasName: (cell) => [cell, ...(partsOf.get(cell.id) ?? [])].some(({ label }) => label !== ''),
  });
  const isElement = (cell: DrawIoCell): boolean =>
    cell.label !== '' || connected.has(cell.id) || partsOf.has(cell.id) || withTexts.has(cell);
  const isBoundary = boundaryTest(boxes, drawn, { isWhole, isElement });
  // A text in a boundary is an element of its own if a line leads to it, and so is a text that a line
  // joins to the shape.
  const captions = new Map(
    [...possible].filter(
      ([text, shape]) =>
        (!connected.has(text.id) || !isBoundary(shape)) && !pairs.has(pairOf(text.id, shape.id)),
    ),
  );
  return { captions, isBoundary };
};

type BoundaryRules = {
  isWhole: (cell: DrawIoCell) => boolean;
  /** Tells if a box in another box is an element of its own. Otherwise, it is an icon of that box. */
  isElement: (cell: DrawIoCell) => boolean;
};

/** Returns a function that tells if a shape is a boundary. */
const boundaryTest = (
  boxes: readonly DrawIoCell[],
  drawn: readonly DrawIoCell[],
  { isWhole, isElement }: BoundaryRules,
) => {
  const parents = new Set(
    boxes.filter((cell) => !style.isText(cell.style)).map(({ parent }) => parent),
  );
  const around = surrounding(drawn, isElement);
  return (cell: DrawIoCell): boolean =>
    !isTextOrNote(cell) &&
    !isWhole(cell) &&
    (style.isContainer(cell.style) ||
      style.isTableRow(cell.style) ||
      isDashedBox(cell) ||
      parents.has(cell.id) ||
      around.has(cell));
};

/**
 * Returns the boxes that have other boxes inside them. Only the positions count, not the parents that
 * the file states.
 */
const surrounding = (
  boxes: readonly DrawIoCell[],
  isElement: BoundaryRules['isElement'],
): ReadonlySet<DrawIoCell> => {
  if (boxes.length > maxCompared) return new Set();
  const solid = boxes.filter((cell) => !isTextOrNote(cell));
  const inside = solid.filter(isElement);
  return new Set(
    solid.filter((outer) => isPlain(outer) && inside.some((inner) => isInside(outer, inner))),
  );
};

type ShapeSetting = {
  parts: readonly DrawIoCell[];
  /** The separate text that names the shape. */
  caption: DrawIoCell | undefined;
  /** The invisible groups in which the shape is the only element. */
  groups: readonly DrawIoCell[];
  parent: string | undefined;
  isWhole: boolean;
  isBoundary: boolean;
  isConnected: boolean;
  isDataFlowDiagram: boolean;
};

const elementFrom = (cell: DrawIoCell, setting: ShapeSetting): ForeignElement => {
  const icon = setting.isWhole || cell.label !== '' ? undefined : iconOf(setting.parts);
  const looks = icon && !setting.isBoundary && isPlain(cell) ? icon.style : cell.style;
  const written = style.writtenKind(cell.style);
  const kind = written ?? kindFrom(cell, looks, setting);
  const { caption, groups, parts } = setting;
  const others = [...parts, ...(caption ? [caption] : []), ...groups];
  const { name, type, description, data, attributes } = factsOf(cell, kind, others);
  const below = setting.parts.filter((part) => part !== icon).map(({ label }) => label);
  const line = isDashedLine(cell) ? lineBoundary(endsOf(cell)) : undefined;
  return {
    id: cell.id,
    kind,
    name: caption?.label ?? icon?.label ?? name,
    description: joined([description, joined(below, '\n')], '\n\n') || undefined,
    type: written ? undefined : (type ?? style.typeOf(looks)) || undefined,
    box: cell.box,
    parent: setting.parent,
    isNestedByPosition: true,
    // Parapet's boundaries are containers, so draw.io updates the parent of a shape that a person moves.
    isParentCertain: written !== undefined,
    data,
    ...line,
    attributes: { ...attributes, ...line?.attributes },
  };
};

/** Returns the part whose name and type an unlabelled shape gets. */
const iconOf = (parts: readonly DrawIoCell[]): DrawIoCell | undefined =>
  parts.find(({ label }) => label !== '') ?? parts[0];

const isPlain = ({ style: own }: DrawIoCell): boolean => style.componentKindOf(own) === defaultKind;

const kindFrom = (
  cell: DrawIoCell,
  looks: style.DrawIoStyle,
  { isBoundary, isConnected, isDataFlowDiagram }: ShapeSetting,
): ElementKind => {
  if (isBoundary) return 'trustBoundaryNode';
  const isRemark = style.isNote(cell.style) || (style.isText(cell.style) && !isConnected);
  if (isRemark) return 'noteNode';
  if (isDataFlowDiagram && style.isRectangle(looks)) return 'externalEntityNode';
  return style.componentKindOf(looks);
};

const joined = (texts: readonly string[], separator: string): string =>
  texts.filter((text) => text !== '').join(separator);

/** Returns the ends of a line that draw.io stores as a box. The line is in the middle of the box. */
const endsOf = ({ box, style: { values } }: DrawIoCell): Position[] => {
  const isUpright = /^(?:north|south)$/.test(values.get('direction') ?? '');
  const degrees = (numberIn(values.get('rotation')) ?? 0) + (isUpright ? 90 : 0);
  const angle = (degrees * Math.PI) / 180;
  const half = (isUpright ? box.height : box.width) / 2;
  const { x, y } = centreOf(box);
  return [-half, half].map((along) => ({
    x: x + along * Math.cos(angle),
    y: y + along * Math.sin(angle),
  }));
};
