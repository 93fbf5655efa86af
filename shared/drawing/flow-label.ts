import type { Position } from '../canvas/document.ts';
import type { FlowRoute } from '../canvas/flow-route.ts';
import type { Box } from '../canvas/geometry.ts';
import {
  gap,
  labelParts,
  labelRoom,
  labelStyle,
  padding,
  tagStyle,
  widthOf,
  type FlowMarks,
  type LabelParts,
} from './label-room.ts';
import type { Style } from './text-width.ts';

type PlacedText = Position & { text: string; style: Style };
type PlacedSign = Position & { kind: 'lock' | 'person' };
type PlacedTag = Box & { kind: 'protocol' | 'dataClassification' };

/** The ground of a flow's text and what stands on it, all in pixels of the canvas. */
export type LabelPlace = Box & { texts: PlacedText[]; signs: PlacedSign[]; tags: PlacedTag[] };

const rowHeight = 16;
const tagHeight = 14;
const baseline = 0.36;

export const labelPlace = (
  marks: FlowMarks,
  route: FlowRoute,
  isAlone: boolean,
): LabelPlace | null => {
  const parts = labelParts(marks);
  if (parts.row.length + parts.tags.length === 0) return null;
  const { at, isStacked } = labelRoom(route, parts, isAlone);
  return placed(parts, at, isStacked);
};

const placed = ({ row, tags }: LabelParts, at: Position, isStacked: boolean): LabelPlace => {
  const inner = isStacked ? Math.max(widthOf(row), widthOf(tags)) : widthOf([...row, ...tags]);
  const width = inner + 2 * padding;
  const height = isStacked ? rowHeight + tagHeight + 3 : rowHeight + 2;
  const [left, top] = [at.x - width / 2, at.y - height / 2];
  const middle = top + 1 + rowHeight / 2;
  const inRow = fromLeft(row, isStacked ? at.x - widthOf(row) / 2 : left + padding);
  const besides = row.length > 0 ? widthOf(row) + gap : 0;
  const tagTop = isStacked ? top + rowHeight + 1 : middle - tagHeight / 2;
  const inTags = fromLeft(tags, isStacked ? at.x - widthOf(tags) / 2 : left + padding + besides);
  return {
    x: left,
    y: top,
    width,
    height,
    texts: [
      ...inRow.filter(({ text }) => text !== '').map((part) => textIn(part, middle, labelStyle)),
      ...inTags.map((part) => textIn(part, tagTop + tagHeight / 2, tagStyle)),
    ],
    signs: inRow.flatMap(({ kind, x }) => (kind === 'label' ? [] : [{ kind, x, y: middle - 6 }])),
    tags: inTags.map(({ kind, x, width: tagWidth }) => {
      return { kind, x, y: tagTop, width: tagWidth, height: tagHeight };
    }),
  };
};

const fromLeft = <Part extends { width: number }>(
  parts: readonly Part[],
  left: number,
): (Part & { x: number })[] =>
  parts.map((part, index) => ({
    ...part,
    x: left + widthOf(parts.slice(0, index)) + (index > 0 ? gap : 0),
  }));

const textIn = (
  { text, x, width }: { text: string; x: number; width: number },
  middle: number,
  style: Style,
): PlacedText => ({ text, x: x + width / 2, y: middle + style.size * baseline, style });
