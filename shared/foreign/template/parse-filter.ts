/** A generation filter of the Microsoft Threat Modeling Tool. */
export type Filter =
  | { all: Filter[] }
  | { any: Filter[] }
  | { not: Filter }
  /**
   * A comparison, such as `target is 'GE.P'` or `flow crosses 'GE.TB'`. `property` is `null` unless a
   * property is compared, as in `target.codeType is 'Managed'`.
   */
  | { subject: string; property: string | null; verb: 'is' | 'crosses'; value: string };

/**
 * The maximum length of a filter in characters, and the maximum number of its nesting levels. The limits
 * keep reading fast. A longer filter would not fit into a rule anyway.
 */
const longest = 20_000;
const deepest = 30;

const token = /\s*(?:'([^']*)'|"([^"]*)"|([()])|([\w.-]+))/y;

/**
 * Splits a filter into tokens, or returns null if this is impossible. A token that was in quotes
 * begins with an apostrophe, so that it is not mistaken for a keyword.
 */
const tokensOf = (text: string): string[] | null => {
  const source = text.trim();
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const found = token.exec(source);
    if (!found) return null;
    const [, single, double, sign, word] = found;
    const quoted = single ?? double;
    tokens.push(quoted === undefined ? (sign ?? word ?? '') : `'${quoted}`);
  }
  return tokens;
};

class Unreadable extends Error {}

/** Reads a filter. Returns null if the filter is empty or cannot be read. */
export const parseFilter = (text: string): Filter | null => {
  if (text.length > longest) return null;
  const tokens = tokensOf(text);
  if (!tokens || tokens.length === 0) return null;
  try {
    return new FilterReader(tokens).whole();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
};

class FilterReader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  whole(): Filter {
    const filter = this.#any(0);
    if (this.#at < this.#tokens.length) throw new Unreadable();
    return filter;
  }

  #takes(word: string): boolean {
    const isNext = this.#tokens[this.#at]?.toLowerCase() === word;
    if (isNext) this.#at += 1;
    return isNext;
  }

  #next(): string {
    const next = this.#tokens[this.#at];
    if (next === undefined) throw new Unreadable();
    this.#at += 1;
    return next;
  }

  #any(depth: number): Filter {
    const first = this.#all(depth);
    const any = [first];
    while (this.#takes('or')) any.push(this.#all(depth));
    return any.length === 1 ? first : { any };
  }

  #all(depth: number): Filter {
    const first = this.#one(depth);
    const all = [first];
    while (this.#takes('and')) all.push(this.#one(depth));
    return all.length === 1 ? first : { all };
  }

  #one(depth: number): Filter {
    if (depth > deepest) throw new Unreadable();
    if (this.#takes('not')) return { not: this.#one(depth + 1) };
    if (!this.#takes('(')) return this.#comparison();
    const inner = this.#any(depth + 1);
    if (!this.#takes(')')) throw new Unreadable();
    return inner;
  }

  #comparison(): Filter {
    const [subject = '', ...property] = this.#next().split('.');
    const verb = this.#takes('crosses') ? 'crosses' : 'is';
    if (verb === 'is' && !this.#takes('is')) throw new Unreadable();
    const isNegated = this.#takes('not');
    const value = this.#next();
    if (!value.startsWith("'")) throw new Unreadable();
    const compared: Filter = {
      subject: subject.toLowerCase(),
      property: property.length > 0 ? property.join('.') : null,
      verb,
      value: value.slice(1).trim(),
    };
    return isNegated ? { not: compared } : compared;
  }
}
