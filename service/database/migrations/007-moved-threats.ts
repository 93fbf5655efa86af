import type { Migration } from '../migration.ts';

/**
 * A client moves a threat by creating another threat in its place. Each row links two such threats.
 * Neither has to exist, because both can be deleted and restored.
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
