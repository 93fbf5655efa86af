import type { Position, Size } from '../document.ts';
import { overlap, type Box } from '../geometry.ts';
import { lengthOf, pointAlong, type Polyline } from '../routing/polyline.ts';
import { spaced, type BoxGrid, type Effort } from './box-grid.ts';
import { samplesAround, type Sample } from './line-samples.ts';

/** A flow whose label needs a position. */
export type LabeledFlow<Form extends Size> = {
  line: Polyline;
  /** The position of the label if nothing is in its way, as a fraction of the line. */
  usual: number;
  /**
   * The position that a person chose, as a fraction of the line. The label stays at this position,
   * whatever it covers.
   */
  chosen: number | undefined;
  isBidirectional: boolean;
  /**
   * The forms that a label can take: with everything (`whole`), without icons and tags (`bare`), and cut
   * to a few letters (`cut`). Each list begins with the preferred form.
   */
  forms: { whole: readonly Form[]; bare: readonly Form[]; cut: readonly Form[] };
};

/** `at` is the center of the label: the point at the fraction `along` of the line, moved by `shift`. */
export type LabelPosition<Form> = {
  form: Form;
  at: Position;
  along: number;
  shift: Position;
};

/**
 * The boxes that labels avoid. In a grid, a box can have an owner: the index of an element or a flow.
 */
export type Obstacles = {
  /**
   * Boxes that a label never covers: names of boundaries, crossings, badges, and other labels. The owner
   * of a label's box is the index of its flow.
   */
  fixed: BoxGrid;
  /**
   * The boxes of elements. As a last resort, a label covers a part of an element where the element has
   * no text.
   */
  shapes: BoxGrid;
  /**
   * Returns the box around the name of the element that owns a box in `shapes`, or `null` if the name is
   * not drawn.
   */
  nameBoxAt: (owner: number) => Box | null;
  /**
   * The outlines of frames, as boxes, and the lines of flows. The owner of a line is the index of its flow. A
   * label hides a line only if no other place is free.
   */
  lines: BoxGrid;
};

/**
 * `step` is the distance between neighboring positions that are tried along a line. `reach` is the
 * largest distance from the usual position. Both are in pixels.
 */
const step = 10;
const reach = 440;
const maxSamples = 2 * Math.floor(reach / step) + 1;
/** Values of the parameter `which` of `shiftOf`: on the line, just beside the line, and farther away. */
const onLineOnly = [0];
const near = [1, 2];
const far = [3, 4, 5, 6, 7, 8];
/** The length of the part of a line that its arrowhead covers, in pixels. */
const head = 13;

/**
 * The levels of what a label hides at a position, from nothing (`clear`) to something that it must never
 * hide (`covered`). The levels are numbers, because they are compared often.
 */
const clear = 0;
const overLines = 1;
/** The label hides part of an element, but none of the element's text. */
const overShapes = 2;
const covered = 3;
type Try<Form> = { forms: readonly Form[]; care: number; beside: readonly number[] | null };

/**
 * Returns positions for the labels of flows, so that no label covers a name, another label, a crossing,
 * or a badge. A label first slides along its line. If it finds no free position, it takes more rows,
 * moves beside the line, loses its icons and tags, and at last is cut. The result is `null` for a label
 * without any free position.
 *
 * Short flows choose first, because they have the fewest positions. The cost for each flow is bounded.
 */
export const placeLabels = <Form extends Size>(
  flows: readonly LabeledFlow<Form>[],
  obstacles: Obstacles,
  effort: Effort,
): (LabelPosition<Form> | null)[] => {
  const lengths = flows.map(({ line }) => lengthOf(line));
  const positions = flows.map((flow) => chosenPosition(flow));
  for (const [index, position] of positions.entries())
    if (position) take(obstacles, position, index);
  const order = flows
    .map((_, index) => index)
    .filter((index) => !positions[index] && flows[index]?.forms.whole.length)
    .toSorted((one, other) => (lengths[one] ?? 0) - (lengths[other] ?? 0) || one - other);
  for (const index of order) {
    const flow = flows[index];
    if (!flow) continue;
    const position = effort.left > 0 ? freePosition(flow, index, obstacles) : usualPosition(flow);
    positions[index] = position;
    if (position) take(obstacles, position, index);
  }
  return positions;
};

/**
 * Returns a position for a label in other forms. `placeLabels` has already placed this label, and the
 * space that it took counts as free. Returns `null` if there is no place for any of the new forms.
 */
export const placeAgain = <Form extends Size>(
  { line, usual, chosen, isBidirectional }: Omit<LabeledFlow<Size>, 'forms'>,
  index: number,
  forms: readonly Form[],
  obstacles: Obstacles,
): LabelPosition<Form> | null => {
  const flow = { line, usual, chosen, isBidirectional, forms: { whole: forms, bare: [], cut: [] } };
  const position = freePosition<Form>(flow, index, obstacles);
  if (position) take(obstacles, position, index);
  return position;
};

const take = ({ fixed }: Obstacles, { form, at }: LabelPosition<Size>, index: number): void =>
  fixed.add(spaced(boxAround(at, form)), index);

export const boxAround = ({ x, y }: Position, { width, height }: Size): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

const onLine = <Form extends Size>(
  { line }: LabeledFlow<Form>,
  form: Form | undefined,
  along: number,
): LabelPosition<Form> | null =>
  form ? { form, at: pointAlong(line, along), along, shift: { x: 0, y: 0 } } : null;

const chosenPosition = <Form extends Size>(flow: LabeledFlow<Form>): LabelPosition<Form> | null =>
  flow.chosen === undefined ? null : onLine(flow, flow.forms.whole[0], flow.chosen);

