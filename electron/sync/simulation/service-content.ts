import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '#service/service.ts';
import { parentKind, recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import type { Values } from '../../store/records.ts';
import { contentOf, type Seen } from './visible.ts';

const tables: Record<RecordKind, { name: string; parent: string }> = {
  collection: { name: 'collections', parent: '' },
  threatModel: { name: 'threat_models', parent: 'collection_id' },
  canvas: { name: 'canvases', parent: 'threat_model_id' },
  component: { name: 'components', parent: 'canvas_id' },
  threat: { name: 'threats', parent: 'component_id' },
  mitigation: { name: 'mitigations', parent: 'threat_id' },
  comment: { name: 'comments', parent: 'threat_id' },
};

const fields = z.record(z.string(), z.unknown());
const drawing = z.object({ data: z.string().transform((text): unknown => JSON.parse(text)) });
/** The additions to the specification are in one column, as JSON. */
const additions = z.object({
  additions: z
    .string()
    .default('{}')
    .transform((text) => fields.parse(JSON.parse(text))),
});
const flagged = z.object({ is_custom: z.number().transform((flag) => flag === 1) });

const seenIn = (kind: RecordKind, row: Values): Seen => ({
  kind,
  id: z.string().parse(row['id']),
  parentId: parentKind[kind] ? z.string().parse(row[tables[kind].parent]) : null,
  content: {
    ...contentOf(kind, { ...row, ...additions.parse(row).additions }),
    ...(kind === 'threat' && flagged.parse(row)),
    ...(kind === 'canvas' && drawing.parse(row)),
  },
});

/** Reads everything from the tables of the service, which is much faster than the API. */
export const contentOfService = async (database: Database): Promise<Seen[]> => {
  const seen: Seen[] = [];
  for (const kind of recordKinds) {
    const table = sql.table(tables[kind].name);
    const { rows } = await sql<Values>`select * from ${table} order by created_at, id`.execute(
      database,
    );
    for (const row of rows) seen.push(seenIn(kind, row));
  }
  return seen;
};
