import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { PendingChange } from '#shared/desktop/sync.ts';
import { errorText } from '../kernel/desktop/errors.tsx';
import { fieldNameList } from '../kernel/records/field-names.ts';
import { compareWithService } from '../kernel/workspace/compared.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { MoreButton, useBeginning } from '../ui/beginning.tsx';
import { Loading } from '../ui/message.tsx';
import { pendingGroups, type PendingGroup } from './pending-groups.ts';
import { recordKindIcons } from './record-line.tsx';
import { leaveSyncPanel } from './sync-panel-state.ts';
import classes from './sync-panel.module.css';

type Props = {
  pending: UseQueryResult<PendingChange[]>;
  /** True if the panel shows nothing else. An empty list then says that nothing is pending. */
  isAlone: boolean;
};

/** The pending changes, by kind. */
export const PendingList = ({ pending, isAlone }: Props) => {
  const { t } = useTranslation('sync');
  const { data, error } = pending;
  if (error && !data) return <PendingFailed error={error} retry={() => void pending.refetch()} />;
  if (!data) {
    return (
      <Loading label={t('reading')}>
        <p className={classes.empty}>{t('reading')}</p>
      </Loading>
    );
  }
  const groups = pendingGroups(data);
  if (groups.length === 0) {
    return isAlone ? (
      <p className={classes.empty}>
        <CircleCheck aria-hidden size={16} />
        {t('empty')}
      </p>
    ) : null;
  }
  return (
    <section aria-label={t('pending.title')} className={classes.section}>
      <h3 className={classes.heading}>{t('pending.title')}</h3>
      {groups.map((group) => (
        <GroupList group={group} key={group.kind} />
      ))}
    </section>
  );
};

const initialCount = 5;

const GroupList = ({ group: { kind, records } }: { group: PendingGroup }) => {
  const { t } = useTranslation('sync');
  const { visible, hidden, showMore } = useBeginning(records, initialCount);
  const Icon = recordKindIcons[kind];
  return (
    <>
      <h4 className={classes.group}>
        <Icon aria-hidden size={15} />
        {t(`kinds.${kind}`, { count: records.length })}
      </h4>
      <ul className={classes.pending}>
        {visible.map((record) => (
          <PendingLine key={record.id} record={record} />
        ))}
      </ul>
      <MoreButton hidden={hidden} onClick={showMore} />
    </>
  );
};

const PendingLine = ({ record }: { record: PendingGroup['records'][number] }) => {
  const { t } = useTranslation('sync');
  const { id, kind, title, op, fields, attempts } = record;
  const about = op === 'update' ? t('changed', { fields: fieldNameList(fields) }) : t(`op.${op}`);
  return (
    <li className={classes.pendingLine}>
      <span className={classes.pendingTitle} dir="auto" title={title}>
        {title.trim() === '' ? t('untitled') : title}
      </span>
      <span className={classes.pendingAbout} title={about}>
        {about}
      </span>
      {attempts > 0 && <span className={classes.unanswered}>{t('pending.unanswered')}</span>}
      {kind === 'canvas' && fields.includes('data') && (
        <Button
          aria-label={t('pending.compare-named', { title })}
          className={classes.compare}
          onClick={() => {
            leaveSyncPanel();
            compareWithService(id);
          }}
          size="xs"
          variant="subtle"
        >
          {t('pending.compare')}
        </Button>
      )}
    </li>
  );
};

const PendingFailed = ({ error, retry }: { error: Error; retry: () => void }) => {
  const { t } = useTranslation('sync');
  const { title, detail } = errorText(error);
  return (
    <div className={classes.failed} role="alert">
      <p className={classes.explain}>{title}</p>
      {detail !== undefined && <p className={classes.said}>{detail}</p>}
      <Button onClick={retry} size="xs" variant="default">
        {t('try-again')}
      </Button>
    </div>
  );
};
