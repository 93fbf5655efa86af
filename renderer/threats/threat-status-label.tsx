import { useTranslation } from 'react-i18next';
import { isThreatStatus, threatStatusTable, unknownStatusIcon } from './threat-status.ts';
import classes from './threat-list.module.css';

export const ThreatStatusLabel = ({ status }: { status: string }) => {
  const { t } = useTranslation('threats');
  const known = isThreatStatus(status) ? threatStatusTable[status] : null;
  const Icon = known?.icon ?? unknownStatusIcon;
  return (
    <span className={classes.status} data-status={status}>
      <Icon size={14} />
      {known ? t(known.textKey) : status}
    </span>
  );
};
