import { Parser } from 'htmlparser2';

const lineEnds = new Set(['br', 'div', 'p', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr']);

/** Returns the text of an HTML label, with its line breaks, but without empty lines. */
export const textOfHtml = (html: string): string => tidy(rawTextOfHtml(html));

/** Returns the text of an HTML description, with its line breaks and empty lines. */
export const descriptionOfHtml = (html: string): string =>
  rawTextOfHtml(html).replaceAll('\u00A0', ' ').trim();

const rawTextOfHtml = (html: string): string => {
  if (!/[<&]/.test(html)) return html;
  const parts: string[] = [];
  // Text that was pasted from a document can contain style sheets.
  let isStyle = false;
  const parser = new Parser({
    onopentagname: (name) => {
      if (lineEnds.has(name)) parts.push('\n');
      if (name === 'style') isStyle = true;
    },
    onclosetag: (name) => {
      if (name === 'style') isStyle = false;
      if (lineEnds.has(name) && name !== 'br') parts.push('\n');
      if (name === 'td' || name === 'th') parts.push(' ');
    },
    ontext: (text) => {
      if (!isStyle) parts.push(text);
    },
  });
  parser.end(html);
  return parts.join('');
};

/** Removes empty lines, and spaces at the start and the end of each line. */
export const tidy = (text: string): string =>
  text
    .replaceAll('\u00A0', ' ')
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

const longestName = 500;

/**
 * Returns a name on one line, and `rest`. A very long name is cut, and `rest` is the whole text, which
 * the caller adds to the description. Otherwise, `rest` is empty.
 */
export const nameOf = (text: string): { name: string; rest: string } => {
  const name = text.replaceAll(/\s+/g, ' ').trim();
  return name.length <= longestName
    ? { name, rest: '' }
    : { name: `${name.slice(0, longestName - 1)}…`, rest: text };
};

/** Joins two texts with an empty line between them, unless one of them is empty. */
export const paragraphs = (first = '', second = ''): string =>
  [first, second].filter((text) => text !== '').join('\n\n');
