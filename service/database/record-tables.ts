import { sql, type RawBuilder } from 'kysely';
import {
  parentKind,
  recordKinds,
  snakeCase,
  type RecordKind,
} from '#shared/records/record-kinds.ts';

export const recordTables = {
  collection: 'collections',
  threatModel: 'threat_models',
  canvas: 'canvases',
  component: 'components',
  threat: 'threats',
  mitigation: 'mitigations',
  comment: 'comments',
} as const satisfies Record<RecordKind, string>;

/** A table of collections or of their descendants. */
export type RecordTable = (typeof recordTables)[RecordKind];

/**
 * For each table, the table of the parent and the column with the parent's ID. `collections` has no
 * parent.
 */
const parents = new Map(
  recordKinds.map((kind) => {
    const parent = parentKind[kind];
    return [
      recordTables[kind],
      parent && { column: `${snakeCase(parent)}_id`, table: recordTables[parent] },
    ] as const;
  }),
);

/** The tables by the names of their API resources, such as `threat-models`. */
const tables = new Map<string, RecordTable>(
  [...parents.keys()].map((table) => [table.replace('_', '-'), table]),
);

/**
 * Returns the table for the resource of a scope, or undefined if the resource has no records in
 * collections.
 */
export const tableOfScope = (scope: string | null): RecordTable | undefined =>
  tables.get(scope?.split(':')[0] ?? '');

/** Returns the name of the column with the collection's ID. */
export const collectionColumn = (table: RecordTable): 'id' | 'collection_id' =>
  table === 'collections' ? 'id' : 'collection_id';

/**
 * Returns an SQL expression for the ID of a record's collection. Its value is null if the record does
 * not exist. `lock` is appended to the select statement.
 */
export const collectionOf = (
  table: RecordTable,
  id: string,
  lock: RawBuilder<unknown> = sql``,
): RawBuilder<string> =>
  sql<string>`(select ${sql.ref(collectionColumn(table))} from ${sql.table(table)}
    where id = ${id} ${lock})`;

/**
 * Returns an SQL condition on the rows of `table`. It is true for a row whose ancestor in the table
 * `ancestor` satisfies `condition`.
 */
export const within = (
  table: RecordTable,
  ancestor: RecordTable,
  condition: RawBuilder<boolean>,
): RawBuilder<boolean> => {
  if (table === ancestor) return condition;
  const parent = parents.get(table);
  if (!parent) throw new Error(`${table} do not lie in ${ancestor}`);
  return sql`${sql.ref(`${table}.${parent.column}`)} in (
    select id from ${sql.table(parent.table)} where ${within(parent.table, ancestor, condition)})`;
};
