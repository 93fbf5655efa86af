import { ActionIcon, Tooltip } from '@mantine/core';
import { ChevronRight, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { Content, StoredRecord } from '#shared/desktop/records.ts';
import { DraftText } from '../ui/draft-text.tsx';
import { focusNeighbour } from '../ui/focus-neighbour.ts';
import { updateMitigation } from './mitigation-changes.ts';
import { MitigationFields } from './mitigation-fields.tsx';
import { MitigationStatusControl } from './mitigation-status-control.tsx';
import classes from './mitigation-list.module.css';

export type ChangeRecords = (label: string, records: RecordChange[]) => void;

type Props = { mitigation: StoredRecord<'mitigation'>; change: ChangeRecords };

export const MitigationItem = ({ mitigation, change }: Props) => {
  const { t } = useTranslation('mitigations');
  const [isOpen, setOpen] = useState(false);
  const fieldsId = useId();
  const { id, title, status, definition } = mitigation;
  const edit = (values: Partial<Content<'mitigation'>>): void =>
    change('mitigations.label.edit', [updateMitigation(id, values)]);

  return (
    <li className={classes.item} data-open={isOpen || undefined}>
      <DraftText
        label={t('field.title')}
        save={(text) => edit({ title: text })}
        shape="title"
        value={title}
      />
      <div className={classes.state}>
        <MitigationStatusControl
          label={t('statusOf', { title })}
          onChange={(next) =>
            change('mitigations.label.status', [updateMitigation(id, { status: next })])
          }
          status={status}
        />
        <Tooltip label={t('delete')}>
          <ActionIcon
            aria-label={t('deleteNamed', { title })}
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
            aria-label={t('moreOf', { title })}
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
