import { useEffect, useRef, type RefObject } from 'react';

/**
 * With what was sent or settled its buttons go, and with them the focus. This place, which can have
 * it, gets it then, so that the keyboard goes on from here.
 */
export const useFocusKept = (): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  });
  return place;
};
