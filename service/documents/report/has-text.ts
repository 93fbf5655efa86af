const nothing = /[\p{Cc}\p{Default_Ignorable_Code_Point}\s]/gu;

/** Whether a text has anything to see: not if it is of spaces and controls alone. */
export const hasText = (text: string | null): text is string =>
  text !== null && text.slice(0, 10_000).replaceAll(nothing, '') !== '';

/** A title, shortened to what can be a title, or what to say where it has none. */
export const titleOr = (title: string, otherwise: string): string =>
  hasText(title) ? title.slice(0, 2000) : otherwise;
