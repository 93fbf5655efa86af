import { useEffect, useState } from 'react';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test(target.tagName));

/**
 * Tells if Space is held to pan. Elements then ignore pointer events (canvas-surface.module.css),
 * so React Flow's pane gets the events and pans.
 */
export const useSpacePan = (): boolean => {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const onDown = (event: KeyboardEvent): void => {
      if (event.code === 'Space' && !isField(event.target)) setHeld(true);
    };
    const onUp = (event: KeyboardEvent): void => {
      if (event.code === 'Space') setHeld(false);
    };
    const letGo = (): void => setHeld(false);
    window.addEventListener('keydown', onDown);
    window.addEventListener('keyup', onUp);
    window.addEventListener('blur', letGo);
    return () => {
      window.removeEventListener('keydown', onDown);
      window.removeEventListener('keyup', onUp);
      window.removeEventListener('blur', letGo);
    };
  }, []);
  return isHeld;
};
