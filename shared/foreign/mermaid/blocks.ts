/**
 * The first line of a fenced block of Markdown: what is before the fence (an indent, a quotation mark, or
 * the marker of a list), the fence, and the language.
 */
const opening = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*)(`{3,}|~{3,}|:{3,})(.*)$/;
const ofMermaid = /^[ \t]*\{?\.?mermaid(?![\w-])/i;
const beforeLine = /^[ \t>]*/;
const quotation = /^[ \t]*(?:>[ \t]?)+/;

type Block = { fence: string; isQuoted: boolean; isMermaid: boolean; lines: string[] };

/** Returns the diagrams in the fenced blocks of Markdown, and in blocks of HTML and Hugo. */
export const mermaidBlocks = (text: string): string[] => {
  const found: string[] = [];
  let open: Block | null = null;
  const end = (block: Block | null): void => {
    if (block?.isMermaid) found.push(block.lines.join('\n'));
  };
  for (const line of withFences(text).split('\n')) {
    const begun = blockFrom(line);
    if (begun && canBegin(begun, open)) {
      end(open);
      open = begun;
    } else if (open && closes(line, open.fence)) {
      end(open);
      open = null;
    } else open?.lines.push(open.isQuoted ? line.replace(quotation, '') : line);
  }
  end(open);
  return found;
};

const blockFrom = (line: string): Block | null => {
  const [, before = '', fence = '', language = ''] = opening.exec(line) ?? [];
  const isMermaid = ofMermaid.test(language);
  // A line of text can begin with code, and a colon fence of another language is a box with Markdown.
  const isFence = fence.startsWith('`') ? !language.includes('`') : fence !== '';
  if (!isFence || (fence.startsWith(':') && !isMermaid)) return null;
  return { fence, isQuoted: before.includes('>'), isMermaid, lines: [] };
};

/**
 * Tells if a block can begin inside the open one. This happens if the open block was never closed. But a
 * block with a longer fence shows the text of the inner block.
 */
const canBegin = (begun: Block, open: Block | null): boolean =>
  open === null || (begun.isMermaid && open.fence.length <= begun.fence.length);

const closes = (line: string, fence: string): boolean => {
  const rest = line.replace(beforeLine, '').trimEnd();
  return rest.startsWith(fence) && rest === fence.charAt(0).repeat(rest.length);
};

const htmlStart = /<(div|pre)\b[^<>]*\bclass\s*=\s*["'][^"'<>]*\bmermaid\b[^<>]*>/gi;
const hugoStart = /\{\{<\s*mermaid\b[^{}<>]*>\}\}/g;
const hugoEnd = /\{\{<\s*\/mermaid\s*>\}\}/g;

const entities: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&amp;', '&'],
]);
const decoded = (html: string): string =>
  html.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => entities.get(entity) ?? entity);

/** Replaces blocks of HTML and Hugo with fenced blocks. */
const withFences = (text: string): string => {
  const isPossible = /class\s*=\s*["'][^"'<>]*\bmermaid\b|\{\{<\s*mermaid\b/i.test(text);
  if (!isPossible) return text;
  const html = fenced(
    text,
    htmlStart,
    ([, tag = '']) => new RegExp(`</${tag}\\s*>`, 'gi'),
    decoded,
  );
  return fenced(html, hugoStart, () => hugoEnd, String);
};

/** Replaces each block from `start` to its end. Blocks without an end stay. */
const fenced = (
  text: string,
  start: RegExp,
  endOf: (found: RegExpExecArray) => RegExp,
  contentOf: (inner: string) => string,
): string => {
  const parts: string[] = [];
  let from = 0;
  for (const found of text.matchAll(start)) {
    if (found.index < from) continue;
    const inner = found.index + found[0].length;
    const pattern = endOf(found);
    pattern.lastIndex = inner;
    const end = pattern.exec(text);
    // The other blocks have no end either, and a search for each would take too long.
    if (!end) break;
    const content = contentOf(text.slice(inner, end.index));
    parts.push(text.slice(from, found.index), `\n~~~~~~~mermaid\n${content}\n~~~~~~~\n`);
    from = end.index + end[0].length;
  }
  return parts.join('') + text.slice(from);
};
