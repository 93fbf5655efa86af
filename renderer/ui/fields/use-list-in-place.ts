import { useState } from 'react';

/**
 * Returns the props of a field whose list is in the page directly below it, so that both belong to the same
 * landmark. `fixed` keeps the list from being clipped. A closed list costs as much as an open one, so it is
 * mounted only with the first focus. Then it stays mounted, because keys cannot choose from an unmounted
 * list.
 */
export const useListInPlace = () => {
  const [isMounted, setIsMounted] = useState(false);
  return {
    comboboxProps: {
      withinPortal: false,
      floatingStrategy: 'fixed',
      keepMounted: isMounted,
    } as const,
    onFocus: () => setIsMounted(true),
  };
};
