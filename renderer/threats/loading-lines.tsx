import { Skeleton } from '@mantine/core';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './inspector.module.css';

const widths = ['40%', '85%', '65%', '75%', '55%'];

export const LoadingLines = () => {
  const { t } = useTranslation('threats');
  return (
    <div aria-label={t('loading')} className={classes.skeletons} role="status">
      {widths.map((width) => (
        <Skeleton height={12} key={width} width={width} />
      ))}
    </div>
  );
};
