import type { ReactNode } from 'react';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './message.module.css';

type MessageProps = {
  icon: ReactNode;
  title: string;
  text?: string;
  /** The original message of the service or the operating system. */
  detail?: string;
  /** A button for the action that the message suggests. */
  action?: ReactNode;
  role?: 'alert' | 'status';
};

/** Fills an empty area with a message that says why the area is empty and what to do. */
export const Message = ({ icon, title, text, detail, action, role }: MessageProps) => (
  <div className={classes.message} role={role}>
    <span aria-hidden className={classes.icon}>
      {icon}
    </span>
    <h2 className={classes.title}>{title}</h2>
    {text && <p className={classes.text}>{text}</p>}
    {detail && <p className={`${classes.detail} selectable`}>{detail}</p>}
    {action && <div className={classes.action}>{action}</div>}
  </div>
);

type LoadingProps = { children: ReactNode; label?: string };

/** Skeletons for content that is loading, with a label for screen readers. */
export const Loading = ({ children, label }: LoadingProps) => {
  const { t } = useTranslation();
  return (
    <output aria-label={label ?? t('error.loading')} className={classes.loading}>
      {children}
    </output>
  );
};
