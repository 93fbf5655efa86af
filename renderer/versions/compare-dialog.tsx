import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverview } from '../collections/use-overview.ts';
import { closeCompared, useCompared } from './compared.ts';
import { ReadingDrawings } from './reading-drawings.tsx';
import classes from './compare-view.module.css';

/** Fetched when it is first asked for: what draws canvases side by side is not needed before. */
const CompareView = lazy(async () => ({
  default: (await import('./compare-view.tsx')).CompareView,
}));

/** Two versions of a canvas side by side, or one to look at. */
export const CompareDialog = () => {
  const { t } = useTranslation('versions');
  const compared = useCompared((state) => state.compared);
  const { data } = useOverview();
  const canvas = data
    ?.flatMap(({ models }) => models.flatMap(({ canvases }) => canvases))
    .find(({ id }) => id === compared?.canvasId);
  return (
    <Modal
      classNames={{ content: classes.content, body: classes.body }}
      onClose={closeCompared}
      opened={compared !== null}
      size="96vw"
      title={t('compare.title', { canvas: canvas?.title ?? '' })}
    >
      {compared && (
        <Suspense fallback={<ReadingDrawings />}>
          <CompareView compared={compared} />
        </Suspense>
      )}
    </Modal>
  );
};
