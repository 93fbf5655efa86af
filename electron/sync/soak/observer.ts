import { ownRules } from '#shared/merge/element-fields.ts';
import type { Store } from '../../store/store.ts';
import type { Diary, Entry } from './diary.ts';
import { applyChanges, changesBetween, factsOf, type FactChange, type Facts } from './facts.ts';
import { isChosen, isOf, type TheirSide } from './their-side.ts';

/**
 * Returns the facts at the end of a diary. `isUnfinished` is true if the diary has no result of its last
 * gesture.
 */
const lastKnown = (entries: readonly Entry[]): { facts: Facts; isUnfinished: boolean } => {
  const facts: Facts = new Map();
  let isUnfinished = false;
  for (const { type, changes } of entries) {
    applyChanges(facts, changes ?? []);
    if (type === 'intends') isUnfinished = true;
    if (type === 'did' || type === 'chose') isUnfinished = false;
  }
  return { facts, isUnfinished };
};

/** Returns the keys of the fields that are merged together with a field, including its own key. */
const unitOf = (key: string): string[] => {
  const end = key.lastIndexOf(' ') + 1;
  const field = key.slice(end);
  return (ownRules.unitOf?.(field) ?? [field]).map((each) => `${key.slice(0, end)}${each}`);
};

type Deed = Pick<Entry, 'what' | 'choice'> & {
  act: () => void;
  /** The items of a conflict that the person decides. Any other deed has no items. */
  items?: readonly string[];
};

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
    const { facts, isUnfinished } = lastKnown(before);
    const changes = changesBetween(facts, seen);
    if (changes.length > 0) {
      diary({ type: isUnfinished ? 'perhaps' : 'arrived', what: 'before the kill', changes });
    }
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
    watch: ({ what, choice, act, items = [] }: Deed): void => {
      noteSynced();
      const contested = theirs();
      diary({ type: 'intends', what });
      try {
        act();
      } catch (error) {
        diary({ type: 'broke', what: `${what}: ${String(error)}` });
      }
      const now = factsOf(store);
      const changes = changesBetween(seen, now);
      seen = now;
      const touched = new Set(changes.flatMap(([key]) => unitOf(key)));
      const gaveUp = [...contested.facts].flatMap(([key, value]): FactChange[] => {
        const isMeant = touched.has(key) || (choice && isChosen(key, choice.about, items));
        const mine = now.get(key) ?? null;
        return isMeant && mine !== value ? [[key, value, mine]] : [];
      });
      const edited = choice
        ? []
        : contested.elements.filter((element) => changes.some(([key]) => isOf(key, element)));
      const more = {
        ...(choice && { choice }),
        ...(gaveUp.length > 0 && { gaveUp }),
        ...(edited.length > 0 && { edited }),
      };
      diary({ type: choice ? 'chose' : 'did', what, changes, ...more });
    },
  };
};

export type Observer = ReturnType<typeof createObserver>;
