import type { Position, Size } from '../document.ts';
import type { Box } from '../geometry.ts';
import { lengthOf, pointAlong, type Polyline } from '../routing/polyline.ts';
import { overlap, spaced, type BoxGrid, type Effort } from './box-grid.ts';
import { samplesAround, type Sample } from './line-samples.ts';

/** A flow whose label needs a place. */
export type LabeledFlow<Form extends Size> = {
  line: Polyline;
  /** The position of the label if nothing is in its way, as a fraction of the line. */
  usual: number;
  /** The position that a person chose. The label stays there, whatever it covers. */
  placed: number | undefined;
  isBidirectional: boolean;
  /**
   * The forms that a label can take, in the order of preference within each group: with everything,
   * without tags, and cut.
   */
  forms: { whole: readonly Form[]; bare: readonly Form[]; cut: readonly Form[] };
};

/** `at` is the center of the label. `along` and `shift` say the same relative to the line. */
export type LabelPosition<Form> = {
  form: Form;
  at: Position;
  along: number;
  shift: Position;
};

/** The boxes that labels avoid. Owners are indexes that `nameBoxAt` understands. */
export type Obstacles = {
  /** Never covered: names of boundaries, crossings, badges, and labels, whose owners are flows. */
  fixed: BoxGrid;
  /** Elements. A label covers one only where it has no text, and only as a last resort. */
  shapes: BoxGrid;
  nameBoxAt: (owner: number) => Box | null;
  /** Lines that a label hides only if it has no other place: outlines, and the flows by index. */
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
/** The part of a line under its arrowhead. */
const head = 13;

/**
 * The harm that a label does at a position, from none to not allowed. Numbers, because they are compared
 * often.
 */
const clear = 0;
const overLines = 1;
/** An element, but no text of it. */
const overShapes = 2;
const covered = 3;
type Try<Form> = { forms: readonly Form[]; care: number; beside: readonly number[] | null };

/**
 * Places the labels of flows so that none covers a name, another label, a crossing, or a badge. A
 * label slides along its line, then takes a form with more lines, then moves beside the line, then
 * loses its tags, then is cut. A label without any place is not in the result. Short flows choose
 * first, because they have the fewest places. The cost for each flow is bounded.
 */
export const placeLabels = <Form extends Size>(
  flows: readonly LabeledFlow<Form>[],
  obstacles: Obstacles,
  effort: Effort,
): (LabelPosition<Form> | null)[] => {
  const lengths = flows.map(({ line }) => lengthOf(line));
  const places = flows.map((flow) => placedByHand(flow));
  for (const [index, place] of places.entries()) if (place) take(obstacles, place, index);
  const order = flows
    .map((_, index) => index)
    .filter((index) => !places[index] && flows[index]?.forms.whole.length)
    .toSorted((one, other) => (lengths[one] ?? 0) - (lengths[other] ?? 0) || one - other);
  for (const index of order) {
    const flow = flows[index];
    if (!flow) continue;
    const place = effort.left > 0 ? freePlace(flow, index, obstacles) : usualPlace(flow);
    places[index] = place;
    if (place) take(obstacles, place, index);
  }
  return places;
};

/**
 * Places a label of `placeLabels` again, in other forms. The place that it had counts as free.
 * Returns `null` if all of them cover something.
 */
export const placeAgain = <Form extends Size>(
  { line, usual, placed, isBidirectional }: Omit<LabeledFlow<Size>, 'forms'>,
  index: number,
  forms: readonly Form[],
  obstacles: Obstacles,
): LabelPosition<Form> | null => {
  const flow = { line, usual, placed, isBidirectional, forms: { whole: forms, bare: [], cut: [] } };
  const place = freePlace<Form>(flow, index, obstacles);
  if (place) take(obstacles, place, index);
  return place;
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

const placedByHand = <Form extends Size>(flow: LabeledFlow<Form>): LabelPosition<Form> | null =>
  flow.placed === undefined ? null : onLine(flow, flow.forms.whole[0], flow.placed);

/**
 * Returns the usual position, for a drawing with so much in one place that nothing there can be read
 * anyway.
 */
const usualPlace = <Form extends Size>(flow: LabeledFlow<Form>): LabelPosition<Form> | null =>
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

const freePlace = <Form extends Size>(
  flow: LabeledFlow<Form>,
  index: number,
  obstacles: Obstacles,
): LabelPosition<Form> | null => {
  const { line, usual, isBidirectional } = flow;
  const length = lengthOf(line) || 1;
  const samples = samplesAround(line, { middle: usual * length, step, reach });
  const heads = headsOf(line, isBidirectional);
  /**
   * For each form, what the label hides at each position, or -1 if that is unknown. Each position is tried
   * several times.
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
      const careOf = known.get(form) ?? new Int8Array(samples.length * mostShifts).fill(-1);
      known.set(form, careOf);
      box.width = form.width;
      box.height = form.height;
      for (let at = 0; at < samples.length; at += 1) {
        const sample = samples[at];
        if (!sample) break;
        for (const which of beside ?? onLineOnly) {
          const key = at * mostShifts + which;
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

/** Returns the ends of a line, which its label must not hide. */
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
const mostShifts = 1 + 2 * distances.length;

/**
 * Returns one of the shifts of a label from its line: none, and at each distance above before
 * below, right before left.
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
