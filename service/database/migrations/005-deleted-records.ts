import type { Migration } from '../migration.ts';

/**
 * Copies of the rows of deleted records, as JSON by column, so that a record can be restored.
 * `deletion` is the delete of the rows, and `source` is their table.
 */
export const deletedRecords: Migration = {
  name: '005-deleted-records',
  sql: `
create table deleted_records (
  deletion text not null,
  source text not null,
  id text not null,
  deleted_at text not null,
  content text not null
);
create index deleted_records_by_deletion on deleted_records (deletion, source);
create index deleted_records_by_record on deleted_records (source, id);
create index deleted_records_by_time on deleted_records (deleted_at);
`,
};
