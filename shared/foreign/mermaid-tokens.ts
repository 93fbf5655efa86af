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

export const skipSpace = (line: string, from: number): number => {
  let at = from;
  while (line[at] === ' ' || line[at] === '\t' || line[at] === '\n') at += 1;
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

const idPattern = /(?:[\p{L}\p{N}_.:/\\]|-(?![-.=>ox]|$)|-(?=[\p{L}\p{N}]))+/uy;
const metadata = /@\{([^"}]*(?:"[^"]*"[^"}]*)*)\}/y;
const property = /(?<![\w-])([\w-]+)\s*:\s*(?:"([^"]*)"|([^,\n}]*))/g;
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
    text = unquoted(line.slice(inner, end.index));
    shape = name;
    at = end.index + end[0].length;
  }
  const tagBefore = matchAt(classes, line, at);
  at += tagBefore?.[0].length ?? 0;
  const data = matchAt(metadata, line, at);
  if (data) {
    const properties = propertiesIn(data[1] ?? '');
    text = properties.get('label') ?? text;
    shape = properties.get('shape') ?? shape;
    at += data[0].length;
  }
  const tagAfter = matchAt(classes, line, at);
  at += tagAfter?.[0].length ?? 0;
  return { id, text, shape, tag: (tagAfter ?? tagBefore)?.[1], end: at };
};

const propertiesIn = (data: string): ReadonlyMap<string, string> =>
  new Map(
    [...data.matchAll(property)].map(([, key = '', quoted, plainText = '']) => [
      key,
      (quoted ?? plainText).trim(),
    ]),
  );

const closingAt = (line: string, from: number, closing: RegExp): RegExpExecArray | null => {
  const start = skipSpace(line, from);
  // A quoted text may contain brackets, so the search starts after the closing quote.
  const after = line[start] === '"' ? line.indexOf('"', start + 1) + 1 : start;
  return after === 0 ? null : matchAt(closing, line, after);
};

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^"([\s\S]*)"$/, '$1')
    .trim();

/**
 * An arrow without a text in it: `-->`, `-.->`, `==>`, `<-->`, `--o`, `---`, `~~~`. The length of its ID
 * is limited, because the rest of a long line is searched for the end of an ID at each arrow.
 */
const plain = /(?:([\w-]{1,200})@)?([<ox](?=[-=]))?(-{2,}|={2,}|-\.+-|~{3,})([->ox])?/y;
/** The first character after an arrow without a text in it. */
const afterPlain = /[\s|\p{L}\p{N}_"([{]|$/uy;
// In `texted` and `label`, no two neighboring parts can match the same space, and a run of dashes can
// only be entered at its start. Otherwise, a long line would take quadratic time or more.
const texted =
  /([<ox](?=[-=]))?(?:--|==|-\.)(?![-=.>])(\s*"[^"]*"\s*|[^\n]*?)((?<!-)--+|(?<!=)==+|(?<!\.)\.+-)([>ox-])?(?=[\s\p{L}\p{N}_|&]|$)/uy;
const label = /\s*\|(\s*"[^"]*"\s*|[^|]*)\|/y;

const linkAtStart = /^(?:[\w-]+@)?<?(?:--|==|-\.|\.+-|~~~)/;
const linkAtEnd =
  /(?:(?<!-)--+|(?<!=)==+|(?<!\.)\.+-+|(?<!~)~~~+)[->ox]?(?:\|(?:\s*"[^"]*"\s*|[^|]*)\|)?$/;

/** Tells if two lines are one statement, because a link ends the first line or starts the second. */
export const isContinued = (line: string, next: string): boolean =>
  linkAtEnd.test(line) || linkAtStart.test(next);

/** Reads a link with its text: `-->|text|`, `-- text -->`. */
export const readLink = (line: string, from: number): MermaidLink | undefined => {
  const at = skipSpace(line, from);
  const arrow = matchAt(plain, line, at);
  const isWhole = arrow && matchAt(afterPlain, line, at + arrow[0].length);
  const isClosed =
    arrow && (arrow[4] !== undefined || /^(?:-{3,}|={3,}|-\.+-|~{3,})$/.test(arrow[3] ?? ''));
  if (arrow && isWhole && isClosed) {
    const end = at + arrow[0].length;
    const text = matchAt(label, line, end);
    return {
      id: arrow[1],
      text: unquoted(text?.[1] ?? ''),
      ...directionOf(arrow[2], arrow[4]),
      isInvisible: arrow[3]?.startsWith('~') === true,
      end: end + (text?.[0].length ?? 0),
    };
  }
  const inside = matchAt(texted, line, at);
  if (!inside) return undefined;
  return {
    id: undefined,
    text: unquoted(inside[2] ?? ''),
    ...directionOf(inside[1], inside[4]),
    isInvisible: false,
    end: at + inside[0].length,
  };
};

const directionOf = (begin: string | undefined, end: string | undefined) => {
  const [atStart, atEnd] = [begin !== undefined, end !== undefined && end !== '-'];
  return { isBoth: atStart && atEnd, isBackwards: atStart && !atEnd };
};
