import { useRef, useState } from 'react';
import type { Point } from './menu-at.tsx';

/** Which item of a list has its menu open, and where; closing gives the focus back. */
export const useMenuAt = <Item>() => {
  const [opened, setOpened] = useState<{ item: Item; at: Point } | null>(null);
  const focusBefore = useRef<Element | null>(null);
  return {
    item: opened?.item ?? null,
    at: opened?.at ?? null,
    open: (item: Item, at: Point): void => {
      focusBefore.current = document.activeElement;
      setOpened({ item, at });
    },
    close: (): void => {
      if (focusBefore.current instanceof HTMLElement) focusBefore.current.focus();
      setOpened(null);
    },
  };
};
