import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { CircleQuestionMark, CopyPlus, ShieldCheck, Trash2 } from 'lucide-react';
import { use } from 'react';
import { priorities, threatStatuses } from '#shared/api/enumerations.ts';
import type { ComponentDetail } from '#shared/desktop/contract.ts';
import type { Content } from '#shared/records/record-schemas.ts';
import { copyThreat, updateThreat, useChangeRecords } from '../kernel/records/record-changes.ts';
import { severities, SeverityIcon } from '../kernel/records/severity.tsx';
import { threatStatusTable } from '../kernel/records/statuses.ts';
import { UnreadableFields } from '../kernel/records/unreadable-fields.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { DraftText } from '../ui/fields/draft-fields.tsx';
import { EnumerationSelect } from '../ui/fields/enumeration-select.tsx';
import { MarkdownField } from '../ui/fields/markdown-field.tsx';
import { Acceptance } from './acceptance.tsx';
import { CommentList } from './comment-list.tsx';
import { ThreatFacts } from './threat-facts.tsx';
import { ThreatSlotsContext } from './threat-slots.ts';
import classes from './threat-detail.module.css';

type Props = {
  threat: ComponentDetail['threats'][number];
  remove: () => void;
};

/** Tells if an open threat has mitigations, and all of them are done or not applicable. */
const isFinished = ({ status, mitigations }: Props['threat']): boolean =>
  status === 'open' &&
  mitigations.length > 0 &&
  mitigations.every((each) => each.status === 'done' || each.status === 'never');

export const ThreatDetail = ({ threat, remove }: Props) => {
  const change = useChangeRecords();
  const { mitigationsOf } = use(ThreatSlotsContext);
  const { t } = useTranslation('threats');
  const { id, mitigations, comments, source } = threat;
  const edit = (label: string, values: Partial<Content<'threat'>>): void =>
    change(label, [updateThreat(id, values)]);

  return (
    <>
      <UnreadableFields record={threat} />
      <DraftText
        label={t('field.threat-title')}
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
        <Tooltip label={t('duplicate')}>
          <ActionIcon
            aria-label={t('duplicate')}
            onClick={() => change('threats.label.duplicate', copyThreat(threat))}
          >
            <CopyPlus />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('delete')}>
          <ActionIcon aria-label={t('delete')} onClick={remove}>
            <Trash2 />
          </ActionIcon>
        </Tooltip>
      </div>
      {isFinished(threat) && (
        <div className={classes.settled}>
          {t('settled.text')}
          <Button
            leftSection={<ShieldCheck size={13} />}
            onClick={() => edit('threats.label.status', { status: 'mitigated' })}
            size="compact-xs"
            variant="light"
          >
            {t('settled.mark')}
          </Button>
        </div>
      )}
      {threat.status === 'accepted' && <Acceptance edit={edit} threat={threat} />}
      <MarkdownField
        label={t('field.threat-description')}
        placeholder={t('placeholder.threat-description')}
        save={(description) => edit('threats.label.edit', { description })}
        value={threat.description}
      />
      <ThreatFacts edit={edit} threat={threat} />
      {source && <p className={classes.source}>{t('source', { source })}</p>}
      <h5 className={classes.heading}>
        {t('mitigations')}
        {mitigations.length > 0 && <span className={classes.count}>{mitigations.length}</span>}
      </h5>
      {mitigationsOf(threat)}
      <h5 className={classes.heading}>
        {t('comments')}
        {comments.length > 0 && <span className={classes.count}>{comments.length}</span>}
      </h5>
      <CommentList comments={comments} threatId={id} />
    </>
  );
};
