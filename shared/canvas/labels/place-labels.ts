import type { Position, Size } from '../document.ts';
import type { Box } from '../geometry.ts';
import { lengthOf, pointAlong, type Polyline } from '../routing/polyline.ts';
import { overlap, spaced, type BoxGrid, type Effort } from './box-grid.ts';
import { samplesAround, type Sample } from './line-samples.ts';

/** A flow whose label needs a position. */
export type LabeledFlow<Form extends Size> = {
  line: Polyline;
  /** The position of the label if nothing is in its way, as a fraction of the line. */
  usual: number;
  /** The position that a person chose. The label stays there, whatever it covers. */
  chosen: number | undefined;
  isBidirectional: boolean;
  /**
   * The forms that a label can take: with everything (`whole`), without tags (`bare`), and cut (`cut`).
   * Each list begins with the preferred form.
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

/** The boxes that labels avoid. `nameBoxAt` returns the box of the name of a shape's owner. */
export type Obstacles = {
  /**
   * Boxes that are never covered: names of boundaries, crossings, badges, and labels (owner: their flow).
   */
  fixed: BoxGrid;
  /** Elements. A label covers one only where it has no text, and only as a last resort. */
  shapes: BoxGrid;
  nameBoxAt: (owner: number) => Box | null;
  /** Outlines, and lines of flows (owner: the flow's index). A label hides one only if no place is free. */
  lines: BoxGrid;
};

/**
 * In pixels: the distance between the positions that are tried along a line, and the distance of the
 * farthest one from the usual position.
 */
const step = 10;
const reach = 440;
/** Indexes for `shiftOf`: on the line, just beside it, farther away. */
const onLineOnly = [0];
const near = [1, 2];
const far = [3, 4, 5, 6, 7, 8];
/** The length of the part of a line that its arrowhead covers. */
const head = 13;

/**
 * The parts of a drawing that a label hides at a position, from none to a part that it must not
 * hide. Numbers, because they are compared often.
 */
const clear = 0;
const overLines = 1;
/** The label hides part of an element, but none of the element's text. */
const overShapes = 2;
const covered = 3;
type Try<Form> = { forms: readonly Form[]; care: number; beside: readonly number[] | null };

/**
 * Places the labels of flows so that none covers a name, another label, a crossing, or a badge. A label
 * slides along its line, then takes a form with more lines, then moves beside the line, then loses its
 * tags, then is cut. The result is `null` for a label without any place. Short flows choose first, because
 * they have the fewest places. The cost for each flow is bounded.
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
 * Places a label again that `placeLabels` has placed, in other forms. Its earlier place counts as free.
 * Returns `null` if every form would cover something.
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
 * Returns the usual position. It is used if so much is drawn in one place that nothing can be read anyway.
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
  const samples = samplesAround(line, { middle: usual * length, step, reach });
  const heads = headsOf(line, isBidirectional);
  /**
   * One of these numbers for each form and position, or -1 if it is not known yet. Each position is
   * tried several times.
   */
  const known = new Map<Form, Int8Array>();
  // One object for all attempts, because there are hundreds for each flow.
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
      const careOf = known.get(form) ?? new Int8Array(samples.length * maxShifts).fill(-1);
      known.set(form, careOf);
      box.width = form.width;
      box.height = form.height;
      for (let at = 0; at < samples.length; at += 1) {
        const sample = samples[at];
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

/** Returns boxes around the ends of a line, which its label must not hide. */
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

/** The distances between a line and a label beside it, nearest first. */
const distances = [3, 14, 26, 40];
const maxShifts = 1 + 2 * distances.length;

/**
 * Returns how far to move a label from its line. `which` 0 means not at all. Odd numbers move it
 * above the line, or to the left of a vertical line, and even numbers to the other side. Higher
 * numbers move it farther.
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
