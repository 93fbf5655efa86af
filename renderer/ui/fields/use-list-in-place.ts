import { useState } from 'react';

/**
 * Returns the props of a field whose list of options is directly below it in the DOM and not in a
 * portal, so that the field and its list belong to the same landmark. The strategy `fixed` keeps the
 * list from being clipped.
 *
 * The list is mounted only when the field first gets the focus, because mounting a closed list takes as
 * long as mounting an open list. Afterwards, the list stays mounted, because keys cannot choose from an
 * unmounted list.
 *
 * The field reads the ID of the list during rendering, so the field is rendered again when the list has
 * its ID. Otherwise, screen readers would announce the list as closed when it is open for the first
 * time.
 */
export const useListInPlace = () => {
  const [isMounted, setIsMounted] = useState(false);
  const [hasList, setHasList] = useState(false);
  return {
    comboboxProps: {
      withinPortal: false,
      floatingStrategy: 'fixed',
      keepMounted: isMounted,
    } as const,
    'data-has-list': hasList || undefined,
    onFocus: (): void => {
      setIsMounted(true);
      // Waits for the second rendering of the list, in which the list gets its final ID.
      requestAnimationFrame(() => setHasList(true));
    },
  };
};
