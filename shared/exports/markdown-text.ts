const entities: Partial<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const entityOf = (character: string): string =>
  entities[character] ?? `&#${character.codePointAt(0)};`;

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
 * Returns a text for DefectDojo, which formats it with Python-Markdown. Line breaks are kept, and
 * characters that have a meaning in Markdown are escaped. Characters before which Python-Markdown shows
 * a backslash are written as entities.
 */
export const markdownText = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) =>
      line
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replaceAll(/[&<>|~$]|^[=:]/g, entityOf)
        .replaceAll(/[\\`*_[\]]|^[#+\-!]/g, '\\$&')
        .replace(/^\d+(?=[.)])/, '$&\\'),
    )
    .join('\n');
