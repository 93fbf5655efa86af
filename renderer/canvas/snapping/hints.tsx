import { ViewportPortal } from '@xyflow/react';
import { useHints, type Gap, type Guide } from './guides.ts';
import classes from './hints.module.css';

/** Half the length of the strokes at the ends of a gap, in screen pixels. */
const tick = 4;

/** Shows the lines on which a dragged element is aligned with other elements, and equal gaps. */
export const SnapHints = () => {
  const { guides, gaps, zoom } = useHints();
  if (guides.length + gaps.length === 0) return null;
  return (
    <ViewportPortal>
      <svg aria-hidden className={classes.hints} data-snap-hints>
        <path className={classes.line} d={guides.map(pathOfGuide).join(' ')} />
        <path
          className={classes.line}
          d={gaps.map((gap) => pathOfGap(gap, tick / zoom)).join(' ')}
        />
      </svg>
    </ViewportPortal>
  );
};

const pathOfGuide = ({ axis, at, from, to }: Guide): string =>
  axis === 'x' ? `M${at},${from} V${to}` : `M${from},${at} H${to}`;

const pathOfGap = ({ axis, at, from, to }: Gap, half: number): string => {
  const [start, end] = [at - half, at + half];
  return axis === 'x'
    ? `M${from},${at} H${to} M${from},${start} V${end} M${to},${start} V${end}`
    : `M${at},${from} V${to} M${start},${from} H${end} M${start},${to} H${end}`;
};
