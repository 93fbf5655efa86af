import { sql } from 'kysely';
import { within, type RecordTable } from '../../database/record-tables.ts';
import type { Database } from '../../database/schema.ts';

/** Returns all records of a threat model, each kind in the order of creation. */
export const modelRecords = async (database: Database, modelId: string) => {
  const ofModel = (table: RecordTable) =>
    within(table, 'threat_models', sql<boolean>`${sql.ref('threat_models.id')} = ${modelId}`);
  return {
    model: await database
      .selectFrom('threat_models')
      .selectAll()
      .where('id', '=', modelId)
      .executeTakeFirstOrThrow(),
    canvases: await database
      .selectFrom('canvases')
      .selectAll()
      .where(ofModel('canvases'))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    components: await database
      .selectFrom('components')
      .selectAll()
      .where(ofModel('components'))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    threats: await database
      .selectFrom('threats')
      .selectAll()
      .where(ofModel('threats'))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    mitigations: await database
      .selectFrom('mitigations')
      .selectAll()
      .where(ofModel('mitigations'))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    comments: await database
      .selectFrom('comments')
      .selectAll()
      .where(ofModel('comments'))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  };
};

export type ModelRecords = Awaited<ReturnType<typeof modelRecords>>;
