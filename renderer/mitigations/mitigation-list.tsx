import { useTranslation } from 'react-i18next';
import type { StoredRecord } from '#shared/desktop/records.ts';
import { QuickAdd } from '../ui/quick-add.tsx';
import { createMitigation } from './mitigation-changes.ts';
import { MitigationItem, type ChangeRecords } from './mitigation-item.tsx';
import classes from './mitigation-list.module.css';

type Props = {
  threatId: string;
  mitigations: readonly StoredRecord<'mitigation'>[];
  change: ChangeRecords;
};

/** What is, will be or will not be done about one threat. */
export const MitigationList = ({ threatId, mitigations, change }: Props) => {
  const { t } = useTranslation('mitigations');
  return (
    <>
      {mitigations.length > 0 && (
        <ul aria-label={t('title')} className={classes.list}>
          {mitigations.map((mitigation) => (
            <MitigationItem change={change} key={mitigation.id} mitigation={mitigation} />
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
