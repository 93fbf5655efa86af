import type { SyntheticEvent } from 'react';

/**
 * Whether an event happened where it is heard. React tells the drawing of keys and clicks in its
 * menus and dialogs as well, which are elsewhere in the page.
 */
export const isWithin = ({ currentTarget, target }: SyntheticEvent): boolean =>
  target instanceof Node && currentTarget.contains(target);
