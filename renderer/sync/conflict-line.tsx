import { Button, Checkbox } from '@mantine/core';
import type { ConflictSummary } from '#shared/desktop/sync.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { openConflict } from './conflict-choices.ts';
import { RecordLine } from './record-line.tsx';
import { leaveSyncPanel } from './sync-panel-state.ts';
import type { Selection } from './use-selection.ts';

type Props = {
  conflict: ConflictSummary;
  /**
   * The selection that the checkbox of this conflict changes. If there is only one conflict, it has no
   * checkbox, so `selection` is missing.
   */
  selection?: Selection;
};

/** One conflict, with a button that opens its dialog. */
export const ConflictLine = ({ conflict, selection }: Props) => {
  const { t } = useTranslation('sync');
  const { type, count, title } = conflict;
  return (
    <RecordLine
      about={t(`conflicts.type.${type}`, { count })}
      action={
        <Button
          aria-label={t('conflicts.decide-named', { title })}
          onClick={() => {
            leaveSyncPanel();
            openConflict(conflict);
          }}
          size="xs"
          variant="default"
        >
          {t('conflicts.decide')}
        </Button>
      }
      mark={
        selection && (
          <Checkbox
            aria-label={t('conflicts.select-named', { title })}
            checked={selection.isSelected(conflict)}
            onChange={() => selection.toggle([conflict])}
          />
        )
      }
      {...conflict}
    />
  );
};
