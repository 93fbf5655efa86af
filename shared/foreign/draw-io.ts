import type { Position } from '../canvas/document.ts';
import { holdsBox } from '../canvas/geometry.ts';
import { t } from '../locales/texts.ts';
import { defined } from '../otm/fields.ts';
import { quoted } from '../otm/notes.ts';
import { lineBoundary } from './curve.ts';
import { cellsOf, type DrawIoCell } from './draw-io-cells.ts';
import { drawIoPages, isGraph } from './draw-io-pages.ts';
import * as style from './draw-io-style.ts';
import type {
  ForeignCanvas,
  ForeignElement,
  ForeignEnd,
  ForeignFlow,
  ForeignModel,
} from './foreign-model.ts';
import { nothingNoted, type ForeignNotes } from './foreign-notes.ts';
import { touching } from './touching.ts';
import type { XmlElement } from './xml.ts';

/** Reads a drawing of draw.io. Each page becomes a canvas. */
export const readDrawIo = (root: XmlElement): ForeignModel => {
  const notes = nothingNoted();
  const canvases = drawIoPages(root).flatMap(({ id, title, graph }): ForeignCanvas[] => {
    const name = title || t('imports:foreign.page');
    if (isGraph(graph)) return [canvasOf(cellsOf(graph), { id, title: name, notes })];
    notes.leftOut.push({ place: name, message: graph.reason });
    return [];
  });
  return { title: '', canvases, isDrawing: true, notes };
};

type Page = { id: string; title: string; notes: ForeignNotes };

const canvasOf = (all: DrawIoCell[], { id, title, notes }: Page): ForeignCanvas => {
  const byId = new Map(all.map((cell) => [cell.id, cell]));
  const cells = withoutHidden(all, byId, title, notes);
  const visible = new Map(cells.map((cell) => [cell.id, cell]));
  const sheet = sheetOf(cells, visible);
  const flows: ForeignFlow[] = [];
  const lines: ForeignElement[] = [];
  for (const edge of cells.filter((cell) => cell.isEdge)) {
    const read = lineOf(edge, sheet);
    if (read === 'nothing') {
      const message = t('imports:foreign.loose-line', { line: quoted(edge.label || edge.id) });
      notes.leftOut.push({ place: title, message });
    } else if ('kind' in read) lines.push(read);
    else flows.push(read);
  }
  return { id, title, elements: [...sheet.elements, ...lines], flows };
};

const withoutHidden = (
  cells: readonly DrawIoCell[],
  byId: ReadonlyMap<string, DrawIoCell>,
  title: string,
  notes: ForeignNotes,
): DrawIoCell[] => {
  const hidden = new Map<DrawIoCell, boolean>();
  const isHidden = (cell: DrawIoCell, depth = 0): boolean => {
    const known = hidden.get(cell);
    if (known !== undefined) return known;
    const parent = byId.get(cell.parent);
    const result =
      cell.isHidden || (parent !== undefined && depth < 200 && isHidden(parent, depth + 1));
    hidden.set(cell, result);
    return result;
  };
  const drawn = cells.filter((cell) => cell.isVertex || cell.isEdge);
  const visible = drawn.filter((cell) => !isHidden(cell));
  const count = drawn.length - visible.length;
  if (count > 0) {
    notes.leftOut.push({ place: title, message: t('imports:foreign.hidden', { count }) });
  }
  return visible;
};

type Sheet = {
  elements: ForeignElement[];
  /** Returns the ID of the element to which the shape with this ID belongs. */
  elementOf: (id: string) => string | undefined;
  labelsOf: ReadonlyMap<string, string[]>;
  /** Returns the element that a line end at this point touches. */
  touched: (point: Position) => ForeignElement | undefined;
};

/**
 * Classifies the vertices, which are the shapes of draw.io. Each becomes an element, a part of an
 * element, or the label of a line, or it is ignored.
 */
