import { propertiesIn } from './properties.ts';

/** A mention of a node, with or without the node's text. */
export type MermaidNode = {
  id: string;
  text: string | undefined;
  /** The shape, or an empty text if the mention states none. */
  shape: string;
  /** The class after `:::`. */
  tag: string | undefined;
  end: number;
};

export type MermaidLink = {
  id: string | undefined;
  text: string;
  isBoth: boolean;
  isBackwards: boolean;
  /** True for `~~~`, which only places nodes. */
  isInvisible: boolean;
  end: number;
};

/** Text that was copied from a web page may have no-break or ideographic spaces. */
const spaces = new Set([' ', '\t', '\n', '\u00A0', '\u3000']);

export const skipSpace = (line: string, from: number): number => {
  let at = from;
  while (spaces.has(line[at] ?? '')) at += 1;
  return at;
};

/**
 * The opening and closing brackets around the text of a node, and the shape that they draw. Longer
 * opening brackets come first, because the first match counts.
 */
const brackets: readonly [string, RegExp, string][] = [
  ['(((', /\)\)\)/g, 'circle'],
  ['((', /\)\)/g, 'circle'],
  ['([', /\]\)/g, 'stadium'],
  ['[(', /\)\]/g, 'cylinder'],
  ['[[', /\]\]/g, 'subroutine'],
  ['[/', /[/\\]\]/g, 'slanted'],
  ['[\\', /[/\\]\]/g, 'slanted'],
  ['{{', /\}\}/g, 'hexagon'],
  ['(', /\)/g, 'round'],
  ['[', /\]/g, 'rectangle'],
  ['{', /\}/g, 'rhombus'],
  ['>', /\]/g, 'flag'],
];

