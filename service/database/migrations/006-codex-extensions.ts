import type { Migration } from '../migration.ts';

/** The rules and frameworks of the codex: one row with one document, or none. */
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