const sheetOf = (cells: readonly DrawIoCell[], visible: ReadonlyMap<string, DrawIoCell>): Sheet => {
  const vertices = cells.filter((cell) => cell.isVertex);
  const connected = new Set(
    cells.filter((cell) => cell.isEdge).flatMap(({ source, target }) => [source, target]),
  );
  const labelsOf = new Map<string, string[]>();
  const boxes: DrawIoCell[] = [];
  const partOf = new Map<string, string>();
  for (const cell of vertices) {
    const parent = visible.get(cell.parent);
    if (parent?.isEdge) {
      const labels = labelsOf.get(parent.id);
      if (labels) labels.push(cell.label);
      else labelsOf.set(parent.id, [cell.label]);
      partOf.set(cell.id, parent.id);
    } else if (wholeAbove(cell, visible)) {
      partOf.set(cell.id, wholeAbove(cell, visible)?.id ?? '');
    } else if (!isEmpty(cell, connected)) boxes.push(cell);
  }
  const parents = new Set(
    boxes.filter((cell) => !style.isText(cell.style)).map(({ parent }) => parent),
  );
  const around = surrounding(boxes);
  const isBoundary = (cell: DrawIoCell): boolean => {
    if (style.isText(cell.style) || style.isNote(cell.style)) return false;
    if (isWhole(cell)) return false;
    return (
      style.isContainer(cell.style) || isDashedBox(cell) || parents.has(cell.id) || around.has(cell)
    );
  };
  const drawn = boxes.filter((cell) => !isTransparent(cell));
  const known = new Set(drawn.map(({ id }) => id));
  const parts = Map.groupBy(vertices, ({ id }) => partOf.get(id));
  const elements = drawn.map((cell): ForeignElement => {
    const parent = parentOf(cell, visible, known);
    const below = isWhole(cell) ? textsOf(parts.get(cell.id)) : '';
    return elementOf(cell, isBoundary(cell), connected.has(cell.id), parent, below);
  });
  const elementIdOf = (id: string, depth = 0): string | undefined => {
    if (known.has(id)) return id;
    const above = partOf.get(id) ?? visible.get(id)?.parent;
    return above === undefined || depth > 50 ? undefined : elementIdOf(above, depth + 1);
  };
  const isSmall = cells.length * elements.length < maxComparisons;
  const touched = (point: Position) => (isSmall ? touching(elements, point) : undefined);
  return { elements, elementOf: elementIdOf, labelsOf, touched };
};

/**
 * Tells if a dashed shape is a boundary. A dashed store or person is not a boundary, because the
 * dashes mean that the store or person is optional.
 */
const isDashedBox = ({ style: own }: DrawIoCell): boolean =>
  style.isDashed(own) && style.componentKindOf(own) === 'processNode';

/** Tells if a shape is a table or a list. Such a shape and everything in it become one element. */
const isWhole = ({ style: own }: DrawIoCell): boolean => style.isTable(own) || style.isList(own);

const wholeAbove = (
  cell: DrawIoCell,
  visible: ReadonlyMap<string, DrawIoCell>,
): DrawIoCell | undefined => {
  let above = visible.get(cell.parent);
  for (let depth = 0; above && depth < 50; depth += 1) {
    if (isWhole(above)) return above;
    above = visible.get(above.parent);
  }
  return undefined;
};

const textsOf = (cells: readonly DrawIoCell[] = []): string =>
  cells
    .map(({ label }) => label)
    .filter((label) => label !== '')
    .join('\n');

const isTransparent = (cell: DrawIoCell): boolean => style.isGroup(cell.style) && cell.label === '';

const isEmpty = (cell: DrawIoCell, connected: ReadonlySet<string>): boolean =>
  cell.label === '' &&
  !connected.has(cell.id) &&
  (style.isText(cell.style) || style.isDecoration(cell.style));

/**
 * The maximum number of comparisons between line ends and elements. They take about half a second. If
 * more would be necessary, no line end is compared, so none of them touches an element.
 */
const maxComparisons = 30_000_000;

/**
 * The maximum number of boxes that `surrounding` compares. With more boxes, it compares none, because
 * the comparison would take too long.
 */
const maxCompared = 4000;

/**
 * Returns the boxes that have other boxes inside them. Only the positions count, not the parents that
 * the file states.
 */
