import type { Position } from '../../canvas/document.ts';
import { roleOf } from '../../canvas/element-kinds.ts';
import { centreOf, grown, holdsBox, holdsPoint } from '../../canvas/geometry.ts';
import { defined } from '../../otm/fields.ts';
import { boundaryWords, lineBoundary } from '../curve.ts';
import type { ForeignElement, ForeignEnd, ForeignFlow } from '../foreign-model.ts';
import { areTwoComponents, reach } from '../touching.ts';
import { numberIn } from '../xml.ts';
import type { DrawIoCell } from './cells.ts';
import { factsOf } from './properties.ts';
import type { DrawIoSheet } from './shapes.ts';
import { hasArrow, isDashed } from './style.ts';

/**
 * Converts a line to a flow or a boundary. A loose line is attached to nothing. It is a boundary if it
 * has no arrows and is dashed or named like a boundary, unless its ends touch two components. Returns
 * `nothing` if a loose line is no boundary and touches no element, or if it is straight and touches the
 * same element at both ends, like a line between two parts of a shape.
 */
export const readLine = (
  edge: DrawIoCell,
  sheet: DrawIoSheet,
): ForeignFlow | ForeignElement | 'nothing' => {
  const labels = sheet.labelsOf(edge.id);
  const name = [edge, ...labels]
    .map(({ label }) => label)
    .filter((label) => label !== '')
    .join(' ');
  const ends: [ForeignEnd, ForeignEnd] = [
    endOf(edge, 'source', sheet),
    endOf(edge, 'target', sheet),
  ];
  const [atStart, atEnd] = [hasArrow(edge.style, 'start'), hasArrow(edge.style, 'end')];
  if (ends.every(({ id }) => id === undefined)) {
    const [first, last] = ends.map(({ at }) => at && sheet.touched(at));
    const points = [edge.sourcePoint, ...edge.points, edge.targetPoint].filter(
      (point) => point !== undefined,
    );
    const isLikeBoundary = isDashed(edge.style) || boundaryWords.test(name);
    const canBeBoundary = !atStart && !atEnd && points.length > 1 && isLikeBoundary;
    if (canBeBoundary && !areTwoComponents(first, last))
      return boundaryOf(edge, labels, name, points);
    if (first === last && edge.points.length === 0) return 'nothing';
    if (!first && !last) return 'nothing';
  }
  const isBackwards = atStart && !atEnd;
  const [source, target] = isBackwards ? ends.toReversed() : ends;
  const { description, data, attributes } = factsOf(edge, 'flow', labels);
  return {
    id: edge.id,
    name,
    description: description || undefined,
    source: source ?? {},
    target: target ?? {},
    bends: isBackwards ? edge.points.toReversed() : edge.points,
    data: defined({
      ...data,
      bidirectional: atStart && atEnd ? true : undefined,
      shape: shapeOfLine(edge),
    }),
    attributes,
  };
};

/**
 * Returns an end of a line. Parapet has no flows to flows, so an end that is attached to another line
 * is a loose end in the middle of that line.
 */
const endOf = (edge: DrawIoCell, end: 'source' | 'target', sheet: DrawIoSheet): ForeignEnd => {
  const line = sheet.lineOf(edge[end]);
  const element = sheet.elementOf(edge[end]);
  const point = end === 'source' ? edge.sourcePoint : edge.targetPoint;
  return {
    id: (componentAtEnd(edge, end, element, sheet) ?? element)?.id,
    at: (line && middleOf(line, sheet)) ?? point,
  };
};

/**
 * Returns the component at an end that is attached to a place inside a boundary. If a boundary is drawn
 * over its components, draw.io attaches a line to the boundary, although people see the line end at the
 * component.
 */
const componentAtEnd = (
  edge: DrawIoCell,
  end: 'source' | 'target',
  element: ForeignElement | undefined,
  sheet: DrawIoSheet,
): ForeignElement | undefined => {
  const place = placeInside(edge, end, sheet);
  const box = element?.box;
  if (!place || !box || roleOf(element.kind) !== 'boundary') return undefined;
  // Near its edge, the boundary itself is what the line touches.
  if (!holdsPoint(grown(box, -reach), place)) return undefined;
  const found = sheet.touched(place);
  const isInside = found?.box !== undefined && holdsBox(box, found.box);
  return isInside && roleOf(found.kind) === 'component' ? found : undefined;
};

/**
 * Returns the place inside a shape to which a line is attached. Unless `exitPerimeter` or
 * `entryPerimeter` is 0, draw.io moves the end of the line to the outline of the shape.
 */
const placeInside = (
  edge: DrawIoCell,
  end: 'source' | 'target',
  { cells }: DrawIoSheet,
): Position | undefined => {
  const { values } = edge.style;
  const prefix = end === 'source' ? 'exit' : 'entry';
  const number = (name: string) => numberIn(values.get(`${prefix}${name}`));
  const [x, y, dx = 0, dy = 0] = ['X', 'Y', 'Dx', 'Dy'].map(number);
  const box = cells.get(edge[end])?.box;
  if (!box || x === undefined || y === undefined) return undefined;
  if (values.get(`${prefix}Perimeter`) !== '0') return undefined;
  return { x: box.x + x * box.width + dx, y: box.y + y * box.height + dy };
};

const middleOf = (line: DrawIoCell, { cells }: DrawIoSheet): Position | undefined => {
  const centreAt = (id: string): Position | undefined => {
    const cell = cells.get(id);
    return cell?.isVertex ? centreOf(cell.box) : undefined;
  };
  const points = [
    centreAt(line.source) ?? line.sourcePoint,
    ...line.points,
    centreAt(line.target) ?? line.targetPoint,
  ].filter((point) => point !== undefined);
  const one = points[Math.floor((points.length - 1) / 2)];
  const other = points[Math.ceil((points.length - 1) / 2)];
  return one && other && { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
};

const boundaryOf = (
  edge: DrawIoCell,
  labels: readonly DrawIoCell[],
  name: string,
  points: Position[],
): ForeignElement => {
  const kind = 'trustBoundaryNode';
  const { description, data, attributes } = factsOf(edge, kind, labels);
  const line = lineBoundary(points);
  return {
    id: edge.id,
    kind,
    name,
    description: description || undefined,
    data,
    ...line,
    attributes: { ...attributes, ...line.attributes },
  };
};

const shapeOfLine = ({ style: own }: DrawIoCell): string | undefined => {
  if (own.values.get('curved') === '1') return undefined;
  return (own.values.get('edgeStyle') ?? 'none') === 'none' ? 'straight' : 'stepped';
};
