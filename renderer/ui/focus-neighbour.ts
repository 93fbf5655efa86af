import type { MouseEvent } from 'react';

const fields = 'textarea, input, button';

/**
 * Before an item of a list goes, with the button that was pressed in it: gives the focus to the
 * item beside it, or to what follows the list. A click of the mouse leaves the focus alone.
 */
export const focusNeighbour = (event: MouseEvent): void => {
  if (event.detail > 0) return;
  const item = event.currentTarget.closest('li');
  const places = [
    item?.nextElementSibling,
    item?.previousElementSibling,
    item?.parentElement?.nextElementSibling,
  ];
  const candidates = places.map((place) => place?.querySelector<HTMLElement>(fields));
  candidates.find(Boolean)?.focus();
};