const surrounding = (boxes: readonly DrawIoCell[]): ReadonlySet<DrawIoCell> => {
  if (boxes.length > maxCompared) return new Set();
  const solid = boxes.filter(
    (cell) => !style.isText(cell.style) && !style.isNote(cell.style) && !isTransparent(cell),
  );
  return new Set(
    solid.filter(
      (outer) =>
        style.componentKindOf(outer.style) === 'processNode' &&
        solid.some(
          (inner) =>
            inner !== outer &&
            inner.box.width * inner.box.height < outer.box.width * outer.box.height &&
            // An inner box without a name does not count, because it is an icon that belongs to the
            // outer box.
            inner.label !== '' &&
            holdsBox(outer.box, inner.box),
        ),
    ),
  );
};

/**
 * Returns the ID of the nearest ancestor in the file that is an element. If there is no such ancestor,
 * returns undefined, and the positions decide which element is the parent.
 */
const parentOf = (
  cell: DrawIoCell,
  visible: ReadonlyMap<string, DrawIoCell>,
  known: ReadonlySet<string>,
): string | undefined => {
  let above = cell.parent;
  for (let depth = 0; depth < 50; depth += 1) {
    if (known.has(above)) return above;
    const next = visible.get(above)?.parent;
    if (next === undefined) return undefined;
    above = next;
  }
  return undefined;
};

const elementOf = (
  cell: DrawIoCell,
  isBoundary: boolean,
  isConnected: boolean,
  parent: string | undefined,
  below: string,
): ForeignElement => {
  const { id, label, box, properties } = cell;
  const isRemark = style.isNote(cell.style) || (style.isText(cell.style) && !isConnected);
  const written = style.writtenKind(cell.style);
  const found = isBoundary
    ? 'trustBoundaryNode'
    : isRemark
      ? 'noteNode'
      : style.componentKindOf(cell.style);
  const { tooltip, ...others } = properties;
  return {
    id,
    kind: written ?? found,
    name: label,
    description: [tooltip ?? '', below].filter((part) => part !== '').join('\n\n') || undefined,
    type: written ? undefined : style.typeOf(cell.style) || undefined,
    box,
    parent,
    attributes: others,
  };
};

const lineOf = (edge: DrawIoCell, sheet: Sheet): ForeignFlow | ForeignElement | 'nothing' => {
  const own = sheet.labelsOf.get(edge.id) ?? [];
  const name = [edge.label, ...own].filter((label) => label !== '').join(' ');
  const ends: [ForeignEnd, ForeignEnd] = [
    { id: sheet.elementOf(edge.source), at: edge.sourcePoint },
    { id: sheet.elementOf(edge.target), at: edge.targetPoint },
  ];
  const [atStart, atEnd] = [style.hasArrow(edge.style, 'start'), style.hasArrow(edge.style, 'end')];
  const isLoose = ends.every(({ id }) => id === undefined);
  const points = [edge.sourcePoint, ...edge.points, edge.targetPoint].filter(
    (point) => point !== undefined,
  );
  const first = edge.sourcePoint && sheet.touched(edge.sourcePoint);
  const last = edge.targetPoint && sheet.touched(edge.targetPoint);
  if (isLoose && !first && !last) {
    const isCurve = !atStart && !atEnd && points.length > 1 && style.isDashed(edge.style);
    return isCurve ? boundaryOf(edge, name, points) : 'nothing';
  }
  const isBackwards = atStart && !atEnd;
  const [source, target] = isBackwards ? ends.toReversed() : ends;
  return {
    id: edge.id,
    name,
    source: source ?? {},
    target: target ?? {},
    bends: isBackwards ? edge.points.toReversed() : edge.points,
    data: defined({
      bidirectional: atStart && atEnd ? true : undefined,
      shape: shapeOfLine(edge),
    }),
    attributes: edge.properties,
  };
};

const boundaryOf = (edge: DrawIoCell, name: string, points: Position[]): ForeignElement => {
  const { attributes, ...shape } = lineBoundary(points);
  return {
    id: edge.id,
    kind: 'trustBoundaryNode',
    name,
    ...shape,
    attributes: { ...edge.properties, ...attributes },
  };
};

const shapeOfLine = ({ style: own }: DrawIoCell): string | undefined => {
  if (own.values.get('curved') === '1') return undefined;
  return (own.values.get('edgeStyle') ?? 'none') === 'none' ? 'straight' : 'stepped';
};
