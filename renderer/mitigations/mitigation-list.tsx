import { ActionIcon, Tooltip } from '@mantine/core';
import { ChevronRight, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { Content, StoredRecord } from '#shared/records/record-schemas.ts';
import {
  createMitigation,
  updateMitigation,
  useChangeRecords,
} from '../kernel/records/record-changes.ts';
import { UnreadableFields } from '../kernel/records/unreadable-fields.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { DraftText } from '../ui/fields/draft-fields.tsx';
import { QuickAdd } from '../ui/fields/name-field.tsx';
import { focusNeighbour } from '../ui/focus.ts';
import { ControlsField } from './controls-field.tsx';
import { MitigationStatusControl } from './mitigation-status-control.tsx';
import classes from './mitigation-list.module.css';

type Props = {
  threatId: string;
  mitigations: readonly StoredRecord<'mitigation'>[];
};

export const MitigationList = ({ threatId, mitigations }: Props) => {
  const change = useChangeRecords();
  const { t } = useTranslation('mitigations');
  return (
    <>
      {mitigations.length > 0 && (
        <ul aria-label={t('title')} className={classes.list}>
          {mitigations.map((mitigation) => (
            <MitigationItem key={mitigation.id} mitigation={mitigation} />
          ))}
        </ul>
      )}
      <QuickAdd
        add={(title) => change('mitigations.label.add', [createMitigation(threatId, title)])}
        label={t('add')}
        placeholder={t('placeholder.add')}
      />
    </>
  );
};

type MitigationItemProps = { mitigation: StoredRecord<'mitigation'> };

const MitigationItem = ({ mitigation }: MitigationItemProps) => {
  const change = useChangeRecords();
  const { t } = useTranslation('mitigations');
  const [isOpen, setOpen] = useState(false);
  const fieldsId = useId();
  const { id, title, status, definition } = mitigation;
  const edit = (values: Partial<Content<'mitigation'>>): void =>
    change('mitigations.label.edit', [updateMitigation(id, values)]);

  return (
    <li className={classes.item} data-open={isOpen || undefined}>
      <UnreadableFields record={mitigation} />
      <DraftText
        label={t('field.title')}
        save={(text) => edit({ title: text })}
        shape="title"
        value={title}
      />
      <div className={classes.state}>
        <MitigationStatusControl
          label={t('status-of', { title })}
          onChange={(next) =>
            change('mitigations.label.status', [updateMitigation(id, { status: next })])
          }
          status={status}
        />
        <Tooltip label={t('delete')}>
          <ActionIcon
            aria-label={t('delete-named', { title })}
            className={classes.delete}
            onClick={(event) => {
              focusNeighbour(event);
              change('mitigations.label.delete', [{ op: 'delete', kind: 'mitigation', id }]);
            }}
            size="xs"
          >
            <Trash2 size={14} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('more')}>
          <ActionIcon
            aria-controls={fieldsId}
            aria-expanded={isOpen}
            aria-label={t('more-of', { title })}
            className={classes.more}
            onClick={() => setOpen(!isOpen)}
            size="xs"
          >
            <ChevronRight size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={classes.definition}>
        <DraftText
          label={t('field.definition')}
          placeholder={t('placeholder.definition')}
          save={(text) => edit({ definition: text })}
          shape="prose"
          value={definition}
        />
      </div>
      <div hidden={!isOpen} id={fieldsId}>
        {isOpen && <MitigationFields edit={edit} mitigation={mitigation} />}
      </div>
    </li>
  );
};

type MitigationFieldsProps = {
  mitigation: StoredRecord<'mitigation'>;
  edit: (values: Partial<Content<'mitigation'>>) => void;
};

const longFields = ['consideration', 'explanation', 'example'] as const;

/** The fields of a mitigation other than title, definition, and status. */
const MitigationFields = ({ mitigation, edit }: MitigationFieldsProps) => {
  const { t } = useTranslation('mitigations');
  const questionId = useId();

  return (
    <div className={classes.fields}>
      {mitigation.question && (
        <div>
          <div className={classes.label} id={questionId}>
            {t('field.question')}
          </div>
          <p aria-labelledby={questionId} className={classes.question} dir="auto">
            {mitigation.question}
          </p>
        </div>
      )}
      <div>
        <div aria-hidden className={classes.label}>
          {t('field.controls')}
        </div>
        <ControlsField save={(controls) => edit({ controls })} values={mitigation.controls} />
      </div>
      {longFields.map((field) => (
        <div key={field}>
          <div aria-hidden className={classes.label}>
            {t(`field.${field}`)}
          </div>
          <DraftText
            label={t(`field.${field}`)}
            shape="prose"
            placeholder={t(`placeholder.${field}`)}
            save={(text) => edit({ [field]: text === '' ? null : text })}
            value={mitigation[field] ?? ''}
          />
        </div>
      ))}
    </div>
  );
};
