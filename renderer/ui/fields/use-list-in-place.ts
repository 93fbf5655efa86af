import { useState } from 'react';

/**
 * Returns the props of a field whose list is in the page directly below it, so that both belong to the same
 * landmark. `fixed` keeps the list from being clipped. A closed list costs as much as an open one, so it is
 * mounted only with the first focus. Then it stays mounted, because keys cannot choose from an unmounted
 * list.
 *
 * The field is rendered once more after that, because it reads the ID of its list while it is
 * rendered. Otherwise it would be announced as closed while it is open for the first time.
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
      // A mounted list gets its final ID in a second rendering.
      requestAnimationFrame(() => setHasList(true));
    },
  };
};
