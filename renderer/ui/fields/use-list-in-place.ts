import { useState } from 'react';

/**
 * Returns the props of a field whose list is in the page directly below it, so that both belong to
 * the same landmark. `fixed`, so that the list is not clipped. A closed list costs as much as an open
 * one, so it is mounted with the first focus; keys choose only from a mounted one.
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
