import { create } from 'zustand';
import type { NodeType, Position } from '#shared/canvas/document.ts';
import type { FlowEnd } from '#shared/canvas/edits/connect.ts';

/** An end of a flow that is there, on its way to another node. */
type MovedEnd = { id: string; end: FlowEnd };

/**
 * A flow being drawn: from a node to another one or to a point. `isHeld` while the pointer button
 * is down; without it, the next click or Enter says where the flow ends. With `moves` it is an end
 * of a flow that is there, and `source` the node at its other end.
 */
export type Connection = {
  source: string;
  target: string | null;
  at: Position | null;
  isHeld: boolean;
  moves?: MovedEnd;
};

/** A flow let go over the empty canvas, until its new end has a kind. `at` is on the canvas. */
export type Offer = { source: string; at: Position; inWindow: Position };

type Gesture = {
  /** The kind of node that the next click places. */
  placing: NodeType | null;
  /** Waiting for the node that a flow begins at. */
  isConnecting: boolean;
  connection: Connection | null;
  offer: Offer | null;
  /** The element whose label is being edited. */
  editing: string | null;
  /** The node under the pointer. */
  hovered: string | null;
  /** The boundary that would take in what is being dragged. */
  dropTarget: string | null;
};

const idle: Gesture = {
  placing: null,
  isConnecting: false,
  connection: null,
  offer: null,
  editing: null,
  hovered: null,
  dropTarget: null,
};

/** What the hand is in the middle of; nothing of it is in the document. */
export const useGesture = create<Gesture>(() => idle);

const change = useGesture.setState;

export const startPlacing = (placing: NodeType): void => change({ ...idle, placing });
export const startConnecting = (): void => change({ ...idle, isConnecting: true });
export const startConnection = (source: string, isHeld: boolean): void =>
  change({ ...idle, connection: { source, target: null, at: null, isHeld } });
export const startReconnecting = (
  fixed: string,
  from: string,
  moves: MovedEnd,
  isHeld: boolean,
): void =>
  change({ ...idle, connection: { source: fixed, target: from, at: null, isHeld, moves } });
export const leadConnection = (to: Partial<Connection>): void =>
  change(({ connection }) => ({ connection: connection && { ...connection, ...to } }));
export const offerKinds = (offer: Offer): void => change({ ...idle, offer });
export const startEditing = (id: string): void => change({ ...idle, editing: id });
export const stopEditing = (): void => change({ editing: null });
export const hover = (hovered: string | null): void => change({ hovered });
export const showDropTarget = (dropTarget: string | null): void => {
  if (useGesture.getState().dropTarget !== dropTarget) change({ dropTarget });
};
/** Whether there was something to stop. */
export const stopGesture = (): boolean => {
  const { placing, isConnecting, connection, editing } = useGesture.getState();
  change({ ...idle, hovered: useGesture.getState().hovered });
  return placing !== null || isConnecting || connection !== null || editing !== null;
};
