import type { CSSProperties } from 'react';
import type { Box } from '#shared/canvas/geometry.ts';
import { differenceKindList } from './difference-kinds.ts';
import { DifferenceSign } from './difference-sign.tsx';
import type { ElementMark } from './element-marks.ts';
import classes from './difference-marks.module.css';

type Props = {
  marks: readonly ElementMark[];
  area: Box;
  /** What of the area is drawn: nothing beyond it is marked either. */
  part: Box;
  scale: number;
  selected: string | null;
  onSelect: (key: string) => void;
};

/** Below this scale the words would cover what they are about, and the signs stand alone. */
const wordsFrom = 0.7;

/** Of more, only the outlines are shown: the signs would cover one another and the drawing. */
const mostSigns = 250;

/** Between an element and the outline around it, in pixels of the canvas. */
const gap = 5;

const touches = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Outlines over the drawing, and on each its sign. The list beside it says the same in words. */
export const DifferenceMarks = ({ marks, area, part, scale, selected, onSelect }: Props) => {
  const drawn = marks.filter(({ place }) => touches(place.around, part));
  const signs = drawn.length <= mostSigns ? drawn : drawn.filter(({ key }) => key === selected);
  return (
    <div aria-hidden className={classes.marks} data-far={scale < wordsFrom || undefined}>
      <svg
        className={classes.outlines}
        style={{
          left: (part.x - area.x) * scale,
          top: (part.y - area.y) * scale,
          width: part.width * scale,
          height: part.height * scale,
        }}
        viewBox={`${part.x} ${part.y} ${part.width} ${part.height}`}
      >
        {differenceKindList.map((kind) => (
          <path
            className={classes.outline}
            d={outlineOf(drawn.filter((mark) => mark.kind === kind))}
            data-difference={kind}
            key={kind}
          />
        ))}
        {drawn
          .filter(({ key }) => key === selected)
          .map((mark) => (
            <path
              className={classes.outline}
              d={outlineOf([mark])}
              data-difference={mark.kind}
              data-selected
              key={mark.key}
            />
          ))}
      </svg>
      {signs.map((mark) => (
        <button
          className={classes.sign}
          data-element={mark.element}
          data-difference={mark.kind}
          data-selected={mark.key === selected || undefined}
          key={mark.key}
          onClick={() => onSelect(mark.key)}
          style={signPlace(mark, area, scale)}
          tabIndex={-1}
          type="button"
        >
          <DifferenceSign kind={mark.kind} />
        </button>
      ))}
    </div>
  );
};

/** All of one kind are one path: thousands of elements would take a second to be put on the page. */
const outlineOf = (marks: readonly ElementMark[]): string =>
  marks.map(({ place }) => place.path ?? rounded(place.box)).join('');

const rounded = ({ x, y, width, height }: Box): string =>
  [
    `M${x},${y - gap}h${width}a${gap},${gap} 0 0 1 ${gap},${gap}v${height}`,
    `a${gap},${gap} 0 0 1 ${-gap},${gap}h${-width}a${gap},${gap} 0 0 1 ${-gap},${-gap}`,
    `v${-height}a${gap},${gap} 0 0 1 ${gap},${-gap}z`,
  ].join('');

/** On the upper edge of a node, at its end; above the middle of a flow. */
const signPlace = ({ place }: ElementMark, area: Box, scale: number): CSSProperties => {
  const { x, y, width } = place.box;
  const end = place.path === null ? width + gap : width / 2;
  return { left: (x + end - area.x) * scale, top: (y - gap - area.y) * scale };
};
