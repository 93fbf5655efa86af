import { sql, type RawBuilder } from 'kysely';

/** Where each kind of record is held; a collection is held by nothing. */
const parents = {
  threat_models: { column: 'collection_id', parent: 'collections' },
  canvases: { column: 'threat_model_id', parent: 'threat_models' },
  components: { column: 'canvas_id', parent: 'canvases' },
  threats: { column: 'component_id', parent: 'components' },
  mitigations: { column: 'threat_id', parent: 'threats' },
  comments: { column: 'threat_id', parent: 'threats' },
} as const satisfies Record<string, { column: string; parent: string }>;

type HeldTable = keyof typeof parents;

/** A table whose records lie, directly or not, in a collection. */
export type PlacedTable = 'collections' | HeldTable;

/** The column by which a record says in which collection it lies. */
export const collectionColumn = (table: PlacedTable): 'id' | 'collection_id' =>
  table === 'collections' ? 'id' : 'collection_id';

/** The collection in which a record lies, as an SQL expression: null for one that does not exist. */
export const collectionOf = (table: PlacedTable, id: string): RawBuilder<string> =>
  sql<string>`(select ${sql.ref(collectionColumn(table))} from ${sql.table(table)} where id = ${id})`;

/** A condition on rows of `table`: that the record of `ancestor` they lie in satisfies another. */
export const within = (
  table: PlacedTable,
  ancestor: PlacedTable,
  condition: RawBuilder<boolean>,
): RawBuilder<boolean> => {
  if (table === ancestor) return condition;
  if (table === 'collections') throw new Error(`collections do not lie in ${ancestor}`);
  const { column, parent } = parents[table];
  return sql`${sql.ref(`${table}.${column}`)} in (
    select id from ${sql.table(parent)} where ${within(parent, ancestor, condition)})`;
};
