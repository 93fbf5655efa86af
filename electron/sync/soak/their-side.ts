import type { Conflict } from '#shared/desktop/sync.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { SyncEngine } from '../engine.ts';
import { addFactsOf, type Facts } from './facts.ts';

const factsIn = (kind: RecordKind, id: string, conflict: Conflict): Facts => {
  if (conflict.type !== 'fields' && conflict.type !== 'canvas') return new Map();
  const content = Object.fromEntries(conflict.fields.map(({ field, theirs }) => [field, theirs]));
  const drawing = conflict.type === 'canvas' ? conflict.theirs : null;
  const all: Facts = new Map();
  addFactsOf(all, { kind, id, parentId: null, content, drawing });
  const items = conflict.type === 'canvas' ? conflict.conflicts : [];
  const contested = [
    ...conflict.fields.map(({ field }) => `${kind} ${id} ${field}`),
    ...items.map((each) => `${kind} ${id} ${each.element} ${each.id}`),
  ];
  return new Map([...all].filter(([key]) => contested.some((each) => isOf(key, each))));
};

const isOf = (key: string, whole: string): boolean => key === whole || key.startsWith(`${whole} `);

/**
 * Returns the service's values of everything in conflict. A person sees these values when deciding or
 * editing.
 */
export const theirSide = (engine: SyncEngine): Facts =>
  new Map(
    engine.conflicts().flatMap(({ kind, id }) => {
      const conflict = engine.conflict(kind, id);
      return conflict ? [...factsIn(kind, id, conflict)] : [];
    }),
  );

/** Tells if a fact belongs to one of the chosen items of a record's conflict. */
export const isChosen = (key: string, about: string, items: readonly string[]): boolean =>
  items.some((item) => isOf(key, `${about} ${item.replace(':', ' ')}`));
