/**
 * A value of an enumerated field that somebody set or replaced. `slot` names the record or element and
 * the field. `at` is the position of this event in the order of all such events.
 */
export type Setting = { who: string; slot: string; value: string; at: number };

const none: ReadonlySet<string> = new Set();

/**
 * Keeps account of what people have done. Each word that a person writes is unique. A word or setting is
 * open until somebody who has seen it replaces or deletes it, and closed after that. In the end, the
 * service must have all open words and settings, and no closed ones.
 *
 * `lineage` returns one name for all IDs of a record. The name may change when more IDs are known.
 * `mayBeCreatedAgain` tells if a word is in a create that may be repeated at the moment.
 *
 * If an undo by another person brings back a closed word, the word stays closed, because nobody wrote it
 * again. But the word is allowed to be at the service.
 */
export const createLedger = (
  lineage: (id: string) => string,
  mayBeCreatedAgain: (token: string) => boolean,
) => {
  const open = new Set<string>();
  const closers = new Map<string, Set<string>>();
  const mayReturn = new Set<string>();
  const unanswered = new Set<string>();
  const mayBeMadeAgain = new Set<string>();
  const overwritten = new Set<string>();
  /** Words that somebody removed and that are only on the service's side of a conflict. */
  const disputed = new Set<string>();
  const settings = new Set<Setting>();
  const replaced: Setting[] = [];
  const copied = new Set<string>();
  const removedCopies = new Set<string>();
  const touched = new Map<string, Set<string>>();
  let steps = 0;

  const close = (who: string, token: string): void => {
    if (unanswered.has(token) || mayBeCreatedAgain(token)) mayBeMadeAgain.add(token);
    open.delete(token);
    closers.set(token, (closers.get(token) ?? new Set()).add(who));
  };

  const reopen = (who: string, token: string, isTaken: boolean): void => {
    disputed.delete(token);
    const others = closers.get(token);
    const isUndone = others?.delete(who) ?? false;
    // If a person undoes their own removal of a word, or takes the word from the service, this does not
    // write the word. So it does not have to return if somebody else has overwritten it.
    if ((isUndone || isTaken) && overwritten.has(token)) return;
    overwritten.delete(token);
    if (!others || others.size === 0) open.add(token);
  };

  const dropSettings = (subjects: ReadonlySet<string>): void => {
    const names = new Set([...subjects].map(lineage));
    for (const each of settings) {
      const subject = each.slot.slice(0, each.slot.indexOf(' '));
      if (names.has(lineage(subject))) settings.delete(each);
    }
  };

  const touch = (who: string, subject: string): void =>
    void touched.set(subject, (touched.get(subject) ?? new Set()).add(who));

  const noteSlots = (
    who: string,
    before: View,
    after: View,
    counts: (slot: string, value: string) => boolean,
  ): void => {
    for (const slot of new Set([...before.slots.keys(), ...after.slots.keys()])) {
      const [was, is] = [before.slots.get(slot), after.slots.get(slot)];
      const isSet = [...(is ?? [])].some((value) => !was?.has(value));
      // While an element moves, it is on two canvases. If somebody changes its value on one canvas, the
      // former value counts as replaced, because the element may leave the canvas that still has the
      // former value.
      const copies = after.subjects.get(slot.slice(0, slot.indexOf(' ')))?.copies ?? 0;
      for (const value of was ?? []) {
        const isReplaced = !is?.has(value) || (isSet && copies > 1);
        if (isReplaced) replaced.push({ who, slot, value, at: (steps += 1) });
      }
      for (const value of is ?? []) {
        if (was?.has(value)) continue;
        if (counts(slot, value)) settings.add({ who, slot, value, at: (steps += 1) });
      }
    }
  };

  /** Adds a copied word to `removedCopies` if fewer copies of a subject have the word than before. */
  const noteLessCopies = (was: Subject | undefined, is: Subject | undefined): void => {
    const [before, after] = [was, is].map((each) => wordsIn(`${each?.otherTexts} ${each?.text}`));
    for (const word of new Set(before)) {
      const isLess = times(word, before) > times(word, after);
      if (isLess && copied.has(word)) removedCopies.add(word);
    }
  };

  const noteSubjects = (who: string, before: View, after: View): void => {
    for (const subject of new Set([...before.subjects.keys(), ...after.subjects.keys()])) {
      const [was, is] = [before.subjects.get(subject), after.subjects.get(subject)];
      noteLessCopies(was, is);
      // An element may come back beside its copy on another canvas, for example with a restored version.
      // Its label is then copied to the title of the component, and so replaces the name of the other copy.
      if (was && is && is.copies > was.copies) {
        for (const token of namesIn(was.text)) removedCopies.add(token);
      }
      const isDecided = was?.refusable !== is?.refusable;
      // An element that moves to another canvas may be on both canvases for a while, and so may an element
      // of a canvas that two people restored. If somebody who sees both removes one of the two, both may
      // disappear.
      const isOneOfTwo = was && is ? is.copies < was.copies : false;
      const isSame = was?.text === is?.text && was?.within === is?.within;
      if (isSame && !isDecided && !isOneOfTwo) continue;
      // `refusable` is the name on the service's side of a conflict. It counts only in a conflict about
      // this canvas, because a decision about another canvas does not restore the name here.
      const other = is?.refusableIn === is?.within ? is?.refusable : '';
      const left = isOneOfTwo ? new Set() : tokensInText(`${is?.text} ${other}`);
      for (const token of tokensInText(was?.text ?? '')) {
        if ((isOneOfTwo || copied.has(token)) && !left.has(token)) removedCopies.add(token);
      }
      // A label and its component's title follow each other, so a name may be lost although somebody
      // chose it in another conflict.
      for (const token of namesIn(`${was?.text} ${was?.refusable}`)) {
        if (!left.has(token)) removedCopies.add(token);
      }
      // Others may have given the component the name of this element before the element was removed, so
      // the name may return.
      if (!is && was?.text.includes('"componentId"')) {
        for (const token of namesIn(was.text)) mayReturn.add(token);
      }
      for (const each of [subject, was?.within, is?.within]) if (each) touch(who, each);
    }
  };

  return {
    open,
    closers,
    mayReturn,
    mayBeMadeAgain,
    settings,
    replaced,
    removedCopies,
    disputed,

    /**
     * Records how `who` changed the view `before` into the view `after`. `counts` returns true if a slot
     * must have the value in the end. `taken` has the words that the person takes from the service.
     */
    note: (
      who: string,
      before: View,
      after: View,
      counts: (slot: string, value: string) => boolean,
      taken: ReadonlySet<string> = none,
    ): void => {
      for (const token of before.tokens) if (!after.tokens.has(token)) close(who, token);
      for (const token of before.own) {
        if (!after.own.has(token) && after.tokens.has(token)) disputed.add(token);
      }
      for (const token of after.own) {
        if (!before.own.has(token)) reopen(who, token, taken.has(token));
      }
      noteSubjects(who, before, after);
      noteSlots(who, before, after, counts);
    },

    /**
     * Tells if anyone except `who` touched a record or an element. The names of records are compared
     * only now, because a record gets another name when more of its IDs are known.
     */
    touchedByOthers: (who: string, subject: string): boolean =>
      [...touched].some(
        ([each, people]) =>
          lineage(each) === lineage(subject) && [...people].some((person) => person !== who),
      ),

    /**
     * Stops expecting settings that `who` made and no longer sees. Otherwise they would be expected of a
     * record that others have created again, because that record has the same name but not these values.
     */
    leave: (who: string, before: View, after: View): void => {
      for (const each of settings) {
        const { slot, value } = each;
        const isLeft = before.slots.get(slot)?.has(value) && !after.slots.get(slot)?.has(value);
        if (each.who === who && isLeft) settings.delete(each);
      }
    },

    /** Call with values that `who` saw and decided against. */
    giveUp: (who: string, tokens: Iterable<string>): void => {
      for (const token of tokens) close(who, token);
    },

    /**
     * Call with the words of a record that somebody has created again for everybody. The words are open
     * again, even if others had removed them before.
     */
    restore: (tokens: Iterable<string>): void => {
      for (const token of tokens) {
        closers.delete(token);
        overwritten.delete(token);
        open.add(token);
        mayReturn.add(token);
      }
    },

    /**
     * Call with the values of a request that was sent and has no answer yet. If somebody removes the
     * values meanwhile, they may return, because the sender cannot distinguish the removal from a
     * request that never arrived, and may send them again.
     */
    asked: (tokens: Iterable<string>): void => {
      for (const token of tokens) unanswered.add(token);
    },
    /** Call when the sender has learned that the service got these values. */
    answered: (tokens: Iterable<string>): void => {
      for (const token of tokens) unanswered.delete(token);
    },

    /**
     * Call with values that now exist in several places. Different people may remove them from different
     * places.
     */
    copy: (tokens: ReadonlySet<string>): void => {
      for (const token of tokens) {
        copied.add(token);
        mayReturn.add(token);
      }
    },

    /**
     * Call when a person removes one of two copies of a word. The other copy may be removed too, so the
     * word may be missing in the end.
     */
    removeCopies: (tokens: Iterable<string>): void => {
      for (const token of tokens) removedCopies.add(token);
    },

    /**
     * Allows the service to have these values, even more than once, and even if somebody has removed
     * them.
     */
    allowAgain: (tokens: Iterable<string>): void => {
      for (const token of tokens) mayReturn.add(token);
    },

    /**
     * Stops expecting the words in `lost` and the settings of `subjects`. They arrived at a service
     * without ETags between a client's read and its write, so the client overwrote them unseen. The
     * words in `present` may return, because that write may have brought them back.
     */
    forgiveOverwritten: (
      lost: Iterable<string>,
      present: Iterable<string>,
      subjects: ReadonlySet<string>,
    ): void => {
      for (const token of lost) {
        open.delete(token);
        overwritten.add(token);
        mayReturn.add(token);
      }
      for (const token of present) mayReturn.add(token);
      dropSettings(subjects);
    },

    /** Stops expecting the settings of records and elements that were deleted or overwritten. */
    dropSettings,

    /**
     * Call when a backup of the service was restored. Recent values may then be lost, and removed ones
     * may return.
     */
    forgive: (): void => {
      for (const token of [...open, ...closers.keys()]) mayReturn.add(token);
      open.clear();
      settings.clear();
    },
  };
};

