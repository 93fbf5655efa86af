import type { Migration } from '../migration.ts';

/**
 * Creates the table for the rules and frameworks of the codex. The table has one row with all of them,
 * or no row if there are none.
 */
export const codexExtensions: Migration = {
  name: '006-codex-extensions',
  sql: `
create table codex_extensions (
  id text primary key,
  updated_at text not null,
  data text not null
);
`,
};
