import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { closeCompared, useCompared } from '../kernel/workspace/compared.ts';
import { useOverview } from '../kernel/workspace/use-workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { ReadingDrawings } from './reading-drawings.tsx';
import { RestoreDialog, useIsAsking } from './restore-dialog.tsx';
import classes from './compare-view.module.css';

/** Loads the code for comparing canvases only when it is first needed. */
const CompareView = lazy(async () => ({
  default: (await import('./compare-view.tsx')).CompareView,
}));

/** Compares two versions of a canvas, or shows one. Also asks which parts of a version to restore. */
export const CompareDialog = () => {
  const { t } = useTranslation('versions');
  const compared = useCompared((state) => state.compared);
  const isAsking = useIsAsking();
  const { data } = useOverview();
  const canvas = data
    ?.flatMap(({ models }) => models.flatMap(({ canvases }) => canvases))
    .find(({ id }) => id === compared?.canvasId);
  return (
    <>
      <Modal
        classNames={{ content: classes.content, body: classes.body }}
        closeOnEscape={!isAsking}
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
      <RestoreDialog />
    </>
  );
};
