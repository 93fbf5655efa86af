import type { ComponentProps } from 'react';
import classes from './dialog-footer.module.css';

/**
 * The footer of a dialog, with its buttons. It stays in view while the content scrolls, except in a low
 * window.
 */
export const DialogFooter = (props: ComponentProps<'div'>) => (
  <div className={classes.footer} {...props} />
);

/** A text about the progress, between the first and the last buttons of a footer. */
export const FooterProgress = (props: ComponentProps<'p'>) => (
  <p aria-live="polite" className={classes.progress} {...props} />
);
