import type { CSSProperties } from 'react';
import type { Box } from '#shared/canvas/geometry.ts';
import { DifferenceSign } from './difference-sign.tsx';
import type { ElementMark } from './element-marks.ts';
import classes from './difference-marks.module.css';

type Props = {
  marks: readonly ElementMark[];
  area: Box;
  scale: number;
  selected: string | null;
  onSelect: (key: string) => void;
};

/** Below this scale the words would cover what they are about, and the signs stand alone. */
const wordsFrom = 0.7;

/** Between an element and the outline around it, in pixels of the canvas. */
const gap = 5;

/** Outlines over the drawing, and on each its sign. The list beside it says the same in words. */
export const DifferenceMarks = ({ marks, area, scale, selected, onSelect }: Props) => (
  <div aria-hidden className={classes.marks} data-far={scale < wordsFrom || undefined}>
    <svg className={classes.outlines} viewBox={`${area.x} ${area.y} ${area.width} ${area.height}`}>
      {marks.map((mark) => (
        <Outline isSelected={mark.key === selected} key={mark.key} mark={mark} />
      ))}
    </svg>
    {marks.map((mark) => (
      <button
        className={classes.sign}
        data-element={mark.element}
        data-kind={mark.kind}
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

const Outline = ({ mark, isSelected }: { mark: ElementMark; isSelected: boolean }) => {
  const { kind, place } = mark;
  const look = { className: classes.outline, 'data-kind': kind, 'data-selected': isSelected };
  if (place.path !== null) return <path {...look} d={place.path} />;
  const { x, y, width, height } = place.box;
  return (
    <rect
      {...look}
      height={height + 2 * gap}
      rx={gap}
      width={width + 2 * gap}
      x={x - gap}
      y={y - gap}
    />
  );
};

/** On the upper edge of a node, at its end; above the middle of a flow. */
const signPlace = ({ place }: ElementMark, area: Box, scale: number): CSSProperties => {
  const { x, y, width } = place.box;
  const end = place.path === null ? width + gap : width / 2;
  return { left: (x + end - area.x) * scale, top: (y - gap - area.y) * scale };
};
