import type { ThreatRow } from './threat-rows.ts';

/**
 * The maximum length of a text in a cell of Excel, and of a description in Jira unless an administrator
 * has changed it. In UTF-16 code units.
 */
export const maxTextLength = 32_767;

/** Returns a text with at most `length` UTF-16 code units. A text that was cut ends with `…`. */
export const cutText = (text: string, length = maxTextLength): string =>
  text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;

/**
 * Returns the rows with a text that may be too long. For a register with 100,000 rows, this is much
 * faster than making all of their texts. Escaping at most doubles the length of a text.
 */
export const longRows = (rows: readonly ThreatRow[]): ThreatRow[] =>
  rows.filter(({ threat, element, canvas, model }) => {
    const json = JSON.stringify([threat, element.title, canvas, model.title]);
    return json.length > maxTextLength / 2;
  });
