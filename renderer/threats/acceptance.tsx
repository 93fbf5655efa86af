import { isPast } from '#shared/records/is-past.ts';
import type { Content } from '#shared/records/record-schemas.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DateField } from '../ui/fields/date-field.tsx';
import { DraftText } from '../ui/fields/draft-fields.tsx';
import { FactRow } from './fact-row.tsx';
import type { EditThreat } from './threat-facts.tsx';
import type { Threat } from './threat-slots.ts';
import classes from './acceptance.module.css';

type Props = { threat: Threat; edit: EditThreat };

const orNone = (text: string): string | null => (text.trim() === '' ? null : text);

/** The fields about the acceptance of a threat: why it is accepted, by whom, and until when. */
export const Acceptance = ({ threat, edit }: Props) => {
  const { t } = useTranslation('threats');
  const { accepted_reason: reason, accepted_by: by, accepted_until: until } = threat;
  const isComplete = reason !== null && by !== null && until !== null;
  const save = (values: Partial<Content<'threat'>>): void => edit('threats.label.edit', values);
  return (
    <div aria-label={t('acceptance.title')} className={classes.acceptance} role="group">
      {!isComplete && <p className={classes.missing}>{t('acceptance.missing')}</p>}
      <DraftText
        label={t('field.accepted-reason')}
        placeholder={t('placeholder.accepted-reason')}
        save={(text) => save({ accepted_reason: orNone(text) })}
        shape="prose"
        value={reason ?? ''}
      />
      <FactRow label={t('field.accepted-by')}>
        <DraftText
          label={t('field.accepted-by')}
          placeholder={t('placeholder.accepted-by')}
          save={(text) => save({ accepted_by: orNone(text) })}
          shape="line"
          value={by ?? ''}
        />
      </FactRow>
      <FactRow
        label={t('field.accepted-until')}
        {...(isPast(until) && { warning: t('acceptance.expired') })}
      >
        <DateField
          label={t('field.accepted-until')}
          save={(value) => save({ accepted_until: value })}
          value={until}
        />
      </FactRow>
    </div>
  );
};
