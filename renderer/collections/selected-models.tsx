import { ActionIcon, Button } from '@mantine/core';
import { CopyPlus, FolderInput, Trash2, X } from 'lucide-react';
import type { CollectionEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { modelsOf, selectNone, useSelectedModels } from './model-selection.ts';
import { startMove } from './move-models.tsx';
import { useModelActions } from './use-model-actions.ts';
import classes from './selected-models.module.css';

/** Shows the number of selected models and the actions on them. */
export const SelectedModels = ({ overview }: { overview: readonly CollectionEntry[] }) => {
  const { t } = useTranslation('collections');
  const { duplicate, remove } = useModelActions();
  const models = modelsOf(
    overview,
    useSelectedModels(({ ids }) => ids),
  );
  if (models.length === 0) return null;
  return (
    <section aria-label={t('selection')} className={classes.bar} data-selection>
      <span className={classes.count} role="status">
        {t('selected', { count: models.length })}
      </span>
      <Button
        leftSection={<CopyPlus size={15} />}
        onClick={() => duplicate(models)}
        variant="default"
      >
        {t('duplicate')}
      </Button>
      {overview.length > 1 && (
        <Button
          leftSection={<FolderInput size={15} />}
          onClick={() => startMove(models)}
          variant="default"
        >
          {t('move-to')}
        </Button>
      )}
      <Button leftSection={<Trash2 size={15} />} onClick={() => remove(models)} variant="default">
        {t('delete')}
      </Button>
      <ActionIcon aria-label={t('clear-selection')} onClick={selectNone}>
        <X />
      </ActionIcon>
    </section>
  );
};
