import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { useGesture } from './gesture.ts';

const isIn = (document: CanvasDocument, id: string): boolean =>
  (nodeById(document, id) ?? edgeById(document, id)) !== undefined;

/**
 * Which of what the hand is at, a label that is being written or nodes that are being moved, an
 * arriving drawing would take away.
 */
export const takenFromHand = (arriving: CanvasDocument, moving: readonly string[]): string[] => {
  const { editing } = useGesture.getState();
  return [...(editing === null ? [] : [editing]), ...moving].filter((id) => !isIn(arriving, id));
};

/** A flow that was being drawn from something that is not there any more comes to nothing. */
export const dropLostConnection = (document: CanvasDocument): void => {
  const { connection } = useGesture.getState();
  if (connection && !isIn(document, connection.source)) useGesture.setState({ connection: null });
};

export const noticeGone = (): void =>
  void notifications.show({ message: i18next.t('goneElsewhere', { ns: 'canvas' }) });
