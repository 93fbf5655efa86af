import type { NodeProps } from '@xyflow/react';
import type { FlowNode } from '../flow-elements.ts';

export type DrawnNodeProps = NodeProps<FlowNode>;

/**
 * React Flow moves a node by a transform of its wrapper: what is inside is drawn again only when
 * one of these changes, and not while it is dragged.
 */
export const sameNode = (one: DrawnNodeProps, other: DrawnNodeProps): boolean =>
  one.id === other.id &&
  one.data === other.data &&
  one.type === other.type &&
  one.selected === other.selected &&
  one.width === other.width &&
  one.height === other.height;