/** An ID. An ampersand between two characters of an ID belongs to it: `R&D`. */
const idPattern =
  /(?!&)(?:(?!:::)[\p{L}\p{N}_.:,/\\!#$%'*+?`]|-(?![-.=>ox]|$)|-(?=[\p{L}\p{N}])|&(?=[\p{L}\p{N}_]))+/uy;
const metadata = /@\{([^"}]*(?:"[^"]*"[^"}]*)*)\}/y;
const classes = /:::(\w+(?:-\w+)*)/y;

/** Matches a sticky or global pattern from a position on. */
const matchAt = (pattern: RegExp, line: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(line);
};

/**
 * Reads a node: `id`, `id[text]`, or `id@{ shape: cyl, label: "text" }`, each with an optional class.
 * The class can be before or after the settings in braces.
 */
export const readNode = (line: string, from: number): MermaidNode | undefined => {
  const id = matchAt(idPattern, line, from)?.[0].replace(/:::?[\w-]*$/, '');
  if (id === undefined || id === '') return undefined;
  let at = from + id.length;
  let text: string | undefined;
  let shape = '';
  const spaced = skipSpace(line, at);
  const open = brackets.find(
    ([opening]) =>
      line.startsWith(opening, at) || (opening !== '>' && line.startsWith(opening, spaced)),
  );
  if (open) {
    const [opening, closing, name] = open;
    const inner = line.indexOf(opening, at) + opening.length;
    const end = closingAt(line, inner, closing);
    if (!end) return undefined;
    text = unquoted(withoutFrame(opening, line.slice(inner, end.index)));
    shape = name;
    at = end.index + end[0].length;
  }
  const tagBefore = matchAt(classes, line, at);
  at += tagBefore?.[0].length ?? 0;
  const data = matchAt(metadata, line, at);
  if (data) {
    const properties = propertiesIn(data[1] ?? '');
    text = properties.label ?? text;
    shape = properties.shape ?? shape;
    at += data[0].length;
  }
  const tagAfter = matchAt(classes, line, at);
  at += tagAfter?.[0].length ?? 0;
  return { id, text, shape, tag: (tagAfter ?? tagBefore)?.[1], end: at };
};

/** Removes the dashes of an ellipse, `(-text-)`, and the settings of a rectangle, `[|borders:lt|text]`. */
const withoutFrame = (opening: string, text: string): string => {
  if (opening === '(') return text.replace(/^-([\s\S]*)-$/, '$1');
  return opening === '[' ? text.replace(/^\|[^|]*\|/, '') : text;
};

const closingAt = (line: string, from: number, closing: RegExp): RegExpExecArray | null => {
  const start = skipSpace(line, from);
  // A quoted text may contain brackets, so the search starts after the closing quote.
  const after = line[start] === '"' ? line.indexOf('"', start + 1) + 1 : start;
  return after === 0 ? null : matchAt(closing, line, after);
};

/** Returns a text without the quotes around it. */
export const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^"([\s\S]*)"$/, '$1')
    .trim();

/**
 * The ID of a link: `e1@-->`. Its length is limited, because the rest of a long line is searched for the
 * end of an ID at each link.
 */
const linkId = /(?![-=.~<])([^\s"@]{1,200})@\s*(?=[-=.~<ox])/y;
/** An arrow without a text in it: `-->`, `-.->`, `.->`, `==>`, `<-->`, `--o`, `---`, `~~~`. */
const plain = /([<ox](?=[-=.]))?(-{2,}|={2,}|-?\.+-|~{3,})([->ox])?/y;
/** The first character after an arrow without a text in it. */
const afterPlain = /[\s|\p{L}\p{N}_"([{]|$/uy;
/**
 * Returns the pattern of an arrow with a text in it: `-- text -->`. Here and in `label`, no two neighboring
 * parts can match the same space, and a run of dashes can only be entered at its start. Otherwise, a long
 * line would take quadratic time or more.
 */
const textedBetween = (opening: string, closing: string): RegExp =>
  new RegExp(
    String.raw`([<ox](?=[-=]))?${opening}(?![-=.>])(\s*"[^"]*"\s*|[^\n]*?)(?:${closing})([>ox-])?(?=[\s\p{L}\p{N}_|&]|$)`,
    'uy',
  );
const texted: readonly RegExp[] = [
  textedBetween('--', '(?<!-)--+'),
  textedBetween('==', '(?<!=)==+'),
  textedBetween(String.raw`-\.`, String.raw`(?<!\.)\.+-`),
];
const label = /\s*\|(\s*"[^"]*"\s*|[^|]*)\|/y;

const linkAtStart = /^(?:[^\s"@]{1,200}@\s*)?<?(?:--|==|-\.|\.+-|~~~)/;
const linkAtEnd =
  /(?:(?<!-)--+|(?<!=)==+|(?<!\.)\.+-+|(?<!~)~~~+)[->ox]?(?:\|(?:\s*"[^"]*"\s*|[^|]*)\|)?$/;

/** Tells if two lines are one statement, because a link ends the first line or starts the second. */
export const isContinued = (line: string, next: string): boolean =>
  linkAtEnd.test(line) || linkAtStart.test(next);

/** Reads a link with its text: `-->|text|`, `-- text -->`. */
export const readLink = (line: string, from: number): MermaidLink | undefined => {
  const start = skipSpace(line, from);
  const named = matchAt(linkId, line, start);
  const id = named?.[1];
  const at = start + (named?.[0].length ?? 0);
  const arrow = matchAt(plain, line, at);
  const isWhole = arrow && matchAt(afterPlain, line, at + arrow[0].length);
  const isClosed =
    arrow && (arrow[3] !== undefined || /^(?:-{3,}|={3,}|-?\.+-|~{3,})$/.test(arrow[2] ?? ''));
  if (arrow && isWhole && isClosed) {
    const end = at + arrow[0].length;
    const text = matchAt(label, line, end);
    return {
      id,
      text: unquoted(text?.[1] ?? ''),
      ...directionOf(arrow[1], arrow[3]),
      isInvisible: arrow[2]?.startsWith('~') === true,
      end: end + (text?.[0].length ?? 0),
    };
  }
  const inside = texted.map((pattern) => matchAt(pattern, line, at)).find((found) => found);
  if (!inside) return undefined;
  return {
    id,
    text: unquoted(inside[2] ?? ''),
    ...directionOf(inside[1], inside[3]),
    isInvisible: false,
    end: at + inside[0].length,
  };
};

const directionOf = (begin: string | undefined, end: string | undefined) => {
  const [atStart, atEnd] = [begin !== undefined, end !== undefined && end !== '-'];
  return { isBoth: atStart && atEnd, isBackwards: atStart && !atEnd };
};
