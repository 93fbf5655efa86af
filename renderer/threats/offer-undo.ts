import i18next from 'i18next';
import { useCanvas } from '../canvas/canvas-store.ts';
import { offer } from '../canvas/offer.tsx';

const texts = {
  threat: 'deleted.threat',
  mitigation: 'deleted.mitigation',
  comment: 'deleted.comment',
} as const;

type Kind = keyof typeof texts;
const isKind = (kind: string): kind is Kind => Object.hasOwn(texts, kind);

/**
 * After a deletion: says so, and offers to take it back for as long as it is what undo would take
 * back. `isGone` tells whether the record is still deleted.
 */
export const offerUndo = (kind: string, isGone: () => boolean): void => {
  if (!isKind(kind)) return;
  const t = i18next.getFixedT(null, 'threats');
  offer({
    id: 'undo-deletion',
    text: t(texts[kind]),
    action: t('deleted.undo'),
    close: t('deleted.close'),
    run: () => {
      if (isGone()) void useCanvas.getState().undo();
    },
  });
};
