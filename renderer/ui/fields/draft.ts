import { useEffect, useEffectEvent, useState } from 'react';

/**
 * The text of a field during editing:
 * - `original`: the value when editing began
 * - `saved`: the text that was saved last, at first the same as `original`
 * - `text`: the text in the field
 * - `leftAt`: the value when the field lost the focus, or `null` while the field is edited
 *
 * A draft begins with the first change and not when the field gets the focus, so an unchanged field
 * always shows the current value. After blur, the field still shows the draft until the value changes,
 * because the saved text becomes the value a frame later.
 */
export type Draft = { original: string; saved: string; text: string; leftAt: string | null };

export const typed = (draft: Draft | null, value: string, text: string): Draft => ({
  original: isEdited(draft) ? draft.original : value,
  saved: isEdited(draft) ? draft.saved : value,
  text,
  leftAt: null,
});

/** Returns the text to save, or `null` if the text is unchanged or `tidy` rejects it. */
export const unsaved = (draft: Draft | null, tidy: (text: string) => string | null) => {
  if (!isEdited(draft)) return null;
  const text = tidy(draft.text);
  return text === draft.saved ? null : text;
};

/**
 * Returns the draft after editing has ended. `saved` is the text that was saved at the end. If nothing
 * was saved, both `saved` and the returned draft are `null`.
 */
export const left = (draft: Draft, saved: string | null, value: string): Draft | null =>
  saved === null ? null : { ...draft, saved, text: saved, leftAt: value };

/**
 * Returns the text to save on Escape. This is the original text, or `null` if no change has been saved
 * since editing began.
 */
export const restored = (draft: Draft): string | null =>
  draft.saved === draft.original ? null : draft.original;

/**
 * Tells if the draft is being edited. After blur, the draft is not edited any more, but the field still
 * shows it until the value changes.
 */
export const isEdited = (draft: Draft | null): draft is Draft =>
  draft !== null && draft.leftAt === null;

export const isOver = (draft: Draft | null, value: string): boolean =>
  draft !== null && draft.leftAt !== null && draft.leftAt !== value;

type Options = {
  value: string;
  save: (text: string) => void;
  /**
   * Normalizes the typed text before it is saved. Returns `null` if the text must not be saved. The
   * field then shows the old value.
   */
  tidy?: (text: string) => string | null;
  /**
   * The length, in ms, of the pause in typing after which the text is saved during editing. By default,
   * a pause does not save the text.
   */
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

  // Saves the text when the field is unmounted, because a click on the canvas can unmount the field
  // before it loses the focus. Also saves the text when the window is closed, because closing the window
  // unmounts nothing.
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
