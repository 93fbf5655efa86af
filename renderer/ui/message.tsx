import type { ReactNode } from 'react';
import classes from './message.module.css';

type MessageProps = {
  icon: ReactNode;
  title: string;
  text?: string;
  /** What the service or the system said, in its own words. */
  detail?: string;
  /** The first step out of here. */
  action?: ReactNode;
  role?: 'alert' | 'status';
};

/** Fills a place that has nothing to show, and says why and what to do. */
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
