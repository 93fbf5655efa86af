import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import { contentSchemas } from '#shared/records/record-schemas.ts';
import type { Values } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { unsentKey } from '../component-ids.ts';

/**
 * The content of a store or of the service, one fact for each field. The keys:
 *
 * - `threat <id>`: there is such a record; the value is the ID of its parent.
 * - `threat <id> title`: a field of this record.
 * - `canvas <id> node <node>`: there is such an element in the drawing.
 * - `canvas <id> node <node> data.label`: a field of this element.
 *
 * The values are JSON.
 */
export type Facts = Map<string, string>;

/**
 * Returns the words that people wrote. The pattern has no `\b`, because JSON writes a line break as
 * `\n`, and there is no word boundary between its `n` and the word.
 */
export const wordsIn = (json: string): string[] => json.match(/w\d{10,}/g) ?? [];

/** A fact before and after a change; `null` if there was or is no such fact. */
export type FactChange = [key: string, before: string | null, after: string | null];

export type SeenRecord = {
  kind: RecordKind;
  id: string;
  parentId: string | null;
  content: Values;
  drawing: CanvasDocument | null;
};

const fieldsOfElement = (element: CanvasNode | CanvasEdge): Values => {
  const fields = Object.entries(element).filter(([field]) => field !== 'id' && field !== 'data');
  // Sync writes this key while a component has no ID at the service, and removes the key afterwards, so
  // it is no fact.
  const { [unsentKey]: _, ...data } = element.data ?? {};
  return Object.fromEntries([
    ...fields,
    ...Object.entries(data).map(([field, value]): [string, unknown] => [`data.${field}`, value]),
  ]);
};

export const addFactsOf = (facts: Facts, record: SeenRecord): void => {
  const { kind, id, parentId, content, drawing } = record;
  const put = (key: string, fields: Values): void => {
    for (const [field, value] of Object.entries(fields)) {
      if (value !== undefined) facts.set(`${key} ${field}`, JSON.stringify(value));
    }
  };
  facts.set(`${kind} ${id}`, JSON.stringify(parentId));
  const known = Object.keys(contentSchemas[kind].shape);
  put(`${kind} ${id}`, Object.fromEntries(known.map((field) => [field, content[field]])));
  for (const element of ['node', 'edge'] as const) {
    for (const each of drawing?.[`${element}s`] ?? []) {
      const key = `canvas ${id} ${element} ${each.id}`;
      facts.set(key, 'true');
      put(key, fieldsOfElement(each));
    }
  }
};

/** Returns the facts in a store, with local IDs. */
export const factsOf = ({ records, documents }: Store): Facts => {
  const facts: Facts = new Map();
  for (const kind of recordKinds) {
    for (const { id, parentId, local } of records.all(kind)) {
      const drawing = kind === 'canvas' ? documents.read(id) : null;
      addFactsOf(facts, { kind, id, parentId, content: local, drawing });
    }
  }
  return facts;
};

export const changesBetween = (before: Facts, after: Facts): FactChange[] => [
  ...[...before].flatMap(([key, value]): FactChange[] => {
    const now = after.get(key) ?? null;
    return now === value ? [] : [[key, value, now]];
  }),
  ...[...after].flatMap(([key, value]): FactChange[] =>
    before.has(key) ? [] : [[key, null, value]],
  ),
];

export const applyChanges = (facts: Facts, changes: readonly FactChange[]): void => {
  for (const [key, , after] of changes) {
    if (after === null) facts.delete(key);
    else facts.set(key, after);
  }
};
