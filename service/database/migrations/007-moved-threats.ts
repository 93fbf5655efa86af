import type { Migration } from '../migration.ts';

/**
 * The threats that a client created in place of others, in order to move them. Neither threat has
 * to exist: both can be deleted and restored.
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
