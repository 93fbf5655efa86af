import type { Migration } from '../migration.ts';

export const deletedCollections: Migration = {
  name: '003-deleted-collections',
  sql: `
create table deleted_collections (
  id text primary key
);
`,
};
