import type { EdgeProps } from '@xyflow/react';
import { memo, useMemo, type ComponentProps } from 'react';
import type { CanvasEdge } from '#shared/canvas/document.ts';
import { flowColorOf } from '#shared/canvas/flow-course.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { marksOf } from '#shared/drawing/elements.ts';
import { labelParts, labelRoom } from '#shared/drawing/label-room.ts';
import { useCanvas } from '../canvas-store.ts';
import { CrossingMarks } from '../crossings/crossing-marks.tsx';
import { useDetail } from '../detail.ts';
import { nameId, type FlowEdge } from '../flow-elements.ts';
import { useGesture } from '../gesture.ts';
import { crossedNamesOf, spokenFlow, type Threats } from '../spoken.ts';
import { useThreats } from '../use-threats.ts';
import { arrow } from './arrow.tsx';
import { FlowGrips } from './flow-grips.tsx';
import { FlowLabel } from './flow-label.tsx';
import { LabelLayer } from './label-layer.tsx';
import { useBendDrag } from './use-bend-drag.ts';
import { useRoute, type DrawnRoute } from './use-route.ts';
import classes from './flow-line.module.css';

type Props = Pick<EdgeProps<FlowEdge>, 'id' | 'selected'>;

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

/** A line between two nodes, with its arrows and its label. */
const Flow = ({ edge, isSelected }: { edge: CanvasEdge; isSelected: boolean }) => {
  const { id, data = {} } = edge;
  const drawn = useRoute(edge);
  const threats = useThreats(data.componentId);
  const isEditing = useGesture(({ editing }) => editing === id);
  const isMoving = useGesture(({ connection }) => connection?.moves?.id === id);
  const isDetailed = useDetail();
  const isAlone = useCanvas(
    ({ selection }) => isSelected && selection.nodes.length + selection.edges.length === 1,
  );
  const isBendable = isAlone && isDetailed && !isEditing && !isMoving;
  if (!drawn) return null;
  return (
    <>
      <FlowName edge={edge} threats={threats} />
      <Grip drawn={drawn} edge={edge} isBendable={isBendable} />
      <path
        className={classes.line}
        d={drawn.route.path}
        data-color={flowColorOf(edge)}
        data-moving={isMoving || undefined}
        data-selected={isSelected || undefined}
        markerEnd={arrow}
        markerStart={data.bidirectional ? arrow : undefined}
      />
      {isDetailed && <CrossingMarks id={id} isSelected={isSelected} path={drawn.route.path} />}
      {(isDetailed || isEditing) && (
        <LabelLayer>
          <Label
            drawn={drawn}
            edge={edge}
            isEditing={isEditing}
            isMoving={isMoving}
            isSelected={isSelected}
            threats={threats}
          />
          {isBendable && <FlowGrips drawn={drawn} edge={edge} />}
        </LabelLayer>
      )}
    </>
  );
};

type DrawnProps = { edge: CanvasEdge; drawn: DrawnRoute };

/** The place to click, wider than the line. Dragging that of the selected flow bends it. */
const Grip = ({ edge, drawn, isBendable }: DrawnProps & { isBendable: boolean }) => {
  const { pullLine } = useBendDrag(edge, drawn);
  return (
    <path
      className={classes.grip}
      d={drawn.route.path}
      data-bendable={isBendable || undefined}
      onPointerDown={isBendable ? pullLine : undefined}
    />
  );
};

type LabelProps = DrawnProps &
  Pick<ComponentProps<typeof FlowLabel>, 'threats' | 'isEditing' | 'isMoving' | 'isSelected'>;

const Label = ({ edge, drawn, ...rest }: LabelProps) => {
  const marks = useMemo(() => marksOf(edge), [edge]);
  const parts = useMemo(() => labelParts(marks), [marks]);
  return (
    <FlowLabel
      {...labelRoom(drawn.route, parts, drawn.isAlone)}
      {...rest}
      id={edge.id}
      line={drawn.route.line}
      marks={marks}
    />
  );
};

/** What a screen reader says of a flow. */
const FlowName = ({ edge, threats }: { edge: CanvasEdge; threats: Threats }) => {
  const { id, data = noData } = edge;
  const source = useCanvas(({ document }) => nodeById(document, edge.source)?.data.label);
  const target = useCanvas(({ document }) => nodeById(document, edge.target)?.data.label);
  const crossed = useCanvas(({ document }) => crossedNamesOf(document, id));
  const { count, priority } = threats;
  const name = useMemo(
    () => spokenFlow(data, { source, target }, { count, priority }, crossed),
    [data, source, target, count, priority, crossed],
  );
  return <desc id={nameId(id)}>{name}</desc>;
};

const noData: NonNullable<CanvasEdge['data']> = {};
