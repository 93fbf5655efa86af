import { useTranslation } from 'react-i18next';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import classes from './fetch-progress.module.css';

/** How much of what the service has is here; a thin line, since nobody has to wait for it. */
export const FetchProgress = ({ done, total }: NonNullable<SyncStatus['fetching']>) => {
  const { t } = useTranslation('sync');
  const label = t('fetching', { done, total });
  return (
    <span className={classes.fetch}>
      {label}
      <progress aria-label={label} className={classes.line} max={Math.max(total, 1)} value={done} />
    </span>
  );
};
