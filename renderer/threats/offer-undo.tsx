import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { useCanvas } from '../canvas/canvas-store.ts';
import { Notice } from '../ui/notice.tsx';

const texts = {
  threat: 'deleted.threat',
  mitigation: 'deleted.mitigation',
  comment: 'deleted.comment',
} as const;

type Kind = keyof typeof texts;
const isKind = (kind: string): kind is Kind => Object.hasOwn(texts, kind);

const toastId = 'undo-deletion';

/**
 * After a deletion: says so, and offers to take it back for as long as it is what undo would take
 * back. `isGone` tells whether the record is still deleted.
 */
export const offerUndo = (kind: string, isGone: () => boolean): void => {
  if (!isKind(kind)) return;
  const t = i18next.getFixedT(null, 'threats');
  const { revision } = useCanvas.getState();
  const stop = useCanvas.subscribe((canvas) => {
    if (canvas.revision !== revision) notifications.hide(toastId);
  });
  const undo = (): void => {
    notifications.hide(toastId);
    if (isGone()) void useCanvas.getState().undo();
  };
  // Hidden first and not updated, so that a second one is read out too and stays its full time.
  notifications.hide(toastId);
  notifications.show({
    id: toastId,
    message: <Notice action={t('deleted.undo')} onAction={undo} text={t(texts[kind])} />,
    closeButtonProps: { 'aria-label': t('deleted.close') },
    onClose: stop,
  });
};
