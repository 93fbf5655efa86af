const nothing = /[\p{Cc}\p{Default_Ignorable_Code_Point}\s]/gu;

/** Tells if a text has visible characters, not only spaces and control characters. */
export const hasText = (text: string | null): text is string =>
  text !== null && text.slice(0, 10_000).replaceAll(nothing, '') !== '';
