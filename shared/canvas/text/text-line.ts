import {
  componentKindNames,
  elementKindNames,
  elementKinds,
  isComponentKind,
  type ElementKind,
} from '../element-kinds.ts';

/**
 * The name and the kind of an element in a line. `kind` is `null` if the line does not state the kind.
 */
export type TextEnd = { name: string; kind: ElementKind | null };
/** The meaning of one line of a text diagram. `text-diagram.ts` describes the syntax. */
export type TextLine =
  | { says: 'nothing' | 'end' }
  | { says: 'boundary'; name: string; kind: ElementKind; isBraced: boolean }
  | { says: 'note'; name: string; kind: ElementKind }
  | { says: 'element'; end: TextEnd }
  | {
      says: 'flow';
      source: TextEnd;
      target: TextEnd;
      label: string;
      isBidirectional: boolean;
    };

const kindOfWord = new Map<string, ElementKind>(
  elementKindNames.flatMap((kind) =>
    elementKinds[kind].textWords.map((word): [string, ElementKind] => [word, kind]),
  ),
);
const kindPrefix = new RegExp(`^(${[...kindOfWord.keys()].join('|')})\\s*:(?:\\s+|$)`, 'iu');

const bullet = /^(?:[-*+•‣–]|\d+[.)])\s+(?:\[[ x]\]\s+)?/iu;
const comment = /^(?:#|\/\/|%%|```)/u;
const arrow = /<-{1,2}>|<=>|[↔⇄]|-{1,2}>|=>|[→⟶]|<-{1,2}|←|(?<=\s)-{1,2}(?=\s)/u;

const quotation = String.raw`"(?:[^"\\]|\\.)*"`;
const brackets = [
  quotation,
  `\\[${quotation}\\]`,
  `\\(${quotation}\\)`,
  '\\[[^\\]]*\\]',
  '\\([^)]*\\)',
];
/**
 * Matches a name in quotes or brackets at the start of a text. The name must be followed by nothing, an
 * arrow, a colon, or a brace.
 */
const wrapped = new RegExp(`^(?:${brackets.join('|')})(?=\\s*(?:$|[-<=→⟶←↔⇄:{]))`, 'u');

/**
 * Returns the length of the start of a text in which arrows and colons have no meaning: the word for the
 * kind, and a name in quotes or brackets.
 */
const leadOf = (text: string): number => {
  const prefix = kindPrefix.exec(text)?.[0].length ?? 0;
  return prefix + (wrapped.exec(text.slice(prefix))?.[0].length ?? 0);
};

const unquoted = (text: string): string => {
  if (!/^".*"$/su.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
};

const kindOfBracket = (text: string): ElementKind | null =>
  componentKindNames.find((kind) => {
    const { textBrackets } = elementKinds[kind];
    return textBrackets !== null && text.startsWith(textBrackets.charAt(0));
  }) ?? null;

/** Returns the name and the kind of an element, or `null` if there is no name. */
const endIn = (text: string): TextEnd | null => {
  const [prefix = '', word = ''] = kindPrefix.exec(text) ?? [];
  const rest = text.slice(prefix.length).trim();
  const bracketed = /^\[(.*)\]$/su.exec(rest) ?? /^\((.*)\)$/su.exec(rest);
  const inner = bracketed?.[1]?.trim() ?? rest;
  if (inner === '') return null;
  const byBracket = bracketed ? kindOfBracket(rest) : null;
  const kind = kindOfWord.get(word.toLowerCase()) ?? byBracket;
  return { name: unquoted(inner), kind };
};

/**
 * Splits a text into the target of a flow and the label of the flow. The label begins after the first
 * colon that is followed by a space. If there is none, it begins after the first colon that is followed
 * by a letter.
 */
const targetIn = (text: string): { end: string; label: string } => {
  const lead = leadOf(text);
  const rest = text.slice(lead);
  const at = [rest.search(/:(?=\s|$)/u), rest.search(/:(?=\p{L})/u)].find((each) => each >= 0);
  if (at === undefined) return { end: text, label: '' };
  return { end: text.slice(0, lead + at).trim(), label: unquoted(rest.slice(at + 1).trim()) };
};

const flowIn = (line: string): TextLine | null => {
  const lead = leadOf(line);
  const found = arrow.exec(line.slice(lead));
  if (!found) return null;
  const [sign] = found;
  const left = endIn(line.slice(0, lead + found.index).trim());
  const { end, label } = targetIn(line.slice(lead + found.index + sign.length).trim());
  const right = endIn(end);
  if (!left || !right) return null;
  const [pointsLeft, pointsRight] = [/[<←↔⇄]/u.test(sign), /[>→⟶↔⇄]/u.test(sign)];
  const isTurned = pointsLeft && !pointsRight;
  return {
    says: 'flow',
    source: isTurned ? right : left,
    target: isTurned ? left : right,
    label,
    isBidirectional: pointsLeft === pointsRight,
  };
};

const nodeIn = (line: string): TextLine | null => {
  const kind = kindOfWord.get(kindPrefix.exec(line)?.[1]?.toLowerCase() ?? '');
  if (kind === undefined || isComponentKind(kind)) return null;
  const says = elementKinds[kind].role;
  const isBraced = says === 'boundary' && line.endsWith('{');
  const end = endIn(isBraced ? line.slice(0, -1).trim() : line);
  if (!end) return { says: 'nothing' };
  const { name } = end;
  return says === 'note' ? { says, name, kind } : { says, name, kind, isBraced };
};

export const readTextLine = (raw: string): TextLine => {
  const line = raw.trim().replace(bullet, '');
  if (line === '' || comment.test(line)) return { says: 'nothing' };
  if (line === '}') return { says: 'end' };
  const statement = nodeIn(line) ?? flowIn(line);
  if (statement) return statement;
  const end = endIn(line);
  return end ? { says: 'element', end } : { says: 'nothing' };
};
