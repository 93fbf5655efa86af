import { isIdentifier } from './break-points.ts';
import { broken, withoutMiddle } from './name-text.ts';
import { textWidth, type Style } from './text-width.ts';
import { ellipsized } from './wrap-text.ts';

/** The facts that a flow shows on its line. */
export type FlowMarks = {
  label: string;
  protocol: string;
  dataClassification: string;
  isEncrypted: boolean;
  isAuthenticated: boolean;
};

type Sign = 'lock' | 'person';
type Tag = 'protocol' | 'dataClassification';

/** A part of a label: an icon, a line of text, or a tag. `width` is in pixels. */
export type LabelPart = { kind: Sign | 'label' | Tag; text: string; width: number };
type LabelRow = { parts: readonly LabelPart[]; width: number; height: number };

/** One way to set the text of a flow. `width` and `height` are in pixels. */
export type LabelForm = {
  rows: readonly LabelRow[];
  width: number;
  height: number;
  /** True if the label, an icon, or a tag is missing or cut. */
  isReduced: boolean;
};

/** All forms of one label, in the order of preference. */
export type LabelForms = Record<'whole' | 'bare' | 'cut', readonly LabelForm[]>;

export const labelStyle: Style = { size: 11, isBold: false };
export const tagStyle: Style = { size: 10, isBold: false };
const gap = 4;
/** The space between the text and the edge of its background, in pixels. */
const padding = { side: 5, top: 1 };
const rowHeight = 16;
export const tagHeight = 14;
const rowGap = 1;

const widestLine = 180;
const widestTag = 90;
const signWidth = 11;
const tagPadding = { protocol: 8, dataClassification: 14 };
/** The preferred largest width of a row, in pixels. Forms with a wider row come after the others. */
const widestRow = 150;
/**
 * The preferred largest width for a label on a steep line, in pixels. It is smaller, because such a line
 * usually has other lines beside it, but room below its label.
 */
const widestUpright = 130;
const narrowLine = 84;
const cutLine = 64;

const none: LabelForms = { whole: [], bare: [], cut: [] };

/**
 * Returns the ways to set the text of a flow: in one row or more, without its icons and tags, or cut.
 * The widths of texts come from a table of letters. Outside of the window, there is no browser that
 * could measure texts, and in the window, measuring would make the browser compute a layout once more.
 */
export const labelForms = (marks: FlowMarks, isUpright: boolean): LabelForms => {
  const { label, protocol, dataClassification, isEncrypted, isAuthenticated } = marks;
  const facts = [label, protocol, dataClassification, isEncrypted, isAuthenticated, isUpright];
  const key = JSON.stringify(facts);
  const before = known.get(key);
  if (before) return before;
  const forms = formsOf(marks, isUpright);
  if (known.size >= maxCached) known.clear();
  known.set(key, forms);
  return forms;
};

/**
 * The forms of labels that were needed before. They are cached, because each edit needs the labels of
 * all flows in view again.
 */
const known = new Map<string, LabelForms>();
const maxCached = 5000;

const formsOf = (marks: FlowMarks, isUpright: boolean): LabelForms => {
  const signs = signsOf(marks);
  const tags = tagsOf(marks);
  const label = marks.label.slice(0, 500).replaceAll(/\s+/gu, ' ').trim();
  if (label === '' && signs.length + tags.length === 0) return none;
  const room = isUpright ? widestUpright : widestRow;
  const lines = [widestLine, narrowLine].map((width) => linesOf(label, width));
  const whole = lines.flatMap((each) => withTags(each, signs, tags));
  const bare = lines.map((each) =>
    ranked(
      each.lines.map((line) => row([line])),
      each,
      true,
    ),
  );
  return {
    whole: inOrder(whole, room),
    bare: label === '' ? [] : inOrder(bare, room),
    cut: label === '' ? [] : cutForms(label),
  };
};

const signsOf = ({ isEncrypted, isAuthenticated }: FlowMarks): LabelPart[] =>
  [
    ...(isEncrypted ? (['lock'] as const) : []),
    ...(isAuthenticated ? (['person'] as const) : []),
  ].map((kind) => ({ kind, text: '', width: signWidth }));

const tagsOf = (marks: FlowMarks): LabelPart[] =>
  (['protocol', 'dataClassification'] as const)
    .map((kind) => ({ kind, text: shortened(marks[kind].trim(), widestTag, tagStyle) }))
    .filter(({ text }) => text !== '')
    .map(({ kind, text }) => ({
      kind,
      text,
      width: textWidth(text, tagStyle) + tagPadding[kind],
    }));

/**
 * Returns text cut to a width. Very long text is cut to 500 characters first, because each letter is
 * measured.
 */
const shortened = (text: string, width: number, style: Style): string =>
  ellipsized(text.slice(0, 500), width, style);

type Lines = { lines: LabelPart[]; isCut: boolean; isBroken: boolean };
const maxLines = 3;

