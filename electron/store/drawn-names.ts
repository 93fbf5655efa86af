import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { CanvasChange, CanvasOperation } from '#shared/canvas/operation.ts';
import { byId } from '#shared/merge/by-id.ts';
import { nextNumber } from './search-schema.ts';

const named = z.object({
  label: z.string().catch(''),
  componentId: z.string().nullable().catch(null),
});
type Named = z.infer<typeof named>;

const entryRow = z.object({
  number: z.number(),
  id: z.string(),
  title: z.string(),
  component: z.string().nullable(),
});
const lastRow = z.object({ number: z.bigint() });
const numberRow = entryRow.pick({ number: true });

/**
 * Writes the names of drawn elements into the search index, because flows, boundaries, and notes have a
 * record only after they get a threat.
 */
export const createDrawnNames = (database: DatabaseSync) => {
  const columns = 'number, id, title, component';
  const select = database.prepare(
    `SELECT ${columns} FROM search_entry WHERE kind = 'element' AND id = ? AND owner = ?`,
  );
  // With the second condition, SQLite uses the partial index of owners.
  const ofOwner = `owner = ? AND owner <> ''`;
  const selectAll = database.prepare(`SELECT ${columns} FROM search_entry WHERE ${ofOwner}`);
  const insert = database.prepare(`
    INSERT INTO search_entry (number, kind, id, owner, title, component)
    VALUES (${nextNumber(`'element'`)}, 'element', ?, ?, ?, ?) RETURNING ${columns}`);
  const lastNumber = database.prepare(`SELECT ${nextNumber(`'element'`)} - 1 AS number`);
  lastNumber.setReadBigInts(true);
  /**
   * Inserts all names in one statement. This takes half the time of one statement per name, which is
   * noticeable with 20,000 elements.
   */
  const insertAll = database.prepare(`
    INSERT INTO search_entry (number, kind, id, owner, title, component)
    SELECT ? + key + 1, 'element', value ->> 0, ?, value ->> 1, value ->> 2 FROM json_each(?)`);
  const addTitles = database.prepare(`
    INSERT INTO search_title (rowid, title)
    SELECT number, title || '  ' FROM search_entry
    WHERE number > ? AND number <= ? AND component IS NULL AND title <> ''`);
  const update = database.prepare(
    'UPDATE search_entry SET title = ?, component = ? WHERE number = ?',
  );
  const remove = database.prepare('DELETE FROM search_entry WHERE number = ?');
  const addTitle = database.prepare('INSERT INTO search_title (rowid, title) VALUES (?, ?)');
  const removeTitle = database.prepare('DELETE FROM search_title WHERE rowid = ?');
  const selectNumbers = database.prepare(
    `SELECT number FROM search_entry WHERE ${ofOwner} LIMIT ?`,
  );
  const among = '(SELECT value FROM json_each(?))';
  const removeTitles = database.prepare(`DELETE FROM search_title WHERE rowid IN ${among}`);
  const removeEntries = database.prepare(`DELETE FROM search_entry WHERE number IN ${among}`);

  const find = (canvasId: string, id: string): Entry | null => {
    const row = select.get(id, canvasId);
    return row ? entryRow.parse(row) : null;
  };

  const drop = ({ number }: Entry): void => {
    removeTitle.run(number);
    remove.run(number);
  };

  /**
   * Adds or changes the entry of an element. Its name is indexed only if the element shows no component,
   * because the search finds a component by the component's record.
   */
  const put = (canvasId: string, id: string, before: Entry | null, next: Named): void => {
    const title = titleOf(next);
    if (before?.title === title && before.component === next.componentId) return;
    if (before) {
      removeTitle.run(before.number);
      update.run(title, next.componentId, before.number);
    }
    const { number } = before ?? entryRow.parse(insert.get(id, canvasId, title, next.componentId));
    if (next.componentId === null && title !== '') addTitle.run(number, `${title}  `);
  };

  /** Adds elements that are not indexed yet. */
  const addAll = (canvasId: string, added: ReadonlyMap<string, Named>): void => {
    if (added.size === 0) return;
    const { number } = lastRow.parse(lastNumber.get());
    const rows = [...added].map(([id, next]) => [id, titleOf(next), next.componentId]);
    insertAll.run(number, canvasId, JSON.stringify(rows));
    addTitles.run(number, number + BigInt(added.size));
  };

  const follow = (canvasId: string, change: CanvasChange): void => {
    switch (change.kind) {
      case 'addNode':
        return put(canvasId, change.node.id, find(canvasId, change.node.id), nameOf(change.node));
      case 'addEdge':
        return put(canvasId, change.edge.id, find(canvasId, change.edge.id), nameOf(change.edge));
      case 'removeNode':
      case 'removeEdge': {
        const entry = find(canvasId, change.id);
        if (entry) drop(entry);
        return;
      }
      case 'setNode':
      case 'setEdge': {
        const before = find(canvasId, change.id);
        if (before) put(canvasId, change.id, before, renamed(before, change));
      }
    }
  };

  const someNumbers = (canvasId: string, limit: number): number[] =>
    selectNumbers.all(canvasId, limit).map((row) => numberRow.parse(row).number);

  return {
    /** Updates the index after an operation on a drawing. */
    follow: (canvasId: string, operation: CanvasOperation): void => {
      for (const change of operation) follow(canvasId, change);
    },

    /** Makes the index agree with all elements of a drawing. Writes only the names that differ. */
    replace: (canvasId: string, elements: readonly Drawn[]): void => {
      const left = new Map(
        selectAll.all(canvasId).map((raw) => {
          const entry = entryRow.parse(raw);
          return [entry.id, entry];
        }),
      );
      const added = new Map<string, Named>();
      for (const element of elements) {
        const before = left.get(element.id);
        if (before) put(canvasId, element.id, before, nameOf(element));
        else added.set(element.id, nameOf(element));
        left.delete(element.id);
      }
      for (const entry of left.values()) drop(entry);
      addAll(canvasId, added);
    },

    /** Adds elements. None of them may be in the index. */
    add: (canvasId: string, elements: readonly Drawn[]): void =>
      addAll(canvasId, new Map(elements.map((each) => [each.id, nameOf(each)]))),

    /** Removes at most `limit` elements of a drawing. Tells if the index has more of them. */
    removeSome: (canvasId: string, limit: number): boolean => {
      const numbers = JSON.stringify(someNumbers(canvasId, limit));
      removeTitles.run(numbers);
      removeEntries.run(numbers);
      return someNumbers(canvasId, 1).length > 0;
    },

    /** Tells if the index has more than `count` elements of a drawing. */
    hasMoreThan: (canvasId: string, count: number): boolean =>
      someNumbers(canvasId, count + 1).length > count,
  };
};

