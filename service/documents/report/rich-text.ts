import { parseDocument } from 'htmlparser2';
import sanitizeHtml from 'sanitize-html';
import { t } from '#shared/locales/texts.ts';
import { faceFor } from '../fonts/font-faces.ts';
import { showable } from '../fonts/font-runs.ts';
import { startsRight } from '../fonts/visual-order.ts';
import { breakable } from './break-points.ts';

/** A piece of text in one style. */
type Run = { text: string; strong?: true; emphasis?: true; code?: true };

/**
 * A paragraph or a list item. `depth` is the number of lists around it. `mark` is the bullet or number
 * of a list item, and is empty for a paragraph. `right` is true for right-to-left text.
 */
export type Block = { runs: Run[]; depth: number; mark: string; right: boolean };

/**
 * Matches line breaks and the end tags of some HTML elements. A text with such a tag counts as HTML,
 * because other tools store descriptions as HTML. A text with other tags is plain text, because people
 * also write `<script>`, `<p>`, or `List<T>`.
 */
const formatting =
  /<br\s*\/?>|<\/(?:p|ul|ol|li|b|strong|i|em|u|a|h[1-6]|div|span|table|tr|td|th|pre|code|blockquote)\s*>/iu;

const shownTags =
  'p div br ul ol li pre blockquote tr td th hr h1 h2 h3 h4 h5 h6 b strong i em code kbd a'.split(
    ' ',
  );

/** Formatting that is ignored. */
const ignoredTags =
  'span u s del ins sub sup small font center table thead tbody tfoot caption col colgroup dl dt dd img o:p'.split(
    ' ',
  );

const allowedTags = [...shownTags, ...ignoredTags];

/**
 * Matches every `<` that begins neither a tag of formatting nor a comment. It belongs to the text, such
 * as `<script>` in the description of an attack.
 */
const textBracket = new RegExp(`<(?!!--|/?(?:${allowedTags.join('|')})(?:\\s[^<>]*)?/?>)`, 'giu');

/**
 * The most characters of a text that are shown. Nobody reads more in a document, and laying out a longer
 * text would take too long.
 */
const longest = 100_000;

/**
 * The maximum nesting of tags. Deeper tags are ignored, because their text would be indented out of the
 * page, and reading thousands of nested tags would overflow the stack.
 */
const maxNesting = 40;

/** The line width in ems, which are multiples of the font size. A longer word gets break points. */
const ems = 34;

/** Returns the paragraphs and list items of a text that may be HTML. */
export const blocksOf = (text: string): Block[] => {
  const short = text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
  return formatting.test(short) ? blocksOfHtml(short) : blocksOfPlain(short);
};

/** Returns a plain text on one line, for titles and cells. */
export const lineOf = (text: string, maxLength = 400): string => {
  const line = showable(text.slice(0, longest)).replaceAll(/\s+/gu, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength).toWellFormed()}…` : line;
};

/** Returns a text on one line, or `otherwise` if the text is empty. */
export const lineOr = (
  text: string | undefined,
  maxLength: number,
  otherwise = t('report:untitled.any'),
): string => {
  const line = lineOf(text ?? '', maxLength);
  return line === '' ? otherwise : line;
};

/**
 * Prepares text for the typesetter of the PDF: replaces characters that no font has with a replacement
 * character, and adds break points to long words.
 */
export const settable = (text: string): string => {
  const printable = Array.from(showable(text), (character) =>
    character < '\u007f' || /[\p{M}\p{Default_Ignorable_Code_Point}\s]/u.test(character)
      ? character
      : faceFor(character)
        ? character
        : '\ufffd',
  ).join('');
  return breakable(printable, ems);
};

const bullet = /^\s*(?:[-*•]|(\d{1,3})[.)])\s+(?=\S)/u;

/** Returns the paragraphs and list items of a plain text. */
export const blocksOfPlain = (text: string): Block[] =>
  showable(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Block => {
      const found = bullet.exec(line);
      const rest = found ? line.slice(found[0].length) : line;
      const mark = found ? (found[1] === undefined ? '•' : `${found[1]}.`) : '';
      return {
        runs: [{ text: rest.trim() }],
        depth: found ? 1 : 0,
        mark,
        right: startsRight(rest),
      };
    });

type Style = Omit<Run, 'text'>;
type Lists = { count: number; ordered: boolean }[];
type Parsed = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<Parsed, { attribs: unknown }>;

const ownLine = new Set('p div li pre blockquote tr ul ol hr h1 h2 h3 h4 h5 h6'.split(' '));

const styles: Partial<Record<string, Style>> = {
  ...Object.fromEntries(
    ['b', 'strong', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [
      name,
      { strong: true as const },
    ]),
  ),
  i: { emphasis: true },
  em: { emphasis: true },
  code: { code: true },
  kbd: { code: true },
  pre: { code: true },
};

const blocksOfHtml = (html: string): Block[] => {
  const clean = sanitizeHtml(html.replaceAll(textBracket, '&lt;'), {
    allowedTags,
    allowedAttributes: { a: ['href'] },
    nestingLimit: maxNesting,
  });
  const blocks: Block[] = [];
  let open: Block | undefined;
  const end = (): void => {
    open = undefined;
  };
  const begin = (lists: Lists, mark: string): Block => {
    open = { runs: [], depth: lists.length, mark, right: false };
    blocks.push(open);
    return open;
  };
  const add = (text: string, style: Style, lists: Lists): void => {
    if (text === '' || (open === undefined && text.trim() === '')) return;
    (open ?? begin(lists, '')).runs.push({ text, ...style });
  };
  const walk = (nodes: readonly Parsed[], style: Style, lists: Lists): void => {
    for (const node of nodes) {
      if ('data' in node && node.nodeType === 3) {
        add(style.code ? node.data : node.data.replaceAll(/\s+/gu, ' '), style, lists);
      } else if ('attribs' in node) visit(node, style, lists);
    }
  };
  const visit = (node: Element, style: Style, lists: Lists): void => {
    const { name, children, attribs } = node;
    if (name === 'br') return end();
    if (ownLine.has(name)) end();
    const isList = name === 'ul' || name === 'ol';
    const inner = isList ? [...lists, { count: 0, ordered: name === 'ol' }] : lists;
    const list = lists.at(-1);
    if (name === 'li') {
      if (list) list.count += 1;
      begin(list ? lists : [{ count: 0, ordered: false }], list?.ordered ? `${list.count}.` : '•');
    }
    walk(children, { ...style, ...styles[name] }, inner);
    if (name === 'td' || name === 'th') add('  ', style, lists);
    if (name === 'a') addAddress(attribs['href'] ?? '', children, style, lists);
    if (ownLine.has(name)) end();
  };
  /** Adds the address of a link for readers on paper, unless the text of the link is the address. */
  const addAddress = (
    href: string,
    children: readonly Parsed[],
    style: Style,
    lists: Lists,
  ): void => {
    const [only] = children;
    const text = only && 'data' in only ? only.data.trim() : '';
    if (/^https?:/u.test(href) && text !== href) add(` (${href})`, style, lists);
  };
  walk(parseDocument(clean).children, {}, []);
  return blocks.map(finished).filter(({ runs }) => runs.some(({ text }) => text.trim() !== ''));
};

const finished = ({ runs, ...block }: Block): Block => ({
  ...block,
  runs: runs.map(({ text, ...style }) => ({ text: showable(text), ...style })),
  right: startsRight(runs.map(({ text }) => text).join('')),
});
