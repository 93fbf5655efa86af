import { ActionIcon, Tooltip } from '@mantine/core';
import { CircleQuestionMark, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { priorities, threatStatuses } from '#shared/api/enumerations.ts';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import type { Content } from '#shared/desktop/records.ts';
import type { ChangeRecords } from '../mitigations/mitigation-item.tsx';
import { MitigationList } from '../mitigations/mitigation-list.tsx';
import { DraftText } from '../ui/draft-text.tsx';
import { EnumerationSelect } from '../ui/enumeration-select.tsx';
import { CommentList } from './comment-list.tsx';
import { severities, SeverityIcon } from './severity.tsx';
import { updateThreat } from './threat-changes.ts';
import { threatStatusTable } from './threat-status.ts';
import classes from './threat-detail.module.css';

type Props = {
  threat: ComponentDetail['threats'][number];
  change: ChangeRecords;
  remove: () => void;
};

/** Everything that is said of one threat, where it is written. */
export const ThreatDetail = ({ threat, change, remove }: Props) => {
  const { t } = useTranslation('threats');
  const { id, mitigations, comments, source } = threat;
  const edit = (label: string, values: Partial<Content<'threat'>>): void =>
    change(label, [updateThreat(id, values)]);

  return (
    <>
      <DraftText
        label={t('field.threatTitle')}
        save={(title) => edit('threats.label.edit', { title })}
        shape="title"
        value={threat.title}
      />
      <div className={classes.choices}>
        <EnumerationSelect
          label={t('field.priority')}
          onChange={(priority) => edit('threats.label.priority', { priority })}
          options={priorities.toReversed().map((value) => ({
            value,
            label: t(severities[value].textKey),
            icon: <SeverityIcon priority={value} />,
          }))}
          unknownIcon={<SeverityIcon priority="" />}
          value={threat.priority}
        />
        <EnumerationSelect
          label={t('field.status')}
          onChange={(status) => edit('threats.label.status', { status })}
          options={threatStatuses.map((value) => {
            const { icon: Icon, textKey } = threatStatusTable[value];
            return { value, label: t(textKey), icon: <Icon /> };
          })}
          unknownIcon={<CircleQuestionMark />}
          value={threat.status}
        />
        <Tooltip label={t('delete')}>
          <ActionIcon aria-label={t('delete')} onClick={remove}>
            <Trash2 />
          </ActionIcon>
        </Tooltip>
      </div>
      <DraftText
        label={t('field.threatDescription')}
        placeholder={t('placeholder.threatDescription')}
        save={(description) => edit('threats.label.edit', { description })}
        shape="prose"
        value={threat.description}
      />
      {source && <p className={classes.source}>{t('source', { source })}</p>}
      <h5 className={classes.heading}>
        {t('mitigations')}
        {mitigations.length > 0 && <span className={classes.count}>{mitigations.length}</span>}
      </h5>
      <MitigationList change={change} mitigations={mitigations} threatId={id} />
      <h5 className={classes.heading}>
        {t('comments')}
        {comments.length > 0 && <span className={classes.count}>{comments.length}</span>}
      </h5>
      <CommentList change={change} comments={comments} threatId={id} />
    </>
  );
};
