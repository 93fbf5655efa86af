import { NodeResizer, useKeyPress, type NodeProps } from '@xyflow/react';
import { Lock } from 'lucide-react';
import { isLocked, type CanvasNode } from '#shared/canvas/document.ts';
import { originOf } from '#shared/canvas/edits/placing.ts';
import { resizeNode } from '#shared/canvas/edits/resize-node.ts';
import { boxOf, isSameBox } from '#shared/canvas/geometry.ts';
import { elementById, nodeById } from '#shared/canvas/lookup.ts';
import { minSize } from '../edits/element-edits.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { nameId, type FlowNode } from '../state/flow-elements.ts';
import { useGesture } from '../state/gesture.ts';
import { boundaryNameOf, spokenNode, type Threats } from '../words/spoken.ts';
import classes from './node-parts.module.css';

/** Returns the gesture state of one node as a single value. */
export const useNodeGesture = (id: string): 'editing' | 'target' | 'hovered' | undefined =>
  useGesture(({ editing, connection, hovered, dropTarget }) => {
    if (editing === id) return 'editing';
    if (connection) return connection.target === id ? 'target' : undefined;
    if (dropTarget === id) return 'target';
    return hovered === id ? 'hovered' : undefined;
  });

export type DrawnNodeProps = NodeProps<FlowNode>;

/**
 * Tells if the content of a node need not render again. A drag changes none of these values,
 * because React Flow moves a node by a transform of its wrapper.
 */
export const sameNode = (one: DrawnNodeProps, other: DrawnNodeProps): boolean =>
  one.id === other.id &&
  one.data === other.data &&
  one.type === other.type &&
  one.selected === other.selected &&
  one.width === other.width &&
  one.height === other.height;

type NodeNameProps = { id: string; data: CanvasNode['data']; threats: Threats; contained?: number };

/**
 * The accessible name of a node. The kind comes from the document, because React Flow's type may be
 * `plainType`.
 */
export const NodeName = ({ id, data, threats, contained }: NodeNameProps) => {
  const type = useCanvas((state) => nodeById(state.document, id)?.type);
  const boundary = useCanvas((state) => boundaryNameOf(state.document, id));
  return (
    <span className={classes.spoken} id={nameId(id)}>
      {spokenNode({ ...(type !== undefined && { type }), data }, threats, { contained, boundary })}
    </span>
  );
};

/**
 * The resize handles of an unlocked node that is the only selected node. Shift keeps the aspect
 * ratio. The document changes on release. The keys for resizing are in keyboard/move-by-keys.ts.
 */
export const NodeResize = ({ id }: { id: string }) => {
  const isAlone = useCanvas(({ selection }) => selection.nodes.length === 1);
  const node = useCanvas(({ document }) => nodeById(document, id));
  const min = minSize(node?.type);
  const keepsForm = useKeyPress('Shift');
  return isAlone && node && !isLocked(node) ? (
    <NodeResizer
      keepAspectRatio={keepsForm}
      minHeight={min.height}
      minWidth={min.width}
      onResizeEnd={() => commitBox(id)}
    />
  ) : null;
};

/** Stores the drawn box after a resize. Because of snapping, this box may not end at the pointer. */
const commitBox = (id: string): void => {
  const { document, nodes, commit } = useCanvas.getState();
  const node = nodeById(document, id);
  const drawn = elementById(nodes, id);
  if (!node || !drawn) return;
  const origin = originOf(document, node);
  const box = {
    x: drawn.position.x + origin.x,
    y: drawn.position.y + origin.y,
    width: drawn.width ?? 0,
    height: drawn.height ?? 0,
  };
  // There is nothing to store if the person canceled the resize, or ended it at the same size.
  if (isSameBox(box, boxOf(document, node))) return;
  const operation = resizeNode(document, id, box);
  commit({ label: 'canvas.label.resize', operation });
};

/**
 * One DOM element that serves as the source handle and the target handle of a node. React Flow looks for
 * the handles in the DOM when a node comes into view. It draws no flow to a node without handles.
 */
export const handleAnchor = (
  <span aria-hidden className={`source target ${classes.anchor}`} data-handlepos="right" />
);

/** Shown at the corner of locked elements. The accessible name says the same to screen readers. */
export const LockMark = () => (
  <span aria-hidden className={classes.mark}>
    <Lock size={11} strokeWidth={2} />
  </span>
);
