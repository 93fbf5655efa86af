/** A mention of a node, with or without the node's text. */
export type MermaidNode = {
  id: string;
  text: string | undefined;
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
  end: number;
};

export const skipSpace = (line: string, from: number): number => {
  let at = from;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  return at;
};

/**
 * The opening and closing brackets around the text of a node, and the shape that they draw. Longer
 * opening brackets come first, because the first match counts.
 */
const brackets: readonly [string, readonly string[], string][] = [
  ['(((', [')))'], 'circle'],
  ['((', ['))'], 'circle'],
  ['([', ['])'], 'stadium'],
  ['[(', [')]'], 'cylinder'],
  ['[[', [']]'], 'subroutine'],
  ['[/', ['/]', '\\]'], 'slanted'],
  ['[\\', ['\\]', '/]'], 'slanted'],
  ['{{', ['}}'], 'hexagon'],
  ['(', [')'], 'round'],
  ['[', [']'], 'rectangle'],
  ['{', ['}'], 'rhombus'],
  ['>', [']'], 'flag'],
];

const idPattern = /(?:[\p{L}\p{N}_.:/\\]|-(?![-.=>ox]|$)|-(?=[\p{L}\p{N}]))+/uy;
const metadata = /@\{([^}]*)\}/y;
const classes = /:::([\w-]+)/y;

const matchAt = (pattern: RegExp, line: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(line);
};

/**
 * Reads a node: `id`, `id[text]`, or `id@{ shape: cyl, label: "text" }`, each with an optional class.
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
    const [opening, closings, name] = open;
    const inner = line.indexOf(opening, at) + opening.length;
    const end = closingAt(line, inner, closings);
    if (!end) return undefined;
    text = unquoted(line.slice(inner, end.at));
    shape = name;
    at = end.at + end.length;
  }
  const data = matchAt(metadata, line, at);
  if (data) {
    const value = (key: string) =>
      new RegExp(`\\b${key}\\s*:\\s*(?:"([^"]*)"|([^,}]+))`).exec(data[1] ?? '');
    const [label, drawn] = [value('label'), value('shape')];
    text = label ? (label[1] ?? label[2] ?? '').trim() : text;
    shape = drawn ? (drawn[1] ?? drawn[2] ?? '').trim() : shape;
    at += data[0].length;
  }
  const tagged = matchAt(classes, line, at);
  at += tagged?.[0].length ?? 0;
  return { id, text, shape, tag: tagged?.[1], end: at };
};

const closingAt = (
  line: string,
  from: number,
  closings: readonly string[],
): { at: number; length: number } | undefined => {
  const start = skipSpace(line, from);
  // A quoted text may contain brackets, so the search starts after the closing quote.
  const after = line[start] === '"' ? line.indexOf('"', start + 1) + 1 : start;
  if (after === 0) return undefined;
  const found = closings
    .map((closing) => ({ at: line.indexOf(closing, after), length: closing.length }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at);
  return found[0];
};

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^"([\s\S]*)"$/, '$1')
    .trim();

/** An arrow without a text in it: `-->`, `-.->`, `==>`, `<-->`, `--o`, `---`, `~~~`. */
const plain = /(?:([\w-]+)@)?([<ox](?=[-=]))?(-{2,}|={2,}|-\.+-|~{3,})([->ox])?/y;
const texted =
  /([<ox](?=[-=]))?(?:--|==|-\.)(?![-=.>])\s*("[^"]*"|[^\n]*?)\s*(--+|==+|\.+-)([>ox-])?(?=[\s\p{L}\p{N}_|&]|$)/uy;
const label = /\s*\|\s*("[^"]*"|[^|]*?)\s*\|/y;

/** Reads a link with its text: `-->|text|`, `-- text -->`. */
export const readLink = (line: string, from: number): MermaidLink | undefined => {
  const at = skipSpace(line, from);
  const arrow = matchAt(plain, line, at);
  const isWhole =
    arrow && !/^[^\s|]/.test(line.slice(at + arrow[0].length).replace(/^[\p{L}\p{N}_"([{]/u, ' '));
  const isClosed =
    arrow && (arrow[4] !== undefined || /^(?:-{3,}|={3,}|-\.+-|~{3,})$/.test(arrow[3] ?? ''));
  if (arrow && isWhole && isClosed) {
    const end = at + arrow[0].length;
    const text = matchAt(label, line, end);
    return {
      id: arrow[1],
      text: unquoted(text?.[1] ?? ''),
      ...directionOf(arrow[2], arrow[4]),
      end: end + (text?.[0].length ?? 0),
    };
  }
  const inside = matchAt(texted, line, at);
  if (!inside) return undefined;
  return {
    id: undefined,
    text: unquoted(inside[2] ?? ''),
    ...directionOf(inside[1], inside[4]),
    end: at + inside[0].length,
  };
};

const directionOf = (begin: string | undefined, end: string | undefined) => {
  const [atStart, atEnd] = [begin !== undefined, end !== undefined && end !== '-'];
  return { isBoth: atStart && atEnd, isBackwards: atStart && !atEnd };
};
