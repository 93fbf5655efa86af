import { Checkbox } from '@mantine/core';
import { useTranslation } from '../locales/use-translation.tsx';
import { MoreButton, useBeginning } from '../ui/beginning.tsx';
import type { ConflictGroup } from './conflict-groups.ts';
import { keyOf } from './conflict-groups.ts';
import { ConflictLine } from './conflict-line.tsx';
import type { Selection } from './use-selection.ts';
import classes from './sync-panel.module.css';

const initialCount = 5;

type Props = { group: ConflictGroup; selection: Selection };

/** The conflicts of one group, by kind of record. */
export const ConflictGroupList = ({ group, selection }: Props) => {
  const { t } = useTranslation('sync');
  const { titles, conflicts, kinds } = group;
  const name =
    titles.length === 0
      ? t('conflicts.elsewhere')
      : titles.map((title) => (title.trim() === '' ? t('untitled') : title)).join(' › ');
  return (
    <section aria-label={name} className={classes.conflictGroup}>
      <h4 className={classes.conflictGroupHead}>
        <Checkbox
          aria-label={t('conflicts.select-group', { group: name })}
          label={<span dir="auto">{name}</span>}
          onChange={() => selection.toggle(conflicts)}
          {...selection.checkbox(conflicts)}
        />
        <span className={classes.count}>{conflicts.length}</span>
      </h4>
      {kinds.map((each) => (
        <KindList
          {...each}
          group={name}
          hasOthers={kinds.length > 1}
          key={each.kind}
          selection={selection}
        />
      ))}
    </section>
  );
};

type KindProps = ConflictGroup['kinds'][number] & {
  group: string;
  hasOthers: boolean;
  selection: Selection;
};

const KindList = ({ kind, conflicts, group, hasOthers, selection }: KindProps) => {
  const { t } = useTranslation('sync');
  const { visible, hidden, showMore } = useBeginning(conflicts, initialCount);
  const name = t(`kinds.${kind}`, { count: conflicts.length });
  return (
    <>
      {hasOthers && conflicts.length > 1 && (
        <Checkbox
          aria-label={t('conflicts.select-kind', { kinds: name, group })}
          className={classes.conflictKind}
          label={name}
          onChange={() => selection.toggle(conflicts)}
          {...selection.checkbox(conflicts)}
        />
      )}
      <ul className={classes.list}>
        {visible.map((conflict) => (
          <ConflictLine conflict={conflict} key={keyOf(conflict)} selection={selection} />
        ))}
      </ul>
      <MoreButton hidden={hidden} onClick={showMore} />
    </>
  );
};
