import { notifications } from '@mantine/notifications';
import { Notice } from '../ui/notice.tsx';
import { useCanvas } from './canvas-store.ts';

type Offer = { id: string; text: string; action: string; close: string; run: () => void };

/**
 * Says what was just done to the canvas and offers one thing to do about it, for as long as nothing
 * else is done.
 */
export const offer = ({ id, text, action, close, run }: Offer): void => {
  const { revision } = useCanvas.getState();
  const stop = useCanvas.subscribe((canvas) => {
    if (canvas.revision !== revision) notifications.hide(id);
  });
  const take = (): void => {
    notifications.hide(id);
    run();
  };
  // Hidden first and not updated, so that a second one is read out too and stays its full time.
  notifications.hide(id);
  notifications.show({
    id,
    message: <Notice action={action} onAction={take} text={text} />,
    closeButtonProps: { 'aria-label': close },
    onClose: stop,
  });
};
