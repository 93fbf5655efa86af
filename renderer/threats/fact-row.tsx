import type { ReactNode } from 'react';
import classes from './fact-row.module.css';

type Props = { label: string; warning?: string; children: ReactNode };

/**
 * A field with a visible name before it. Screen readers skip the visible name, because the field has an
 * accessible name.
 */
export const FactRow = ({ label, warning, children }: Props) => (
  <div className={classes.row}>
    <span aria-hidden className={classes.name}>
      {label}
    </span>
    <div className={classes.field}>
      {children}
      {warning !== undefined && <span className={classes.warning}>{warning}</span>}
    </div>
  </div>
);
