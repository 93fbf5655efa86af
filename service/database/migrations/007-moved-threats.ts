import type { Migration } from '../migration.ts';

/**
 * Creates the table for moved threats. A client moves a threat by creating a new threat (`id`) in place
 * of the old one (`moved_from`). The columns are not foreign keys, because either threat can be deleted
 * and later restored.
 */
export const movedThreats: Migration = {
  name: '007-moved-threats',
  sql: `
create table moved_threats (
  id text primary key,
  moved_from text not null
);
create index moved_threats_moved_from on moved_threats (moved_from);
`,
};
