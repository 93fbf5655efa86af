import { useEffect } from 'react';

/** Tells when the window turns dark, light or forced: what is painted keeps its colours otherwise. */
export const useColorChange = (changed: () => void): void => {
  useEffect(() => {
    const scheme = new MutationObserver(changed);
    scheme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
    const forced = window.matchMedia('(forced-colors: active)');
    forced.addEventListener('change', changed);
    return () => {
      scheme.disconnect();
      forced.removeEventListener('change', changed);
    };
  }, [changed]);
};
