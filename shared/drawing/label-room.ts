import type { Position } from '../canvas/document.ts';
import type { FlowRoute } from '../canvas/flow-route.ts';
import { textWidth, type Style } from './text-width.ts';
import { ellipsized } from './wrap-text.ts';

/** What a flow says of itself on its line. */
export type FlowMarks = {
  label: string;
  protocol: string;
  dataClassification: string;
  isEncrypted: boolean;
  isAuthenticated: boolean;
};

/** The signs that stand before the label, in this order. */
export const signsOf = ({ isEncrypted, isAuthenticated }: FlowMarks): ('lock' | 'person')[] => [
  ...(isEncrypted ? (['lock'] as const) : []),
  ...(isAuthenticated ? (['person'] as const) : []),
];

/** A sign, the label or a tag as wide as it is drawn, in pixels. */
type Part<Kind> = { kind: Kind; text: string; width: number };
type RowPart = Part<'lock' | 'person' | 'label'>;
type TagPart = Part<'protocol' | 'dataClassification'>;

/** The label with its signs, and the tags: beside one another, or the tags below. */
export type LabelParts = { row: RowPart[]; tags: TagPart[] };

export const labelStyle: Style = { size: 11, isBold: false };
export const tagStyle: Style = { size: 10, isBold: false };
export const gap = 4;
const widest = 180;
const widestTag = 90;
const signWidth = 11;
const tagPadding = 8;

/** Longer texts are cut first, because each letter of them is measured. */
const shortened = (text: string, width: number, style: Style): string =>
  ellipsized(text.slice(0, 500), width, style);

export const labelParts = (marks: FlowMarks): LabelParts => {
  const label = shortened(marks.label, widest, labelStyle);
  const signs = signsOf(marks).map((kind) => ({ kind, text: '', width: signWidth }));
  const tags = (['protocol', 'dataClassification'] as const)
    .map((kind) => ({ kind, text: shortened(marks[kind], widestTag, tagStyle) }))
    .filter(({ text }) => text !== '')
    .map(({ kind, text }) => ({ kind, text, width: textWidth(text, tagStyle) + tagPadding }));
  return {
    row: label === '' ? signs : [...signs, labelPart(label)],
    tags,
  };
};

const labelPart = (text: string): RowPart => ({
  kind: 'label',
  text,
  width: textWidth(text, labelStyle),
});

export const widthOf = (parts: readonly { width: number }[]): number =>
  parts.reduce((sum, { width }) => sum + width, 0) + gap * Math.max(0, parts.length - 1);

/** Where the text of a flow goes, and whether its tags stand below its label. */
export type LabelRoom = { at: Position; isStacked: boolean };

export const padding = 5;
/** What has to be seen of a level line besides its text: both heads and a bit of line. */
const lineRoom = 40;
const aboveLine = 13;
/** Beside an upright or slanted flow there may be another one, and below its label there is room. */
const widestUpright = 100;
/** A longer row is rather two, where there can be two. */
const widestRow = 150;

/**
 * A flow that runs level between two nodes close together has little room for its text: then the
 * tags go below the label, and if that is too wide too, the text goes above the line. Otherwise it
 * would hide the arrows. The window and the pictures have this rule in common; a flow that has its
 * way to itself is `isAlone`.
 */
export const labelRoom = (
  { start, end, label: at }: Pick<FlowRoute, 'start' | 'end' | 'label'>,
  { row, tags }: LabelParts,
  isAlone: boolean,
): LabelRoom => {
  const [dx, dy] = [Math.abs(end.x - start.x), Math.abs(end.y - start.y)];
  const whole = widthOf([...row, ...tags]);
  const canStack = isAlone && row.length > 0 && tags.length > 0;
  // A slanted line runs under its text and out of it again, and both its heads are seen.
  if (dy > dx / 2) return { at, isStacked: canStack && whole > widestUpright };
  const room = dx - lineRoom - 2 * padding;
  const canBeRow = whole <= room;
  if (canBeRow && whole <= widestRow) return { at, isStacked: false };
  if (canStack && Math.max(widthOf(row), widthOf(tags)) <= room) return { at, isStacked: true };
  if (canBeRow) return { at, isStacked: false };
  return { at: { x: at.x, y: at.y - aboveLine }, isStacked: false };
};