type Entry = z.infer<typeof entryRow>;
export type Drawn = { id: string; data?: unknown };

/**
 * Returns one element for each ID. Other programs may give several elements the same ID, and then the
 * last one counts.
 */
export const drawnOnce = <Element extends Drawn>(elements: readonly Element[]): Element[] => [
  ...byId(elements).values(),
];

/**
 * Returns the indexed part of a name: the first 500 UTF-16 units. The cut may split a surrogate pair, so
 * `toWellFormed` replaces the remaining half.
 */
const titleOf = ({ label }: Named): string => label.slice(0, 500).toWellFormed();

const nameOf = ({ data }: { data?: unknown }): Named => named.parse(data ?? {});

type SetChange = Extract<CanvasChange, { kind: 'setNode' | 'setEdge' }>;

/**
 * Returns the name after a change of fields. The change first sets `fields`, which may replace `data` as
 * a whole, and then sets single fields of `data`.
 */
const renamed = (before: Entry, change: SetChange): Named => {
  const { fields = {}, unset = [], data = {}, unsetData = [] } = change;
  const isCleared = 'data' in fields || unset.includes('data');
  const previous = isCleared ? {} : { label: before.title, componentId: before.component };
  const whole = typeof fields['data'] === 'object' ? fields['data'] : {};
  const next: Record<string, unknown> = { ...previous, ...whole, ...data };
  for (const name of unsetData) delete next[name];
  return nameOf({ data: next });
};
