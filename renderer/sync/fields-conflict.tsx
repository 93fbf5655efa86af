import { useTranslation } from 'react-i18next';
import type { Conflict, ConflictSummary } from '#shared/desktop/sync.ts';
import { ConflictFooter } from './conflict-footer.tsx';
import { FieldChoice } from './field-choice.tsx';
import { useDecision } from './use-decision.ts';
import classes from './conflict-dialog.module.css';

export type ConflictingField = Extract<Conflict, { type: 'fields' }>['fields'][number];

type Props = { conflict: ConflictSummary; fields: readonly ConflictingField[] };

/** A record of which both sides changed the same fields. */
export const FieldsConflict = ({ conflict, fields }: Props) => {
  const { t } = useTranslation('sync');
  const keys = fields.map(({ field }) => field);
  const decision = useDecision(conflict, keys);
  return (
    <>
      <div className={classes.fields}>
        <p className={classes.about}>{t('conflict.about-record')}</p>
        {fields.map((field) => (
          <FieldChoice
            choice={decision.choices[field.field]}
            field={field}
            key={field.field}
            kind={conflict.kind}
            onChoose={(choice) => decision.choose(field.field, choice)}
          />
        ))}
      </div>
      <ConflictFooter decision={decision} />
    </>
  );
};
