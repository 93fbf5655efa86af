import type { ConflictSummary, Resolution } from '#shared/desktop/sync.ts';
import type { Store } from '../../store/store.ts';
import type { SyncEngine } from '../engine.ts';
import type { Chance } from '../simulation/chance.ts';
import { itemsOf } from '../simulation/decisions.ts';
import type { Observer } from './observer.ts';

type Dependencies = { store: Store; engine: SyncEngine; chance: Chance; observer: Observer };

/** Makes decisions for a person when sync asks for one, and writes each decision into the diary. */
export const createDecisions = ({ store, engine, chance, observer }: Dependencies) => {
  /** Resolves a conflict. Unless `isWhole`, parts of it may stay open. */
  const decide = ({ kind, id, type }: ConflictSummary, isWhole: boolean): void => {
    const conflict = engine.conflict(kind, id);
    if (!conflict) return;
    const items = itemsOf(conflict).filter(() => isWhole || chance.happens(0.7));
    const sides = items.map((item) => [item, chance.happens(0.5) ? 'mine' : 'theirs'] as const);
    const choices: Resolution['choices'] = Object.fromEntries(sides);
    observer.watch({
      what: `conflict ${kind} ${id} ${type}: ${JSON.stringify(choices)}`,
      choice: { about: `${kind} ${id}`, type, mine: sides.some(([, side]) => side === 'mine') },
      items,
      act: () => engine.resolve({ kind, id, choices }),
    });
  };

  const discard = (seq: number): void => {
    const entry = store.outbox.find(seq);
    if (!entry) return;
    const { kind, id, op, rejection } = entry;
    observer.watch({
      what: `discard ${op} ${kind} ${id} (${rejection?.reason})`,
      choice: { about: `${kind} ${id}`, type: 'discard', mine: false },
      act: () => engine.discard(seq),
    });
  };

  const rejected = (): number[] =>
    store.outbox.all().flatMap(({ seq, rejection }) => (rejection === null ? [] : [seq]));

  return {
    decideOne: (): void => {
      const conflict = chance.pick(engine.conflicts());
      if (conflict) decide(conflict, false);
    },
    decideAll: (): void => {
      for (const conflict of engine.conflicts()) decide(conflict, true);
    },
    discardOne: (): void => {
      const seq = chance.pick(rejected());
      if (seq !== undefined) discard(seq);
    },
    discardAll: (): void => rejected().forEach(discard),

    /** Decides for a random side if the service is unfamiliar or was restored from a backup. */
    endHold: async (): Promise<void> => {
      const { hold } = engine.status();
      if (hold !== 'unfamiliar' && hold !== 'restored') return;
      const mine = chance.happens(0.5);
      let ended = Promise.resolve();
      observer.watch({
        what: `end hold ${hold}: ${mine ? 'send' : 'take'}`,
        choice: { about: '', type: 'endHold', mine },
        act: () => {
          ended = engine.endHold(mine ? 'send' : 'take');
        },
      });
      await ended;
    },
  };
};
