import { ownRules } from '#shared/merge/element-fields.ts';
import type { Store } from '../../store/store.ts';
import type { Diary, Entry } from './diary.ts';
import { applyChanges, changesBetween, factsOf, type FactChange, type Facts } from './facts.ts';
import { isChosen, isOf, type TheirSide } from './their-side.ts';

/**
 * Returns the facts at the end of a diary, and the entry of the last gesture or decision if the diary
 * does not have its result.
 */
const lastKnown = (entries: readonly Entry[]): { facts: Facts; unfinished: Entry | null } => {
  const facts: Facts = new Map();
  let unfinished: Entry | null = null;
  for (const entry of entries) {
    applyChanges(facts, entry.changes ?? []);
    if (entry.type === 'intends') unfinished = entry;
    if (entry.type === 'did' || entry.type === 'chose') unfinished = null;
  }
  return { facts, unfinished };
};

/** Returns the keys of the fields that are merged together with a field, including its own key. */
const unitOf = (key: string): string[] => {
  const end = key.lastIndexOf(' ') + 1;
  const field = key.slice(end);
  return (ownRules.unitOf?.(field) ?? [field]).map((each) => `${key.slice(0, end)}${each}`);
};

type Intention = Pick<Entry, 'choice' | 'items' | 'contested'>;

/**
 * Returns what a gesture or decision gave up and which contested elements it edited. `changes` are its
 * changes, and `now` are the facts after it.
 */
const consequences = (
  { choice, items = [], contested }: Intention,
  changes: readonly FactChange[],
  now: Facts,
): Pick<Entry, 'choice' | 'gaveUp' | 'edited'> => {
  const touched = new Set(changes.flatMap(([key]) => unitOf(key)));
  const gaveUp = (contested?.facts ?? []).flatMap(([key, value]): FactChange[] => {
    const isMeant = touched.has(key) || (choice && isChosen(key, choice.about, items));
    const mine = now.get(key) ?? null;
    return isMeant && mine !== value ? [[key, value, mine]] : [];
  });
  const edited = choice
    ? []
    : (contested?.elements ?? []).filter((each) => changes.some(([key]) => isOf(key, each)));
  return {
    ...(choice && { choice }),
    ...(gaveUp.length > 0 && { gaveUp }),
    ...(edited.length > 0 && { edited }),
  };
};

type Deed = Pick<Entry, 'what' | 'choice' | 'items'> & { act: () => void };

type Dependencies = {
  store: Store;
  diary: Diary;
  /** The diary of the previous process; `null` for the first process. */
  before: readonly Entry[] | null;
  /** The service's side of open conflicts. */
  theirs: () => TheirSide;
};

/**
 * Writes into the diary what each gesture changed, by comparing the store before and after the gesture.
 * So the laws need to know nothing about gestures. Changes that sync made between two gestures are
 * separate entries.
 */
export const createObserver = ({ store, diary, before, theirs }: Dependencies) => {
  let seen = factsOf(store);
  if (before) {
    const { facts, unfinished } = lastKnown(before);
    const changes = changesBetween(facts, seen);
    if (unfinished && (changes.length > 0 || unfinished.choice)) {
      const more = consequences(unfinished, changes, seen);
      diary({ type: 'perhaps', what: `${unfinished.what} before the kill`, changes, ...more });
    } else if (changes.length > 0) diary({ type: 'arrived', what: 'before the kill', changes });
  }
  diary({ type: 'began', what: '', changes: changesBetween(new Map(), seen) });

  const noteSynced = (): void => {
    const now = factsOf(store);
    const changes = changesBetween(seen, now);
    if (changes.length > 0) diary({ type: 'arrived', what: '', changes });
    seen = now;
  };

  return {
    noteSynced,
    watch: ({ act, ...deed }: Deed): void => {
      noteSynced();
      const { facts, elements } = theirs();
      const intention = { ...deed, contested: { facts: [...facts], elements: [...elements] } };
      diary({ type: 'intends', ...intention });
      const { what, choice } = deed;
      try {
        act();
      } catch (error) {
        diary({ type: 'broke', what: `${what}: ${String(error)}` });
      }
      const now = factsOf(store);
      const changes = changesBetween(seen, now);
      seen = now;
      const more = consequences(intention, changes, now);
      diary({ type: choice ? 'chose' : 'did', what, changes, ...more });
    },
  };
};

export type Observer = ReturnType<typeof createObserver>;
