import i18next from 'i18next';
import { hideTopic, Notice, showInPlace } from '../../ui/notice.tsx';
import { useCanvas } from '../state/canvas-store.ts';

/** Shows that an action left out locked elements, or did nothing because of them. */
export const noticeLocked = (refused: 'move' | 'resize' | 'delete'): void => {
  showInPlace('locked', { message: i18next.t(`refused.${refused}`, { ns: 'elements' }) });
};

type Offer = { topic: string; text: string; action: string; close: string; run: () => void };

/**
 * Shows what was just done to the canvas and offers one further action, until the next edit, or until
 * another canvas is opened.
 */
export const offer = ({ topic, text, action, close, run }: Offer): void => {
  const { revision, openings } = useCanvas.getState();
  const stop = useCanvas.subscribe((canvas) => {
    if (canvas.revision !== revision || canvas.openings !== openings) hideTopic(topic);
  });
  const take = (): void => {
    hideTopic(topic);
    run();
  };
  showInPlace(topic, {
    message: <Notice action={action} onAction={take} text={text} />,
    closeButtonProps: { 'aria-label': close },
    onClose: stop,
  });
};
