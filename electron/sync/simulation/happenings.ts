import { gestures } from './gestures.ts';
import type { Ledger } from './ledger.ts';
import type { Outsider } from './outsider.ts';
import type { Pencil, Person } from './person.ts';
import type { Site } from './site.ts';
import type { Clock } from './virtual-time.ts';

export type World = { site: Site; clock: Clock; outsider: Outsider; ledger: Ledger };

type Happening = {
  weight: number;
  /**
   * Makes the event happen. It must not wait for virtual time to pass, because time goes on only after
   * it returns.
   */
  happen: (person: Person, pencil: Pencil, world: World) => unknown;
};

const hour = 3_600_000;
const around = ({ chance }: Pencil, ms: number): number => chance.below(2 * ms) - ms;
const ignored = (): void => {};

const minAtOnce = 30;
/** The maximum number of gestures in one event. */
export const maxAtOnce = 40;

/** Events other than gestures and faults. */
export const happenings = {
  'another program works': {
    weight: 6,
    happen: (_, pencil, { outsider }) => outsider.act(pencil),
  },
  'open a canvas': {
    weight: 3,
    happen: (person, { chance }) => {
      const { store, engine } = person.app();
      const canvas = chance.pick(store.records.all('canvas'));
      if (canvas) engine.opened(canvas.id);
    },
  },
  'decide a conflict': {
    weight: 4,
    happen: (person, pencil) => person.decideOne(pencil, false),
  },
  'decide a part': {
    weight: 3,
    happen: (person, pencil) => person.decideOne(pencil, true),
  },
  'sync now': {
    weight: 2,
    happen: (person) => {
      person.syncAll().catch(ignored);
    },
  },
  'retry all': { weight: 1, happen: (person) => person.retryAll() },
  'discard a change': { weight: 1, happen: (person, pencil) => person.discardOne(pencil) },
  'network down': {
    weight: 1.5,
    happen: (person, { chance }) => person.app().network.goDown(chance.below(40_000)),
  },
  /** Many changes are pending when the network returns, so they are sent in batches. */
  'work offline': {
    weight: 0.8,
    happen: (person, pencil) => {
      const { chance, part } = pencil;
      person.app().network.goDown(chance.below(20_000));
      const count = minAtOnce + chance.below(maxAtOnce - minAtOnce);
      for (let index = 0; index < count; index += 1) {
        // Changes to one record are sent together, so most of these gestures create records.
        const name = chance.happens(0.6) ? 'create a record' : chance.weighted(gestures);
        person.make(name, part(index));
      }
    },
  },
  'focus the window': { weight: 2, happen: (person) => person.app().engine.focused() },
  kill: { weight: 0.5, happen: (person) => person.kill() },
  restart: { weight: 0.3, happen: (person) => person.restart() },
  sleep: {
    weight: 0.3,
    happen: (person, { chance }, { clock }) => {
      clock.sleep(chance.below(8 * hour));
      person.app().engine.wake();
    },
  },
  'step a clock': {
    weight: 0.5,
    happen: (person, pencil) => person.stepClock(around(pencil, hour)),
  },
  "step the service's clock": {
    weight: 0.3,
    happen: (_, pencil, { site }) => site.stepClock(around(pencil, hour / 12)),
  },
  'upgrade the service': { weight: 0.1, happen: (_, __, { site }) => site.upgrade() },
} as const satisfies Record<string, Happening>;

/**
 * Pairs of events that happen only in some seeds. In such a seed, each of the two events happens once,
 * and `first` happens before `second`.
 */
export const pairs = {
  access: {
    probability: 0.06,
    first: { name: 'withdraw access', happen: (_, __, { site }) => site.grant(false) },
    second: { name: 'give access back', happen: (_, __, { site }) => site.grant(true) },
  },
  backup: {
    probability: 0.04,
    first: { name: 'back up', happen: (_, __, { site }) => site.backUp() },
    second: {
      name: 'restore the backup',
      happen: async (_, __, { site, ledger }) => {
        if (await site.restore()) ledger.forgive();
      },
    },
  },
} as const satisfies Record<
  string,
  { probability: number } & Record<'first' | 'second', { name: string } & Pick<Happening, 'happen'>>
>;

export type HappeningName = keyof typeof happenings;
export type PairName = keyof typeof pairs;
