import { useTranslation } from 'react-i18next';
import { usePlace } from '../collections/use-place.ts';
import { SyncSummary } from '../sync/sync-summary.tsx';
import classes from './status-bar.module.css';

export const StatusBar = () => {
  const { t } = useTranslation();
  const { model } = usePlace();
  return (
    <footer aria-label={t('status-bar.label')} className={classes.bar}>
      <SyncSummary />
      <span className={classes.space} />
      {model?.isHere && (
        <>
          <span>{t('status-bar.components', { count: model.componentCount })}</span>
          <span>{t('status-bar.open-threats', { count: model.openThreatCount })}</span>
        </>
      )}
    </footer>
  );
};
