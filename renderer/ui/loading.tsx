import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './loading.module.css';

type LoadingProps = { children: ReactNode; label?: string };

/** Skeletons of what is being read, and the word for those who do not see them. */
export const Loading = ({ children, label }: LoadingProps) => {
  const { t } = useTranslation();
  return (
    <output aria-label={label ?? t('error.loading')} className={classes.loading}>
      {children}
    </output>
  );
};
