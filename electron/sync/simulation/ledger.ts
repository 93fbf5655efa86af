/**
 * Keeps account of what people have written. Everything they write is a word that nobody else
 * writes; it is open as long as nobody who had it before them has replaced or deleted it. In the end
 * what is open must be at the service. What somebody replaced does not open again by the undo of
 * another: an undo is no new word.
 */
export const createLedger = () => {
  const open = new Set<string>();
  const closers = new Map<string, Set<string>>();
  const repeatable = new Set<string>();

  const close = (who: string, token: string): void => {
    open.delete(token);
    closers.set(token, (closers.get(token) ?? new Set()).add(who));
  };

  const reopen = (who: string, token: string): void => {
    const others = closers.get(token);
    others?.delete(who);
    if (!others || others.size === 0) open.add(token);
  };

  return {
    open,
    repeatable,

    /** `who` saw `before` and made `after` of it. */
    note: (who: string, before: ReadonlySet<string>, after: ReadonlySet<string>): void => {
      for (const token of before) if (!after.has(token)) close(who, token);
      for (const token of after) if (!before.has(token)) reopen(who, token);
    },

    /** `who` saw it and decided against it. */
    giveUp: (who: string, tokens: Iterable<string>): void => {
      for (const token of tokens) close(who, token);
    },

    /** Somebody had it made again, whatever others do about it. */
    mayRepeat: (tokens: Iterable<string>): void => {
      for (const token of tokens) repeatable.add(token);
    },
  };
};

export type Ledger = ReturnType<typeof createLedger>;

const tokenPattern = /\bw\d+\b/g;

/** What people wrote, found anywhere in a value. */
export const tokensIn = (value: unknown): Set<string> =>
  new Set(JSON.stringify(value ?? null).match(tokenPattern));
