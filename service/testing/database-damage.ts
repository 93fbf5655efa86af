import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { commentsAtOnce, nested } from './restless-client.ts';

/** Queries for rows that must not exist after restless clients wrote to a file. */
const damages: Record<string, string> = {
  'a record in nothing': 'pragma foreign_key_check',
  'a collection without all of its models': `
    select id from collections where title like 'Nested %' and ${nested.models} <>
      (select count(*) from threat_models where collection_id = collections.id)`,
  'a model without all of its canvases': `
    select id from threat_models where title like 'Model %' and ${nested.canvasesEach} <>
      (select count(*) from canvases where threat_model_id = threat_models.id)`,
  'some of many comments': `
    select text from comments where text like 'Comments %'
    group by text having count(*) <> ${commentsAtOnce}`,
  'something made twice': `
    select title from (select title from collections union all select title from threats)
    where title like 'Nested %' or title like 'Threat %' group by title having count(*) > 1`,
  'imports of one file that differ': `
    select distinct
      (select count(*) from components where canvas_id = canvases.id) as components,
      (select count(*) from threats join components on components.id = component_id
        where canvas_id = canvases.id) as threats,
      (select count(*) from mitigations join threats on threats.id = threat_id
        join components on components.id = component_id
        where canvas_id = canvases.id) as mitigations
    from canvases where otm_id is not null limit -1 offset 1`,
  ...Object.fromEntries(
    ['components', 'threats', 'mitigations', 'comments'].map((kind) => [
      `a wrong count of ${kind}`,
      `select collection_id, sum(n) as difference from (
         select collection_id, n from record_counts where kind = '${kind}'
         union all select collection_id, -1 from ${kind})
       group by collection_id having sum(n) <> 0`,
    ]),
  ),
};

/**
 * Returns the rows that show damage in an SQLite file, by the description of the damage. Returns an
 * empty object if the file has no damage.
 */
export const damageTo = async (database: Database): Promise<Record<string, unknown[]>> => {
  const found: Record<string, unknown[]> = {};
  for (const [damage, query] of Object.entries(damages)) {
    const { rows } = await sql.raw(query).execute(database);
    if (rows.length > 0) found[damage] = rows;
  }
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(
    database,
  );
  const broken = integrity.rows.filter(({ integrity_check: result }) => result !== 'ok');
  return broken.length > 0 ? { ...found, 'a broken file': broken } : found;
};