export type Ledger = ReturnType<typeof createLedger>;

/**
 * The forms of unique values. These are words and, in fields that cannot contain words, colors, times,
 * widths, and the positions of bends and labels. The pattern has no `\b` before a word, because JSON
 * writes a line break as `\n`, and there is no word boundary between its `n` and the word.
 */
const tokenPattern =
  /w\d+\b|#[0-9a-f]{6}\b|\b20[4-9]\d-\d\d-\d\dT[\d:.]+Z|"width":1\d{5}\b|"x":2\d{5}\b|"labelAt":0\.\d+/g;

const wordsIn = (json: string): string[] => json.match(tokenPattern) ?? [];
const times = (word: string, words: readonly string[] = []): number =>
  words.filter((each) => each === word).length;

export const tokensInText = (json: string): Set<string> => new Set(wordsIn(json));

const namePattern = /"(?:label|title)":"(?:[^"\\]|\\.)*"/g;

const namesIn = (json: string): Set<string> =>
  tokensInText((json.match(namePattern) ?? []).join(' '));

/** Finds the unique values that people entered (words, colors, times, widths …), anywhere in a value. */
export const tokensIn = (value: unknown): Set<string> =>
  tokensInText(JSON.stringify(value ?? null));

type Subject = {
  text: string;
  /** The texts of the other copies, one after another. */
  otherTexts: string;
  within: string | null;
  refusable: string;
  refusableIn: string | null;
  copies: number;
};

/**
 * Everything that a person sees. `own`: the `tokens` except those that are only on the service's side of
 * a conflict. `slots`: the values of enumerated fields. The key names the record or element and the
 * field. A slot has two values if a conflict shows both.
 */
export type View = {
  tokens: Set<string>;
  own: Set<string>;
  slots: Map<string, Set<string>>;
  subjects: Map<string, Subject>;
};

/**
 * Adds a record or an element of a drawing to a view. Counts copies, because an element may be on
 * several canvases.
 */
export const addSubject = (
  { subjects }: Pick<View, 'subjects'>,
  subject: string,
  text: string,
  within: string | null,
): void => {
  const known = subjects.get(subject);
  const copies = (known?.copies ?? 0) + 1;
  const otherTexts = known ? `${known.otherTexts} ${known.text}` : '';
  subjects.set(subject, { text, otherTexts, within, refusable: '', refusableIn: within, copies });
};
