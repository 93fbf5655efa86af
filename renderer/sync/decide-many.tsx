import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ConflictSummary, Side } from '#shared/desktop/sync.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { saveInTurn } from '../kernel/desktop/in-turn.ts';
import { takeBackAll } from '../kernel/workspace/apply-workspace-change.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { noticeDecision } from './decide-undoably.tsx';
import type { Selection } from './use-selection.ts';
import classes from './sync-panel.module.css';

const sides = ['mine', 'theirs'] as const satisfies readonly Side[];

type Props = { conflicts: readonly ConflictSummary[]; selection: Selection };

/**
 * Lets the person select all conflicts, and resolve all selected conflicts with the versions of one
 * side.
 */
export const DecideMany = ({ conflicts, selection }: Props) => {
  const { t } = useTranslation('sync');
  const [busy, setBusy] = useState<Side | null>(null);
  const { selected, toggle, checkbox } = selection;

  const decide = async (side: Side): Promise<void> => {
    setBusy(side);
    try {
      const keys = selected.map(({ kind, id }) => ({ kind, id }));
      const steps = await saveInTurn(() => desktop.sync.resolveMany({ conflicts: keys, side }));
      noticeDecision(
        t(`conflicts.decided.${side}`, { count: keys.length }),
        steps.length > 0 ? () => takeBackAll(steps, 'sync.label.resolve') : null,
      );
    } catch (error) {
      showError(error);
    }
    setBusy(null);
  };

  return (
    <div className={classes.decideMany}>
      <div className={classes.decideManyRow}>
        <Checkbox
          label={t('conflicts.select-all')}
          onChange={() => toggle(conflicts)}
          {...checkbox(conflicts)}
        />
        <span aria-live="polite" className={classes.selected}>
          {selected.length > 0 && t('conflicts.selected', { count: selected.length })}
        </span>
        {sides.map((side) => (
          <Button
            disabled={selected.length === 0 || (busy !== null && busy !== side)}
            key={side}
            loading={busy === side}
            onClick={() => void decide(side)}
            size="xs"
            variant="default"
          >
            {t(`conflicts.keep-all.${side}`)}
          </Button>
        ))}
      </div>
      {selected.some(({ type }) => type !== 'fields' && type !== 'canvas') && (
        <p className={classes.hint}>{t('conflicts.deletions-too')}</p>
      )}
    </div>
  );
};