const linesOf = (label: string, width: number): Lines => {
  if (label === '') return { lines: [], isCut: false, isBroken: false };
  const wrapped = broken(label, width, labelStyle);
  const isBroken = label.split(' ').some((word) => textWidth(word, labelStyle) > width);
  const rest = wrapped.slice(maxLines - 1).join(' ');
  const visible = wrapped.length > maxLines ? [...wrapped.slice(0, maxLines - 1), rest] : wrapped;
  const lines = visible.map((line) => labelPart(fitting(line, Math.max(width, widestLine))));
  return { lines, isBroken, isCut: lines.some(({ text }, at) => text !== wrapped[at]) };
};

const fitting = (line: string, width: number): string =>
  isIdentifier(line) ? withoutMiddle(line, width, labelStyle) : shortened(line, width, labelStyle);

const labelPart = (text: string): LabelPart => ({
  kind: 'label',
  text,
  width: textWidth(text, labelStyle),
});

/**
 * A form with its rank. Cut text, broken words, and tags in separate rows make the rank higher. A lower
 * rank is better.
 */
type Ranked = { form: LabelForm; rank: number };

const ranked = (
  rows: readonly LabelRow[],
  { isCut, isBroken }: Omit<Lines, 'lines'>,
  isReduced: boolean,
  extra = 0,
): Ranked => ({
  form: formOf(rows, isReduced || isCut),
  rank: (isCut ? 4 : 0) + (isBroken ? 2 : 0) + extra,
});

/**
 * Returns the forms with icons and tags. The tags are in one row with the label, in a row below it, or
 * each in a row of its own.
 */
const withTags = (set: Lines, signs: LabelPart[], tags: LabelPart[]): Ranked[] => {
  const [first, ...more] = set.lines;
  const top = first ? [...signs, first] : signs;
  if (top.length === 0) return [ranked([row(tags)], set, false)];
  const rows = [row(top), ...more.map((line) => row([line]))];
  if (tags.length === 0) return [ranked(rows, set, false)];
  return [
    ...(more.length === 0 ? [ranked([row([...top, ...tags])], set, false)] : []),
    ranked([...rows, row(tags)], set, false),
    ...(tags.length > 1
      ? [ranked([...rows, ...tags.map((tag) => row([tag]))], set, false, 1)]
      : []),
  ];
};

/**
 * Returns forms sorted by rank. If several forms have the same size, only the first one is returned.
 * Within a rank, the forms that are not wider than `room` come first, sorted by height. The other forms
 * follow, sorted by width.
 */
const inOrder = (forms: readonly Ranked[], room: number): LabelForm[] =>
  forms
    .filter(({ form }, at) => forms.findIndex((other) => isSame(form, other.form)) === at)
    .toSorted((one, other) => {
      const [width = 0, otherWidth = 0] = [one, other].map(
        ({ form }) => form.width - 2 * padding.side,
      );
      return (
        one.rank - other.rank ||
        Number(width > room) - Number(otherWidth > room) ||
        (width > room ? width - otherWidth : one.form.height - other.form.height)
      );
    })
    .map(({ form }) => form);

const isSame = (one: LabelForm, other: LabelForm): boolean =>
  one.width === other.width && one.height === other.height;

/**
 * Returns a form with the start of the label, and a form with only an ellipsis. The ellipsis is the last
 * resort and shows that there is a label.
 */
const cutForms = (label: string): LabelForm[] => {
  const short = fitting(label, cutLine);
  return [short, '…'].map((text) => formOf([row([labelPart(text)])], true));
};

const widthOf = (parts: readonly { width: number }[]): number =>
  parts.reduce((sum, { width }) => sum + width, 0) + gap * Math.max(0, parts.length - 1);

const row = (parts: readonly LabelPart[]): LabelRow => ({
  parts,
  width: widthOf(parts),
  height: parts.every(({ kind }) => kind === 'protocol' || kind === 'dataClassification')
    ? tagHeight
    : rowHeight,
});

const formOf = (rows: readonly LabelRow[], isReduced: boolean): LabelForm => ({
  rows,
  width: Math.max(0, ...rows.map(({ width }) => width)) + 2 * padding.side,
  height:
    rows.reduce((sum, { height }) => sum + height, 0) +
    rowGap * Math.max(0, rows.length - 1) +
    2 * padding.top,
  isReduced,
});

type Point = { x: number; y: number };
/** A part of a label, with the part's top left corner and the height of its row. */
type SetPart = LabelPart & Point & { height: number };

/** Returns the parts of a form at their positions, if the center of the form is at a given point. */
export const partsAt = (form: LabelForm, at: Point): SetPart[] => {
  let top = at.y - form.height / 2 + padding.top;
  return form.rows.flatMap(({ parts, width, height }) => {
    let left = at.x - width / 2;
    const y = top;
    top += height + rowGap;
    return parts.map((part) => {
      const x = left;
      left += part.width + gap;
      return { ...part, x, y, height };
    });
  });
};
