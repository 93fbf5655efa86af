import { Lock } from 'lucide-react';
import classes from './lock-mark.module.css';

/** At the corner of what is locked; the name says it to those who hear it. */
export const LockMark = () => (
  <span aria-hidden className={classes.mark}>
    <Lock size={11} strokeWidth={2} />
  </span>
);
