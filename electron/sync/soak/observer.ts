import type { Store } from '../../store/store.ts';
import type { Diary, Entry } from './diary.ts';
import { applyChanges, changesBetween, factsOf, type FactChange, type Facts } from './facts.ts';
import { isChosen } from './their-side.ts';

/** Returns the facts at the end of a diary. `isUnderWay`: the last gesture in it has no result. */
const lastKnown = (entries: readonly Entry[]): { facts: Facts; isUnderWay: boolean } => {
  const facts: Facts = new Map();
  let isUnderWay = false;
  for (const { is, changes } of entries) {
    applyChanges(facts, changes ?? []);
    if (is === 'intends') isUnderWay = true;
    if (is === 'did' || is === 'chose') isUnderWay = false;
  }
  return { facts, isUnderWay };
};

type Deed = Pick<Entry, 'what' | 'choice'> & {
  act: () => void;
  /** For a decision: the items of the conflict that are decided. */
  items?: readonly string[];
};

type Dependencies = {
  store: Store;
  diary: Diary;
  /** The diary of the previous process; `null` for the first process. */
  before: readonly Entry[] | null;
  /** The service's side of open conflicts. */
  theirs: () => Facts;
};

/**
 * Records what each gesture changed, by comparing the store before and after it, and separately what
 * sync changed in between. So the laws need to know nothing about the gestures.
 */
export const createObserver = ({ store, diary, before, theirs }: Dependencies) => {
  let seen = factsOf(store);
  if (before) {
    const { facts, isUnderWay } = lastKnown(before);
    const changes = changesBetween(facts, seen);
    if (changes.length > 0) {
      diary({ is: isUnderWay ? 'perhaps' : 'arrived', what: 'before the kill', changes });
    }
  }
  diary({ is: 'began', what: '', changes: changesBetween(new Map(), seen) });

  const noteArrivals = (): void => {
    const now = factsOf(store);
    const changes = changesBetween(seen, now);
    if (changes.length > 0) diary({ is: 'arrived', what: '', changes });
    seen = now;
  };

  return {
    noteArrivals,
    watch: ({ what, choice, act, items = [] }: Deed): void => {
      noteArrivals();
      const contested = theirs();
      diary({ is: 'intends', what });
      try {
        act();
      } catch (error) {
        diary({ is: 'broke', what: `${what}: ${String(error)}` });
      }
      const now = factsOf(store);
      const changes = changesBetween(seen, now);
      seen = now;
      const touched = new Set(changes.map(([key]) => key));
      const gaveUp = [...contested].flatMap(([key, value]): FactChange[] => {
        const isMeant = touched.has(key) || (choice && isChosen(key, choice.about, items));
        const mine = now.get(key) ?? null;
        return isMeant && mine !== value ? [[key, value, mine]] : [];
      });
      const more = { ...(choice && { choice }), ...(gaveUp.length > 0 && { gaveUp }) };
      diary({ is: choice ? 'chose' : 'did', what, changes, ...more });
    },
  };
};

export type Observer = ReturnType<typeof createObserver>;
