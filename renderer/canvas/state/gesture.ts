import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { create } from 'zustand';
import type { CanvasDocument, Position } from '#shared/canvas/document.ts';
import type { FlowEnd } from '#shared/canvas/edits/connect.ts';
import type { ElementKind } from '#shared/canvas/element-kinds.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';

/** An end of an existing flow that is being moved to another node. */
type MovedEnd = { id: string; end: FlowEnd };

/** A flow that is being drawn from a node to another node or to a point. */
export type Connection = {
  /**
   * The node where a new flow starts. If the person moves an end of an existing flow, this is the node
   * at its other end.
   */
  source: string;
  target: string | null;
  at: Position | null;
  /** True while the pointer button is down. Otherwise the next click or Enter chooses the target. */
  isDragging: boolean;
  /** The end of an existing flow that the person moves. It is missing if the person draws a new flow. */
  moves?: MovedEnd;
};

/**
 * A new flow dropped on the empty canvas, until the person chooses the kind of its target. `at` is
 * in canvas coordinates, `inWindow` in window coordinates.
 */
export type Offer = { source: string; at: Position; inWindow: Position };

type Gesture = {
  /** The kind of node that the next click places, or `null` if the next click places no node. */
  placing: ElementKind | null;
  /** True while the person chooses the source of a new flow. */
  isConnecting: boolean;
  connection: Connection | null;
  offer: Offer | null;
  /** The ID of the element whose label is being edited, or `null` if no label is. */
  editing: string | null;
  /** The ID of the element under the pointer, or `null` if there is none. */
  hovered: string | null;
  /** The ID of the boundary that would receive the dragged elements, or `null` if there is none. */
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

/** The unfinished gesture. The document has none of its changes. */
export const useGesture = create<Gesture>(() => idle);

const change = useGesture.setState;

export const startPlacing = (placing: ElementKind): void => change({ ...idle, placing });
export const startConnecting = (): void => change({ ...idle, isConnecting: true });
export const startConnection = (source: string, isDragging: boolean): void =>
  change({ ...idle, connection: { source, target: null, at: null, isDragging } });
export const startReconnecting = (
  fixed: string,
  from: string,
  moves: MovedEnd,
  isDragging: boolean,
): void =>
  change({ ...idle, connection: { source: fixed, target: from, at: null, isDragging, moves } });
export const updateConnection = (to: Partial<Connection>): void =>
  change(({ connection }) => ({ connection: connection && { ...connection, ...to } }));
export const offerKinds = (offer: Offer): void => change({ ...idle, offer });
export const startEditing = (id: string): void => change({ ...idle, editing: id });
export const stopEditing = (): void => change({ editing: null });
export const hover = (hovered: string | null): void => change({ hovered });
export const showDropTarget = (dropTarget: string | null): void => {
  if (useGesture.getState().dropTarget !== dropTarget) change({ dropTarget });
};
/** Stops the gesture. Returns false if there was no gesture. */
export const stopGesture = (): boolean => {
  const { placing, isConnecting, connection, editing } = useGesture.getState();
  change({ ...idle, hovered: useGesture.getState().hovered });
  return placing !== null || isConnecting || connection !== null || editing !== null;
};

const isIn = (document: CanvasDocument, id: string): boolean =>
  (nodeById(document, id) ?? edgeById(document, id)) !== undefined;

/**
 * Returns the elements of the gesture that an incoming document lacks: the edited element and moving
 * nodes.
 */
export const lostFromGesture = (incoming: CanvasDocument, moving: readonly string[]): string[] => {
  const { editing } = useGesture.getState();
  return [...(editing === null ? [] : [editing]), ...moving].filter((id) => !isIn(incoming, id));
};

/** Cancels a flow that is being drawn if its source no longer exists. */
export const dropLostConnection = (document: CanvasDocument): void => {
  const { connection } = useGesture.getState();
  if (connection && !isIn(document, connection.source)) useGesture.setState({ connection: null });
};

export const noticeDeletedElsewhere = (): void =>
  void notifications.show({ message: i18next.t('gone-elsewhere', { ns: 'canvas' }) });
