const entities: Partial<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const inLine = (text: string): string =>
  text.replaceAll(/[&<>\\`*_[\]|~$]/g, (character) => entities[character] ?? `\\${character}`);

/** Returns a text as one line of Markdown. Characters that have a meaning in Markdown are escaped. */
export const markdownLine = (text: string): string =>
  inLine(text.replaceAll(/\s+/g, ' ').trim()).replace(/^(?=[#+\-=:!])|^(\d+)(?=[.)])/, '$1\\');

/**
 * Returns a text as the cell of a Markdown table. Line breaks are kept, and characters that have a
 * meaning in Markdown are escaped.
 */
export const markdownCell = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => inLine(line.replaceAll(/\s+/g, ' ').trim()))
    .join('<br>');

/**
 * Returns a text as a Markdown paragraph. Line breaks are kept, and characters that have a meaning in
 * Markdown are escaped.
 */
export const markdownText = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => markdownLine(line))
    .join('\\\n')
    .replaceAll(/^\\$/gm, '');
