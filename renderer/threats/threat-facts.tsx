import { priorities } from '#shared/api/enumerations.ts';
import { isPast } from '#shared/records/is-past.ts';
import type { Content } from '#shared/records/record-schemas.ts';
import { severities, SeverityIcon } from '../kernel/records/severity.tsx';
import { categoryGroups } from '../kernel/records/threat-categories.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { ChipsField } from '../ui/fields/chips-field.tsx';
import { DateField } from '../ui/fields/date-field.tsx';
import { DraftText } from '../ui/fields/draft-fields.tsx';
import { EnumerationSelect } from '../ui/fields/enumeration-select.tsx';
import { FactRow } from './fact-row.tsx';
import { referenceLink } from './reference-link.ts';
import type { Threat } from './threat-slots.ts';

export type EditThreat = (label: string, values: Partial<Content<'threat'>>) => void;

type Props = { threat: Threat; edit: EditThreat };

/** The classification, rating, owner, and due date of a threat. */
export const ThreatFacts = ({ threat, edit }: Props) => {
  const { t } = useTranslation('threats');
  const save = (values: Partial<Content<'threat'>>): void => edit('threats.label.edit', values);
  const isOverdue = threat.status === 'open' && isPast(threat.due_date);
  return (
    <>
      <FactRow label={t('field.categories')}>
        <ChipsField
          label={t('field.categories')}
          placeholder={t('placeholder.categories')}
          save={(categories) => save({ categories })}
          suggestions={categoryGroups}
          values={threat.categories}
        />
      </FactRow>
      <FactRow label={t('field.references')}>
        <ChipsField
          label={t('field.references')}
          linkOf={referenceLink}
          placeholder={t('placeholder.references')}
          save={(references) => save({ references })}
          suggestions={[]}
          values={threat.references}
        />
      </FactRow>
      <FactRow label={t('field.likelihood')}>
        <Rating
          label={t('field.likelihood')}
          save={(likelihood) => save({ likelihood })}
          value={threat.likelihood}
        />
      </FactRow>
      <FactRow label={t('field.impact')}>
        <Rating
          label={t('field.impact')}
          save={(impact) => save({ impact })}
          value={threat.impact}
        />
      </FactRow>
      <FactRow label={t('field.owner')}>
        <DraftText
          label={t('field.owner')}
          placeholder={t('placeholder.owner')}
          save={(owner) => save({ owner: owner === '' ? null : owner })}
          shape="line"
          value={threat.owner ?? ''}
        />
      </FactRow>
      <FactRow label={t('field.due-date')} {...(isOverdue && { warning: t('overdue') })}>
        <DateField
          label={t('field.due-date')}
          save={(due_date) => save({ due_date })}
          value={threat.due_date}
        />
      </FactRow>
    </>
  );
};

const notRated = '';

type RatingProps = { label: string; value: string | null; save: (value: string | null) => void };

/** A field for a rating from low to critical, or “not rated”. */
const Rating = ({ label, value, save }: RatingProps) => {
  const { t } = useTranslation('threats');
  return (
    <EnumerationSelect
      label={label}
      onChange={(next) => save(next === notRated ? null : next)}
      options={[
        { value: notRated, label: t('not-rated'), icon: null },
        ...priorities.toReversed().map((each) => ({
          value: each,
          label: t(severities[each].textKey),
          icon: <SeverityIcon priority={each} />,
        })),
      ]}
      unknownIcon={<SeverityIcon priority="" />}
      value={value ?? notRated}
    />
  );
};
