import { useStore, type EdgeProps } from '@xyflow/react';
import { memo, useMemo, type ComponentProps, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { CanvasEdge } from '#shared/canvas/document.ts';
import { flowColorOf } from '#shared/canvas/flow-course.ts';
import { isRouted } from '#shared/canvas/flow-route.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { nameId, type FlowEdge } from '../state/flow-elements.ts';
import { useGesture } from '../state/gesture.ts';
import { useDetail } from '../viewport/view-box.ts';
import { crossedNamesOf, spokenFlow, useThreats, type Threats } from '../words/spoken.ts';
import { CrossingMarks } from './crossings.tsx';
import { FlowGrips } from './flow-grips.tsx';
import { FlowLabel } from './flow-label.tsx';
import { useBendDrag } from './use-bend-drag.ts';
import { useFlowLabel } from './use-flow-label.ts';
import { useRoute, type DrawnRoute } from './use-route.ts';
import classes from './flow-line.module.css';

type FlowLineProps = Pick<EdgeProps<FlowEdge>, 'id' | 'selected'>;

/**
 * Tells if a flow need not render again. Positions from React Flow do not matter, because the route
 * comes from the store.
 */
const sameFlow = (one: FlowLineProps, other: FlowLineProps): boolean =>
  one.id === other.id && one.selected === other.selected;

/**
 * A data flow, drawn from its edge in the document, because React Flow only knows the ends of the
 * flow.
 */
export const FlowLine = memo(({ id, selected = false }: FlowLineProps) => {
  const edge = useCanvas((state) => edgeById(state.document, id));
  return edge ? <Flow edge={edge} isSelected={selected} /> : null;
}, sameFlow);

/** A line between two nodes, with arrows and a label. */
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
  const canBend = isRouted(drawn.course);
  return (
    <>
      <FlowName edge={edge} threats={threats} />
      <Grip drawn={drawn} edge={edge} isBendable={isBendable && canBend} />
      <path
        className={classes.line}
        d={drawn.route.path}
        data-color={flowColorOf(edge)}
        data-moving={isMoving || undefined}
        data-selected={isSelected || undefined}
        markerEnd={arrow}
        markerStart={data.bidirectional ? arrow : undefined}
      />
      {isDetailed && canBend && (
        <CrossingMarks id={id} isSelected={isSelected} line={drawn.route.line} />
      )}
      {(isDetailed || isEditing) && (
        <LabelLayer>
          <Label
            drawn={drawn}
            edge={edge}
            isBendable={isBendable}
            isEditing={isEditing}
            isMoving={isMoving}
            isSelected={isSelected}
            threats={threats}
          />
        </LabelLayer>
      )}
    </>
  );
};

type DrawnProps = { edge: CanvasEdge; drawn: DrawnRoute };

/** The click area of a flow, wider than its line. Dragging it on the selected flow adds a bend. */
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
  Pick<ComponentProps<typeof FlowLabel>, 'threats' | 'isEditing' | 'isMoving' | 'isSelected'> & {
    isBendable: boolean;
  };

const Label = ({ edge, drawn, isBendable, ...rest }: LabelProps) => {
  const label = useFlowLabel(edge, drawn, rest.isSelected);
  return (
    <>
      <FlowLabel
        {...rest}
        drawn={label}
        id={edge.id}
        line={drawn.route.line}
        text={edge.data?.label ?? ''}
      />
      {isBendable && <FlowGrips drawn={drawn} edge={edge} label={label} />}
    </>
  );
};

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

const arrowId = 'canvas-flow-arrow';

/** The arrowhead of every flow, in the color of its line. */
export const arrow = `url(#${arrowId})`;

export const ArrowDefinition = () => (
  <svg aria-hidden height={0} style={{ position: 'absolute' }} width={0}>
    <defs>
      <marker
        id={arrowId}
        markerHeight={10}
        markerUnits="userSpaceOnUse"
        markerWidth={11}
        orient="auto-start-reverse"
        refX={10}
        refY={5}
        viewBox="0 0 11 10"
      >
        <path d="M1,1 L10,5 L1,9 Z" fill="context-stroke" />
      </marker>
    </defs>
  </svg>
);

/**
 * Renders labels above the flows. The container of the labels is looked up once, on mount. React
 * Flow's EdgeLabelRenderer would look it up for each flow on each frame of a pan.
 */
const LabelLayer = ({ children }: { children: ReactNode }) => {
  const domNode = useStore((store) => store.domNode);
  const layer = useMemo(() => domNode?.querySelector('.react-flow__edgelabel-renderer'), [domNode]);
  return layer ? createPortal(children, layer) : null;
};
