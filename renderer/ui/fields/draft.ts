import { useEffect, useEffectEvent, useState } from 'react';

/**
 * A text during editing:
 * - `original`: the value when editing began
 * - `saved`: the last saved text
 * - `text`: the text in the field
 * - `leftAt`: the value on blur, `null` before
 *
 * A draft begins with the first change and not with the focus, so an unchanged field always shows the
 * current value. After blur, the field shows the draft until the value differs from `leftAt`, because
 * the saved text becomes the value a frame later.
 */
export type Draft = { original: string; saved: string; text: string; leftAt: string | null };

export const typed = (draft: Draft | null, value: string, text: string): Draft => ({
  original: isEdited(draft) ? draft.original : value,
  saved: isEdited(draft) ? draft.saved : value,
  text,
  leftAt: null,
});

/** Returns the text to save, or `null` if it is unchanged or not acceptable. */
export const unsaved = (draft: Draft | null, tidy: (text: string) => string | null) => {
  if (!isEdited(draft)) return null;
  const text = tidy(draft.text);
  return text === draft.saved ? null : text;
};

/**
 * Returns the draft after blur, or `null` if blur saved nothing. `saved` is the text that blur saved.
 */
export const left = (draft: Draft, saved: string | null, value: string): Draft | null =>
  saved === null ? null : { ...draft, saved, text: saved, leftAt: value };

/**
 * Returns the text to save on Escape. This is the original text if a pause has already saved a change,
 * otherwise `null`.
 */
export const restored = (draft: Draft): string | null =>
  draft.saved === draft.original ? null : draft.original;

/**
 * Tells if the draft is being edited. After blur, the draft is only shown until the saved text becomes
 * the value.
 */
export const isEdited = (draft: Draft | null): draft is Draft =>
  draft !== null && draft.leftAt === null;

export const isOver = (draft: Draft | null, value: string): boolean =>
  draft !== null && draft.leftAt !== null && draft.leftAt !== value;

type Options = {
  value: string;
  save: (text: string) => void;
  /**
   * Cleans up the typed text before it is saved. If it returns `null`, the text is not saved, and the
   * field shows the old value.
   */
  tidy?: (text: string) => string | null;
  /** Saves the text after this many ms without a change. If missing, a pause does not save the text. */
  pauseMs?: number;
};

const asTyped = (text: string): string => text;

/**
 * The state of a text field that saves on blur and not on every key. A value that arrives during editing
 * does not overwrite the typed text.
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

  /** Restores the text from before editing. Returns false if the text was not edited. */
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

  // Saves when the field is unmounted, because a click on the canvas can unmount the field before it
  // loses the focus. Also saves when the window is closed, because closing unmounts nothing.
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
