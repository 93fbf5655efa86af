import type { ConflictSummary } from '#shared/desktop/sync.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { MoreButton, useBeginning } from '../ui/beginning.tsx';
import { ConflictGroupList } from './conflict-group.tsx';
import { conflictGroups } from './conflict-groups.ts';
import { ConflictLine } from './conflict-line.tsx';
import { DecideMany } from './decide-many.tsx';
import { useSelection } from './use-selection.ts';
import classes from './sync-panel.module.css';

const groupsAtFirst = 10;

/**
 * The list of conflicts. Each conflict can be opened in a dialog, and several can be resolved together.
 */
export const ConflictList = ({ conflicts }: { conflicts: readonly ConflictSummary[] }) => {
  const { t } = useTranslation('sync');
  const selection = useSelection(conflicts);
  const { visible, hidden, showMore } = useBeginning(conflictGroups(conflicts), groupsAtFirst);
  const [only, ...others] = conflicts;
  return (
    <section aria-label={t('conflicts.title')} className={classes.section}>
      <h3 className={classes.heading}>
        {t('conflicts.title')}
        <span className={classes.count}>{conflicts.length}</span>
      </h3>
      <p className={classes.hint}>{t('conflicts.explain')}</p>
      {only && others.length === 0 ? (
        <ul className={classes.list}>
          <ConflictLine conflict={only} />
        </ul>
      ) : (
        <>
          <DecideMany conflicts={conflicts} selection={selection} />
          {visible.map((group) => (
            <ConflictGroupList group={group} key={group.id} selection={selection} />
          ))}
          <MoreButton hidden={hidden} onClick={showMore} />
        </>
      )}
    </section>
  );
};
