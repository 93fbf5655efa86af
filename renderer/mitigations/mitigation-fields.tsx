import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Content, StoredRecord } from '#shared/desktop/records.ts';
import { DraftText } from '../ui/draft-text.tsx';
import classes from './mitigation-list.module.css';

type Props = {
  mitigation: StoredRecord<'mitigation'>;
  edit: (values: Partial<Content<'mitigation'>>) => void;
};

const longFields = ['consideration', 'explanation', 'example'] as const;

/** What there is to say of a mitigation beyond its title, definition and state. */
export const MitigationFields = ({ mitigation, edit }: Props) => {
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
