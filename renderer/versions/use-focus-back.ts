import { useEffect, useRef, type RefObject } from 'react';

/** Gives the focus to what stands again where a field was edited, which took the focus with it. */
export const useFocusBack = (isEditing: boolean): RefObject<HTMLButtonElement | null> => {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) {
      button.current?.focus();
    }
    wasEditing.current = isEditing;
  }, [isEditing]);
  return button;
};
