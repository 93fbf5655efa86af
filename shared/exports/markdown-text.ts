const entities: Partial<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const inLine = (text: string): string =>
  text.replaceAll(/[&<>\\`*_[\]|~$]/g, (character) => entities[character] ?? `\\${character}`);

/** Returns a text on one line in which no character has a meaning in Markdown. */
export const markdownLine = (text: string): string =>
  inLine(text.replaceAll(/\s+/g, ' ').trim()).replace(/^(?=[#+\-=:!])|^(\d+)(?=[.)])/, '$1\\');

/**
 * Returns a text for the cell of a table, with its line breaks. No character has a meaning in
 * Markdown.
 */
export const markdownCell = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => inLine(line.replaceAll(/\s+/g, ' ').trim()))
    .join('<br>');

/** Returns a text as a paragraph, with its line breaks. No character has a meaning in Markdown. */
export const markdownText = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => markdownLine(line))
    .join('\\\n')
    .replaceAll(/^\\$/gm, '');
