import { useRef, useState } from 'react';
import { focusBack } from './focus-back.ts';
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
      focusBack(focusBefore.current);
      setOpened(null);
    },
  };
};
