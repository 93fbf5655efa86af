import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { Notice } from '../../ui/notice.tsx';
import { useCanvas } from '../state/canvas-store.ts';

const lockedNotice = 'locked';

/** Tells why nothing happened, or not to the whole selection. */
export const noticeLocked = (refused: 'move' | 'resize' | 'delete'): void => {
  notifications.hide(lockedNotice);
  notifications.show({
    id: lockedNotice,
    message: i18next.t(`refused.${refused}`, { ns: 'elements' }),
  });
};

type Offer = { id: string; text: string; action: string; close: string; run: () => void };

/** Tells what was just done to the canvas and offers one further action, until the next edit. */
export const offer = ({ id, text, action, close, run }: Offer): void => {
  const { revision } = useCanvas.getState();
  const stop = useCanvas.subscribe((canvas) => {
    if (canvas.revision !== revision) notifications.hide(id);
  });
  const take = (): void => {
    notifications.hide(id);
    run();
  };
  // Hidden first and not updated, so that a second one is announced too and stays its full time.
  notifications.hide(id);
  notifications.show({
    id,
    message: <Notice action={action} onAction={take} text={text} />,
    closeButtonProps: { 'aria-label': close },
    onClose: stop,
  });
};
