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

/** The id of the record of `ancestor` in which a record lies, as an SQL expression. */
export const ancestorId = (
  table: PlacedTable,
  id: string,
  ancestor: PlacedTable,
): RawBuilder<string | null> => {
  let expression = sql<string | null>`${id}`;
  let at = table;
  while (at !== ancestor) {
    if (at === 'collections') throw new Error(`${table} do not lie in ${ancestor}`);
    const { column, parent } = parents[at];
    expression = sql`(select ${sql.ref(column)} from ${sql.table(at)} where id = ${expression})`;
    at = parent;
  }
  return expression;
};

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
