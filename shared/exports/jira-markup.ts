/** Matches a URL. Jira makes it a link without reading its characters as markup. */
const url = /https?:\/\/[^\s\\{}[\]|]+/u;

/** The characters that Jira's parser would read as markup. A backslash before one prevents this. */
const markup = [
  // Macros, links, and tables.
  /[{}[\]|]/u,
  // Bold and other formatting. It begins and ends only at the edge of a word.
  /(?<![\p{L}\p{Nd}])[*_^~+-]|[*_^~+-](?![\p{L}\p{Nd}])/u,
  // Numbered lists, images, and citations.
  /#(?<=^[ \t]*#)|!(?=\S)|\?(?=\?)/u,
  // Emoticons such as `(x)` and `:-)`.
  /\((?=(?:[yni/x!+?*-]|\*[yrgb]|on|off|flag|flagoff)\))|(?<=[:;]-?)[()]/u,
];

/**
 * The texts that are separated from the next character, because a backslash does not help: a URL, which
 * would contain the backslash, a backslash that would escape the next character, `\\` as a line break,
 * headings and quotations such as `h1.`, and emoticons such as `:D`.
 */
const separable = [
  new RegExp(`${url.source}(?=[{}[\\]|])`, 'u'),
  /\\(?=[-#*_+?^~|%{}[\]()!@])/u,
  /(?<!\\)\\(?=\\(?![^\s\\]*\\))/u,
  /(?:h[1-6]|bq)(?<=^[ \t]*..)(?=\.)/u,
  /:(?=[DPp](?![A-Za-z0-9]))/u,
];

const sourceOf = (patterns: readonly RegExp[]): string =>
  patterns.map(({ source }) => source).join('|');

const special = new RegExp(`(${sourceOf(separable)})|(${url.source})|${sourceOf(markup)}`, 'gmu');

/** A word joiner. It is invisible, but it separates two characters for Jira's parser. */
const joiner = '\u2060';

/**
 * Escapes a text for Jira's text formatting, so that Jira shows the text as it is. The rules are those
 * of Jira's parser. It shows a backslash unless one of `-#*_+?^~|%{}[]()!@` follows.
 */
export const jiraText = (text: string): string =>
  text.replaceAll(special, (character, separated: string | undefined, link: string | undefined) =>
    separated === undefined ? (link ?? `\\${character}`) : `${separated}${joiner}`,
  );
