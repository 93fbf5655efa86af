import { ViewportPortal } from '@xyflow/react';
import { courseOf } from '#shared/canvas/flow-course.ts';
import { routeFlow } from '#shared/canvas/flow-route.ts';
import { edgeById } from '#shared/canvas/lookup.ts';
import { boxAt } from '#shared/canvas/routing/sides.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { useGesture, type Connection } from '../state/gesture.ts';
import { arrow } from './flow-line.tsx';
import { useDrawnBox } from './use-route.ts';
import classes from './flow-line.module.css';

const alone = { index: 0, count: 1 };

type Drawn = Pick<Connection, 'source' | 'at' | 'moves'> & { target?: string | null };

/**
 * Previews a flow that is being drawn or reconnected, or that was dropped and still needs the kind
 * of its target.
 */
export const FlowPreview = () => {
  const drawn = useGesture((gesture): Drawn | null => gesture.connection ?? gesture.offer);
  return drawn && <Preview drawn={drawn} />;
};

const Preview = ({ drawn: { source, target, at, moves } }: { drawn: Drawn }) => {
  const from = useDrawnBox(source);
  const onto = useDrawnBox(target ?? '');
  const to = onto ?? (at && boxAt(at));
  const flow = useCanvas(({ document }) => edgeById(document, moves?.id));
  if (!from || !to) return null;
  const course = flow && moves ? { ...courseOf(flow), [moves.end]: undefined } : {};
  // `from` is the end that stays. If the person moves the source of the flow, this is the target.
  const ends = moves?.end === 'source' ? ([to, from] as const) : ([from, to] as const);
  return (
    <ViewportPortal>
      <svg aria-hidden className={classes.preview}>
        <path
          className={classes.line}
          d={routeFlow(...ends, alone, course).path}
          data-selected
          markerEnd={arrow}
          markerStart={flow?.data?.bidirectional ? arrow : undefined}
        />
      </svg>
    </ViewportPortal>
  );
};
