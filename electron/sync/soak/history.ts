import type { Entry } from './diary.ts';
import { wordsIn, type Facts } from './facts.ts';
import type { Identities } from './identities.ts';

/** An edit that gave a field a value. */
type Claim = {
  who: string;
  at: number;
  what: string;
  /** True if somebody had entered this value before, so others may already have replaced it. */
  isReturn: boolean;
};

/** `holder` is the canvas, if the value belongs to an element. */
type GivenUp = { at: number; holder: string | null };

/** One value of one field. In texts, each word counts as a value. */
export type Thread = {
  key: string;
  subject: string;
  atom: string;
  /** Every edit that gave the field this value. */
  claims: Claim[];
  /** The last of these claims, or `null` if there is none. */
  claim: Claim | null;
  /**
   * The people who replaced or deleted the value. An entry is removed when that person has the value
   * again. But if a decision brings an element back on one canvas, its value stays replaced on another.
   */
  givenUp: Map<string, GivenUp>;
  seenBy: Set<string>;
  /** True if somebody restored the value, so it may exist twice. */
  wasBroughtBack: boolean;
};

type Found = { thread: Thread; holder: string | null };

/** Tells if somebody who saw the value replaced it, deleted it, or decided against it. */
export const isGivenUp = ({ claim, givenUp }: Pick<Thread, 'claim' | 'givenUp'>): boolean =>
  [...givenUp.values()].some(({ at }) => claim === null || claim.isReturn || at > claim.at);

type Choice = NonNullable<Entry['choice']> & { who: string; at: number; subject: string | null };

const references = new Set(['source', 'target', 'parentId', 'data.componentId']);

/**
 * Returns the values to track in a fact. Several people may write lines of one text, so each word of a
 * text is tracked by itself.
 */
const atomsOf = (key: string, value: string | null): ReadonlySet<string> => {
  if (value === null) return new Set();
  const field = key.split(' ').at(-1) ?? '';
  const words = references.has(field) ? [] : wordsIn(value);
  return new Set(words.length > 0 ? words : [value]);
};

const present = 'is there';
/** The types of decision that affect everything in a record. */
const ofWhole: ReadonlySet<string> = new Set(['deletedThere', 'editedThere', 'discard', 'endHold']);

/** Follows every value of every field through all diaries, in the order of time. */
export const createHistory = (
  entries: readonly (Entry & { who: string })[],
  identities: Identities,
) => {
  const threads = new Map<string, Thread>();
  const holders = new Map<string, Set<string>>();
  /** The decisions. Editing an element in an open conflict is a decision too. */
  const choices: Choice[] = [];

  const threadOf = (key: string, subject: string, atom: string): Thread => {
    const id = `${key}\n${atom}`;
    const fresh = (): Thread => ({
      key,
      subject,
      atom,
      claims: [],
      claim: null,
      givenUp: new Map(),
      seenBy: new Set(),
      wasBroughtBack: false,
    });
    const thread = threads.get(id) ?? fresh();
    threads.set(id, thread);
    return thread;
  };

  const atoms = (key: string, value: string | null) => {
    if (value === null) return new Map<string, Found>();
    const named = identities.named(key, value);
    if (named.holder !== null) {
      const known = holders.get(named.subject) ?? new Set();
      holders.set(named.subject, known.add(named.holder));
    }
    const isPresence = named.key === named.subject;
    const found = isPresence ? [present] : atomsOf(named.key, named.value);
    const { holder } = named;
    return new Map(
      [...found].map((atom) => {
        const thread = threadOf(named.key, named.subject, atom);
        return [`${named.key}\n${atom}`, { thread, holder }];
      }),
    );
  };

  for (const entry of entries) {
    const { who, at, type, what, changes = [], gaveUp = [], edited = [], choice } = entry;
    if (choice) {
      const [kind = '', id = ''] = choice.about.split(' ');
      const subject = id === '' ? null : identities.nameOf(kind, id);
      choices.push({ ...choice, who, at, subject });
    }
    for (const about of edited) {
      const { subject } = identities.named(about, 'true');
      choices.push({ about, type: 'canvas', mine: true, who, at, subject });
    }
    const isDeed = type === 'did' || type === 'chose';
    for (const [key, theirs, mine] of gaveUp) {
      const own = atoms(key, mine);
      for (const [id, { thread, holder }] of atoms(key, theirs)) {
        if (!own.has(id)) thread.givenUp.set(who, { at, holder });
      }
    }
    const before = new Map(changes.flatMap(([key, value]) => [...atoms(key, value)]));
    const after = new Map(changes.flatMap(([key, , value]) => [...atoms(key, value)]));
    for (const [id, { thread, holder }] of before) {
      if (after.has(id) || !(isDeed || type === 'perhaps')) continue;
      thread.givenUp.set(who, { at, holder });
    }
    for (const [id, { thread, holder }] of after) {
      if (before.has(id)) continue;
      if (isDeed) {
        // Decisions, undo, and redo pick values that somebody had entered before.
        const isReturn =
          type === 'chose' || what === 'undo' || what === 'redo' || thread.seenBy.has(who);
        thread.claim = { who, at, what, isReturn };
        thread.claims.push(thread.claim);
        thread.wasBroughtBack ||= isReturn;
      }
      const isElsewhere = (thread.givenUp.get(who)?.holder ?? holder) !== holder;
      if (type !== 'began' && !(type === 'chose' && isElsewhere)) thread.givenUp.delete(who);
      thread.seenBy.add(who);
    }
  }

  /** Returns the record or element itself and all ancestors that it has or had. */
  const lineOf = (subject: string): Set<string> => {
    const line = new Set([subject]);
    for (const each of line) for (const holder of holders.get(each) ?? []) line.add(holder);
    return line;
  };

  return {
    threads: [...threads.values()],
    presenceOf: (subject: string): Thread | undefined => threads.get(`${subject}\n${present}`),
    lineOf,
    choices,
    /**
     * Returns the decisions about a record or element, the decisions about an ancestor that affect it
     * too, and those about everything.
     */
    choicesAbout: (subject: string): Choice[] => {
      const line = lineOf(subject);
      return choices.filter(({ type, subject: about }) => {
        if (about === null || about === subject) return true;
        const isOfElement = type === 'canvas' && /^(?:node|edge) /.test(subject);
        return line.has(about) && (isOfElement || ofWhole.has(type));
      });
    },
  };
};

export type History = ReturnType<typeof createHistory>;

/** Returns a function that tells if the service has the value of a thread. */
export const threadsAtService = (facts: Facts, identities: Identities) => {
  const found = new Set<string>();
  const words = new Set<string>();
  for (const [key, value] of facts) {
    const named = identities.named(key, value);
    const isPresence = named.key === named.subject;
    for (const atom of isPresence ? [present] : atomsOf(named.key, named.value)) {
      found.add(`${named.key}\n${atom}`);
    }
    for (const word of wordsIn(value)) words.add(word);
  }
  return (thread: Pick<Thread, 'key' | 'atom'>): boolean =>
    found.has(`${thread.key}\n${thread.atom}`) || words.has(thread.atom);
};
