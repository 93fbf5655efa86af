/**
 * A text while a person edits it. `original` is what stood there when they began, `saved` what was
 * last handed on, `text` what they see. A draft begins with the first change and not with focus, so
 * a field that is only looked at keeps following the value.
 *
 * `leftAt` is the value at the moment they left: until another one arrives, the field goes on
 * showing the draft, because the saved text comes back a frame later.
 */
export type Draft = { original: string; saved: string; text: string; leftAt: string | null };

export const typed = (draft: Draft | null, value: string, text: string): Draft => ({
  original: isEdited(draft) ? draft.original : value,
  saved: isEdited(draft) ? draft.saved : value,
  text,
  leftAt: null,
});

/** The text to hand on, or `null` when there is nothing new or nothing acceptable. */
export const unsaved = (draft: Draft | null, tidy: (text: string) => string | null) => {
  if (!isEdited(draft)) return null;
  const text = tidy(draft.text);
  return text === draft.saved ? null : text;
};

/** The draft after the person left the field; `saved` is what was handed on at that, if anything. */
export const left = (draft: Draft, saved: string | null, value: string): Draft | null =>
  saved === null ? null : { ...draft, saved, text: saved, leftAt: value };

/** The text to hand on for Escape to restore: `null` unless a pause has already saved something. */
export const restored = (draft: Draft): string | null =>
  draft.saved === draft.original ? null : draft.original;

/** Whether a person is editing; a draft that was left only bridges the way of its value. */
export const isEdited = (draft: Draft | null): draft is Draft =>
  draft !== null && draft.leftAt === null;

export const isOver = (draft: Draft | null, value: string): boolean =>
  draft !== null && draft.leftAt !== null && draft.leftAt !== value;
