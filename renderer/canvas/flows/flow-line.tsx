import { EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo, useMemo } from 'react';
import type { CanvasEdge } from '#shared/canvas/document.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../canvas-store.ts';
import { useDetail } from '../detail.ts';
import { nameId, type FlowEdge } from '../flow-elements.ts';
import { useGesture } from '../gesture.ts';
import { spokenFlow, type Threats } from '../spoken.ts';
import { useThreats } from '../use-threats.ts';
import { arrow } from './arrow.tsx';
import { FlowLabel } from './flow-label.tsx';
import { labelRoom } from './label-room.ts';
import { useRoute } from './use-route.ts';
import classes from './flow-line.module.css';

type Props = EdgeProps<FlowEdge>;

/**
 * What React Flow says of the ends of an edge is not used: sides and lanes are our own, and are
 * read from the store.
 */
const sameFlow = (one: Props, other: Props): boolean =>
  one.id === other.id && one.selected === other.selected;

/** A data flow. Drawn from the document's edge, of which React Flow has only the ends. */
export const FlowLine = memo(({ id, selected = false }: Props) => {
  const edge = useCanvas((state) => edgeById(state.document, id));
  return edge ? <Flow edge={edge} isSelected={selected} /> : null;
}, sameFlow);

/** A curve between the facing sides of two nodes, with its arrows and its label. */
const Flow = ({ edge, isSelected }: { edge: CanvasEdge; isSelected: boolean }) => {
  const { id, data = {} } = edge;
  const route = useRoute(edge);
  const threats = useThreats(data.componentId);
  const isEditing = useGesture(({ editing }) => editing === id);
  const isDetailed = useDetail();
  if (!route) return null;
  return (
    <>
      <FlowName edge={edge} threats={threats} />
      <path className={classes.grip} d={route.path} />
      <path
        className={classes.line}
        d={route.path}
        data-selected={isSelected || undefined}
        markerEnd={arrow}
        markerStart={data.bidirectional ? arrow : undefined}
      />
      {(isDetailed || isEditing) && (
        <EdgeLabelRenderer>
          <FlowLabel
            {...labelRoom(route, data, route.isAlone)}
            edge={edge}
            isEditing={isEditing}
            isSelected={isSelected}
            threats={threats}
          />
        </EdgeLabelRenderer>
      )}
    </>
  );
};

/** What a screen reader says of a flow. */
const FlowName = ({ edge, threats }: { edge: CanvasEdge; threats: Threats }) => {
  const { id, data = noData } = edge;
  const source = useCanvas(({ document }) => nodeById(document, edge.source)?.data.label);
  const target = useCanvas(({ document }) => nodeById(document, edge.target)?.data.label);
  const { count, priority } = threats;
  const name = useMemo(
    () => spokenFlow(data, { source, target }, { count, priority }),
    [data, source, target, count, priority],
  );
  return <desc id={nameId(id)}>{name}</desc>;
};

const noData: NonNullable<CanvasEdge['data']> = {};
