import { TriangleAlert } from 'lucide-react';
import { useTranslation } from '../../locales/use-translation.tsx';
import { fieldNameList } from './field-names.ts';
import classes from './unreadable-fields.module.css';

type Props = { record: { unreadable?: string[] | undefined } | undefined };

/** Says which fields of a record cannot be shown. Their stored values stay as they are. */
export const UnreadableFields = ({ record }: Props) => {
  const { t } = useTranslation('threats');
  const fields = record?.unreadable ?? [];
  if (fields.length === 0) return null;
  return (
    <p className={classes.notice}>
      <TriangleAlert aria-hidden size={14} />
      {t('unreadable', { count: fields.length, fields: fieldNameList(fields) })}
    </p>
  );
};
