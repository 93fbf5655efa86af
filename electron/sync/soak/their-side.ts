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
  const contested = [
    ...conflict.fields.map(({ field }) => `${kind} ${id} ${field}`),
    ...elementsIn(kind, id, conflict),
  ];
  return new Map([...all].filter(([key]) => contested.some((each) => isOf(key, each))));
};

const elementsIn = (kind: RecordKind, id: string, conflict: Conflict): string[] =>
  conflict.type === 'canvas'
    ? conflict.conflicts.map((each) => `${kind} ${id} ${each.element} ${each.id}`)
    : [];

/** Tells if a fact is the record, element, or field `whole`, or a part of it. */
export const isOf = (key: string, whole: string): boolean =>
  key === whole || key.startsWith(`${whole} `);

/** Everything in conflict that a person sees when deciding or editing. */
export type TheirSide = {
  /** The service's values. */
  facts: Facts;
  /** The elements, as `canvas <id> node <node>`. The service may have deleted some of them. */
  elements: readonly string[];
};

export const theirSide = (engine: SyncEngine): TheirSide => {
  const conflicts = engine.conflicts().flatMap(({ kind, id }) => {
    const conflict = engine.conflict(kind, id);
    return conflict ? [{ kind, id, conflict }] : [];
  });
  return {
    facts: new Map(conflicts.flatMap(({ kind, id, conflict }) => [...factsIn(kind, id, conflict)])),
    elements: conflicts.flatMap(({ kind, id, conflict }) => elementsIn(kind, id, conflict)),
  };
};

/** Tells if a fact belongs to one of the chosen items of a record's conflict. */
export const isChosen = (key: string, about: string, items: readonly string[]): boolean =>
  items.some((item) => isOf(key, `${about} ${item.replace(':', ' ')}`));