/**
 * Returns the usual position of a label, whatever the label covers. It is used when `effort` is used up,
 * because then so much is drawn in one place that nothing can be read anyway.
 */
const usualPosition = <Form extends Size>(flow: LabeledFlow<Form>): LabelPosition<Form> | null =>
  onLine(flow, flow.forms.whole[0], flow.usual);

const triesFor = <Form extends Size>({
  forms: { whole, bare, cut },
}: LabeledFlow<Form>): Try<Form>[] => [
  { forms: whole, care: clear, beside: null },
  { forms: whole, care: clear, beside: near },
  { forms: whole, care: overLines, beside: null },
  { forms: whole, care: overLines, beside: near },
  { forms: whole, care: clear, beside: far },
  { forms: whole, care: overLines, beside: far },
  { forms: bare, care: clear, beside: null },
  { forms: bare, care: clear, beside: near },
  { forms: bare, care: overLines, beside: null },
  { forms: bare, care: overLines, beside: near },
  { forms: bare, care: clear, beside: far },
  { forms: bare, care: overLines, beside: far },
  { forms: cut, care: overLines, beside: null },
  { forms: cut, care: overLines, beside: near },
  { forms: bare, care: overShapes, beside: null },
  { forms: bare, care: overShapes, beside: near },
  { forms: cut, care: overShapes, beside: null },
  { forms: cut, care: overShapes, beside: [...near, ...far] },
];

const freePosition = <Form extends Size>(
  flow: LabeledFlow<Form>,
  index: number,
  obstacles: Obstacles,
): LabelPosition<Form> | null => {
  const { line, usual, isBidirectional } = flow;
  const length = lengthOf(line) || 1;
  const sampleAt = samplesAround(line, { middle: usual * length, step, reach });
  const heads = headsOf(line, isBidirectional);
  /**
   * The level of what the label hides (`clear` … `covered`), for each form and position, or -1 if the
   * level is not known yet. The levels are cached, because each position is tried several times.
   */
  const known = new Map<Form, Int8Array>();
  // One object is reused for all attempts, so that the hundreds of attempts for each flow create no
  // objects.
  const box: Box = { x: 0, y: 0, width: 0, height: 0 };

  const careNow = (): number => {
    if (obstacles.fixed.overlaps(box, index)) return covered;
    if (heads.some((each) => overlap(each, box)) || obstacles.shapes.overlaps(box)) {
      return overShapes;
    }
    return obstacles.lines.overlaps(box, index) ? overLines : clear;
  };

  for (const { forms, care, beside } of triesFor(flow)) {
    for (const form of forms) {
      const careOf = known.get(form) ?? new Int8Array(maxSamples * maxShifts).fill(-1);
      known.set(form, careOf);
      box.width = form.width;
      box.height = form.height;
      for (let at = 0; ; at += 1) {
        const sample = sampleAt(at);
        if (!sample) break;
        for (const which of beside ?? onLineOnly) {
          const key = at * maxShifts + which;
          const before = careOf[key] ?? -1;
          if (before > care) continue;
          const [x, y] = shiftOf(sample, form, which);
          box.x = sample.x + x - box.width / 2;
          box.y = sample.y + y - box.height / 2;
          const found = before < 0 ? careNow() : before;
          careOf[key] = found;
          if (found > care || (found === overShapes && isOverNames(box, obstacles))) continue;
          const center = { x: sample.x + x, y: sample.y + y };
          return { form, at: center, along: sample.distance / length, shift: { x, y } };
        }
      }
    }
  }
  return null;
};

const isOverNames = (box: Box, { shapes, nameBoxAt }: Obstacles): boolean =>
  shapes.ownersAt(box).some((owner) => {
    const name = nameBoxAt(owner);
    return name !== null && overlap(name, box);
  });

/** Returns boxes around the ends of a line. The label of the line must not hide these ends. */
const headsOf = (line: Polyline, isBidirectional: boolean): Box[] => {
  const length = lengthOf(line) || 1;
  const box = (end: Position, along: number): Box => {
    const inner = pointAlong(line, along);
    const x = Math.min(end.x, inner.x) - 3;
    const y = Math.min(end.y, inner.y) - 3;
    return { x, y, width: Math.abs(end.x - inner.x) + 6, height: Math.abs(end.y - inner.y) + 6 };
  };
  const [start, end] = [line[0], line.at(-1)];
  const part = Math.min(0.4, head / length);
  return [
    ...(end ? [box(end, 1 - part)] : []),
    ...(start ? [box(start, isBidirectional ? part : part / 2)] : []),
  ];
};

/** The distances between a line and a label beside it, nearest first, in pixels. */
const distances = [3, 14, 26, 40];
const maxShifts = 1 + 2 * distances.length;

/**
 * Returns how far to move a label from its line. With `which` 0, the label stays on the line. Odd
 * numbers move it above the line, or to the left of a vertical line. Even numbers move it to the
 * opposite side. Higher numbers move it farther.
 */
const shiftOf = (
  { dx, dy }: Sample,
  { width, height }: Size,
  which: number,
): [x: number, y: number] => {
  if (which === 0) return [0, 0];
  const isUpward = dx > 0 || (dx === 0 && dy < 0);
  const side = isUpward === (which % 2 === 1) ? 1 : -1;
  const half = (Math.abs(dy) * width + Math.abs(dx) * height) / 2;
  const away = half + (distances[(which - 1) >> 1] ?? 0);
  return [side * dy * away, side * -dx * away];
};
