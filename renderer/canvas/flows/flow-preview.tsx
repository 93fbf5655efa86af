import { ViewportPortal } from '@xyflow/react';
import { routeFlow } from '#shared/canvas/flow-route.ts';
import { useGesture, type Connection } from '../gesture.ts';
import { arrow } from './arrow.tsx';
import { useDrawnBox } from './use-route.ts';
import classes from './flow-line.module.css';

const alone = { index: 0, count: 1 };

type Drawn = Pick<Connection, 'source' | 'at'> & { target?: string | null };

/** The flow that is being drawn, or waits for the kind of its new end. */
export const FlowPreview = () => {
  const drawn = useGesture((gesture): Drawn | null => gesture.connection ?? gesture.offer);
  return drawn && <Preview drawn={drawn} />;
};

const Preview = ({ drawn: { source, target, at } }: { drawn: Drawn }) => {
  const from = useDrawnBox(source);
  const onto = useDrawnBox(target ?? '');
  const to = onto ?? (at && { ...at, width: 0, height: 0 });
  if (!from || !to) return null;
  return (
    <ViewportPortal>
      <svg aria-hidden className={classes.preview}>
        <path
          className={classes.line}
          d={routeFlow(from, to, alone).path}
          data-selected
          markerEnd={arrow}
        />
      </svg>
    </ViewportPortal>
  );
};
