import { useTranslation } from 'react-i18next';
import classes from './canvas-skeleton.module.css';

/** Shown while the drawing is read, which seldom takes long enough to be seen. */
export const CanvasSkeleton = () => {
  const { t } = useTranslation('canvas');
  return (
    <div aria-label={t('loading')} className={classes.place} role="status">
      <div className={classes.box} />
      <div className={classes.line} />
      <div className={classes.box} />
    </div>
  );
};
