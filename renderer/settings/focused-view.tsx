import { useEffect, useRef, type ReactNode } from 'react';

/**
 * A view that takes the place of another: the button that led here is gone, and with it the focus,
 * which goes to what one most likely does next.
 */
export const FocusedView = ({ children }: { children: ReactNode }) => {
  const view = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    view.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return <div ref={view}>{children}</div>;
};
