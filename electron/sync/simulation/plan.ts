import { createChance, namesOf, type Chance } from './chance.ts';
import { faults, type FaultName } from './faults.ts';
import { gestures, type GestureName } from './gestures.ts';
import { happenings, pairs, type HappeningName, type PairName } from './happenings.ts';

type Deed =
  | { kind: 'gesture'; what: GestureName }
  | { kind: 'fault'; what: FaultName }
  | { kind: 'happening'; what: HappeningName }
  | { kind: 'first' | 'second'; what: PairName };

/** One event. It has its own random numbers, so it stays the same if other events are left out. */
export type Event = {
  number: number;
  /** The time of the event, in milliseconds after the setup of the run. */
  at: number;
  person: number;
  seed: number;
} & Deed;

export type Plan = {
  seed: number;
  /** True if the service has nothing beyond the specification. */
  isPlain: boolean;
  /** True if one list has more than one page from the start. */
  isCrowded: boolean;
  events: readonly Event[];
};

/** The usual number of events. With more events, a seed finds more bugs and takes longer. */
export const usualLength = 60;

export const people = ['ann', "ann's laptop", 'bob'] as const;
const kinds = {
  gesture: { weight: 60 },
  fault: { weight: 25 },
  happening: { weight: 22 },
} as const;

const deedOf = (chance: Chance): Deed => {
  const kind = chance.weighted(kinds);
  switch (kind) {
    case 'gesture':
      return { kind, what: chance.weighted(gestures) };
    case 'fault':
      return { kind, what: chance.weighted(faults) };
    case 'happening':
      return { kind, what: chance.weighted(happenings) };
  }
};

/**
 * Returns the pause before an event, in milliseconds. Most pauses are so short that the event happens
 * during a pass.
 */
const pauseBefore = (chance: Chance): number => {
  const luck = chance.below(100);
  if (luck < 70) return chance.below(400);
  if (luck < 97) return 500 + chance.below(5_000);
  return chance.below(90_000);
};

const paired = (chance: Chance, length: number): Map<number, Deed> => {
  const deeds = new Map<number, Deed>();
  for (const what of namesOf(pairs)) {
    if (!chance.happens(pairs[what].probability)) continue;
    const at = chance.below(Math.ceil(length / 2));
    deeds.set(at, { kind: 'first', what });
    deeds.set(at + 1 + chance.below(Math.floor(length / 3)), { kind: 'second', what });
  }
  return deeds;
};

type Meaning = Pick<Plan, 'seed' | 'isPlain'> & { length?: number };

export const planOf = ({ seed, isPlain, length = usualLength }: Meaning): Plan => {
  const chance = createChance(seed);
  const isCrowded = chance.happens(0.12);
  const rare = paired(chance, length);
  let at = 0;
  const events = Array.from({ length }, (_, number): Event => {
    at += pauseBefore(chance);
    const common = { number, at, person: chance.below(people.length), seed: chance.below(2 ** 31) };
    const deed = deedOf(chance);
    return { ...common, ...(rare.get(number) ?? deed) };
  });
  return { seed, isPlain, isCrowded, events };
};
