import type { ComponentProps } from 'react';
import classes from './dialog-footer.module.css';

/**
 * The last part of a dialog, with its buttons. It stays in view while the dialog is scrolled, unless the
 * window is low.
 */
export const DialogFooter = (props: ComponentProps<'div'>) => (
  <div className={classes.footer} {...props} />
);

/** Text about the remaining work, in a footer between its first and its last buttons. */
export const FooterProgress = (props: ComponentProps<'p'>) => (
  <p aria-live="polite" className={classes.progress} {...props} />
);
