import { TriangleAlert } from 'lucide-react';
import { useTranslation } from '../../locales/use-translation.tsx';
import { fieldNameList } from './field-names.ts';
import classes from './unreadable-fields.module.css';

type Props = { record: { unreadable?: string[] | undefined } | undefined };

/** Lists the fields of a record whose values the app cannot read. The stored values stay unchanged. */
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
