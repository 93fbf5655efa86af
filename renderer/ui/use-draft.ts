import { useEffect, useEffectEvent, useState } from 'react';
import { isEdited, isOver, left, restored, typed, unsaved, type Draft } from './draft.ts';

type Options = {
  value: string;
  save: (text: string) => void;
  /** What is saved of what was typed; `null` refuses it, and the field goes back. */
  tidy?: (text: string) => string | null;
  /** Saves after this long without a key; without it, only leaving the field saves. */
  pauseMs?: number;
};

const asTyped = (text: string): string => text;

/**
 * A text field that saves when it is left and not with every key, and that nothing arriving from
 * elsewhere overwrites while a person types.
 */
export const useDraft = ({ value, save, tidy = asTyped, pauseMs }: Options) => {
  const [draft, setDraft] = useState<Draft | null>(null);
  if (isOver(draft, value)) setDraft(null);

  const saveNow = (): void => {
    const text = unsaved(draft, tidy);
    if (!draft || text === null) return;
    setDraft({ ...draft, saved: text });
    save(text);
  };

  const leave = (): void => {
    if (!isEdited(draft)) return;
    const text = unsaved(draft, tidy);
    setDraft(left(draft, text, value));
    if (text !== null) save(text);
  };

  /** Whether there was anything to restore. */
  const restore = (): boolean => {
    if (!isEdited(draft)) return false;
    const text = restored(draft);
    setDraft(left(draft, text, value));
    if (text !== null) save(text);
    return true;
  };

  const text = isEdited(draft) ? draft.text : null;
  const saveAfterPause = useEffectEvent(saveNow);
  useEffect(() => {
    if (text === null || pauseMs === undefined) return;
    const timer = setTimeout(saveAfterPause, pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);

  // A click on the canvas takes the field away before it has lost the focus, and closing the window
  // takes everything away.
  const saveAtLast = useEffectEvent(saveNow);
  useEffect(() => {
    const onPageHide = (): void => saveAtLast();
    window.addEventListener('pagehide', onPageHide);
    return () => {
      window.removeEventListener('pagehide', onPageHide);
      saveAtLast();
    };
  }, []);

  return {
    text: draft && !isOver(draft, value) ? draft.text : value,
    type: (next: string): void => setDraft((current) => typed(current, value, next)),
    saveNow,
    leave,
    restore,
  };
};
