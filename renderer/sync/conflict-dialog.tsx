import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../locales/use-translation.tsx';
import { closeConflict, useConflictChoices } from './conflict-choices.ts';
import { ConflictLoading } from './conflict-loading.tsx';
import classes from './conflict-dialog.module.css';

/**
 * This view is loaded with the first conflict, because the code for comparing canvases is not needed
 * before.
 */
const ConflictView = lazy(async () => ({
  default: (await import('./conflict-view.tsx')).ConflictView,
}));

/** Lets the person resolve a conflict. Closing the dialog changes nothing. */
export const ConflictDialog = () => {
  const { t } = useTranslation('sync');
  const conflict = useConflictChoices(({ open }) => open);
  const isWide = conflict?.type === 'canvas';
  return (
    <Modal
      classNames={{ content: isWide ? classes.wide : classes.narrow, body: classes.body }}
      onClose={closeConflict}
      opened={conflict !== null}
      size={isWide ? '96vw' : 860}
      title={conflict && t('conflict.title', { title: conflict.title })}
    >
      {conflict && (
        <Suspense fallback={<ConflictLoading />}>
          <ConflictView conflict={conflict} key={`${conflict.kind}:${conflict.id}`} />
        </Suspense>
      )}
    </Modal>
  );
};
