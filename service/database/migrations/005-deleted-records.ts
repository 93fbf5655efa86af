import type { Migration } from '../migration.ts';

/**
 * Creates the table for copies of deleted rows, from which a record can be restored. `content` is the
 * row as JSON, with the columns as keys. `deletion` is the ID of the delete operation, and `source` is
 * the row's table.
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
