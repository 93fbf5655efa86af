import type { Migration } from '../migration.ts';

/**
 * The tables of the records inside threat models. For each table, the list also has the column with the
 * ID of the parent, and the table of the parent. Parents come before their children.
 */
const placed = [
  ['canvases', 'threat_model_id', 'threat_models'],
  ['components', 'canvas_id', 'canvases'],
  ['threats', 'component_id', 'components'],
  ['mitigations', 'threat_id', 'threats'],
  ['comments', 'threat_id', 'threats'],
] as const;

const placing = placed
  .map(
    ([table, column, parent]) => `
alter table ${table} add column collection_id text not null default '';
update ${table} set collection_id =
  (select collection_id from ${parent} where ${parent}.id = ${table}.${column});
create index ${table}_by_collection on ${table} (collection_id, created_at, id);
`,
  )
  .join('');

/** The record kinds that are listed across collections. */
const counted = ['components', 'threats', 'mitigations', 'comments'] as const;

const firstCount = counted
  .map(
    (kind) => `
insert into record_chunks (kind, start) values ('${kind}', '');
insert into record_counts (kind, start, collection_id, n)
  select '${kind}', '', collection_id, count(*) from ${kind} group by collection_id;
`,
  )
  .join('');

const startOf = (kind: string, row: string) =>
  `(select max(start) from record_chunks where kind = ${kind} and start <= ${row}.created_at)`;

const sqliteAdd = (kind: string, row: 'new' | 'old', n: 1 | -1) =>
  `insert into record_counts (kind, start, collection_id, n)
   values ('${kind}', ${startOf(`'${kind}'`, row)}, ${row}.collection_id, ${n})
   on conflict (kind, start, collection_id) do update set n = n + excluded.n;`;

const sqliteTriggers = counted.flatMap((kind) => [
  `create trigger ${kind}_inserted after insert on ${kind}
   begin ${sqliteAdd(kind, 'new', 1)} end`,
  `create trigger ${kind}_deleted after delete on ${kind}
   begin ${sqliteAdd(kind, 'old', -1)} end`,
  `create trigger ${kind}_moved after update of collection_id on ${kind}
   when old.collection_id <> new.collection_id
   begin ${sqliteAdd(kind, 'old', -1)} ${sqliteAdd(kind, 'new', 1)} end`,
]);

const postgresAdd = (n: 1 | -1) =>
  `insert into record_counts (kind, start, collection_id, n)
   select tg_argv[0], ${startOf('tg_argv[0]', 'changed')}, collection_id, ${n} * count(*)
   from changed group by 2, 3;`;

const postgresMove = (row: 'new' | 'old', n: 1 | -1) =>
  `insert into record_counts (kind, start, collection_id, n)
   values (tg_argv[0], ${startOf('tg_argv[0]', row)}, ${row}.collection_id, ${n});`;

const postgresFunction = (name: string, body: string) =>
  `create function ${name}() returns trigger language plpgsql as
   $$ begin ${body} return null; end $$`;

const postgresTriggers = [
  postgresFunction('count_inserted', postgresAdd(1)),
  postgresFunction('count_deleted', postgresAdd(-1)),
  postgresFunction('count_moved', postgresMove('old', -1) + postgresMove('new', 1)),
  ...counted.flatMap((kind) => [
    `create trigger ${kind}_inserted after insert on ${kind} referencing new table as changed
     for each statement execute function count_inserted('${kind}')`,
    `create trigger ${kind}_deleted after delete on ${kind} referencing old table as changed
     for each statement execute function count_deleted('${kind}')`,
    `create trigger ${kind}_moved after update of collection_id on ${kind}
     for each row when (old.collection_id <> new.collection_id)
     execute function count_moved('${kind}')`,
  ]),
];

export const wholeService: Migration = {
  name: '002-whole-service',
  sql: `
alter table users drop column is_active;
alter table users add column deleted_at text;

create table invitations (
  user_id text primary key references users (id) on delete cascade,
  created_at text not null,
  expires_at text not null,
  token_hash text not null unique,
  token text
);

create table auth_failures (
  key text primary key,
  count integer not null,
  until text not null
);
create index auth_failures_by_end on auth_failures (until);

create table teams (
  id text primary key,
  created_at text not null,
  updated_at text not null,
  title text not null
);
create index teams_by_creation on teams (created_at, id);

create table team_members (
  team_id text not null references teams (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  primary key (team_id, user_id)
);
create index team_members_by_user on team_members (user_id);

create table collection_team_access (
  collection_id text not null references collections (id) on delete cascade,
  team_id text not null references teams (id) on delete cascade,
  permission text not null,
  primary key (collection_id, team_id)
);
create index collection_team_access_by_team on collection_team_access (team_id);

create table codices (
  id text primary key
);

alter table codex_attributes add column resources text not null default 'null';
create index codex_attributes_by_creation on codex_attributes (created_at, id);

create table codex_attribute_aliases (
  id text primary key,
  created_at text not null,
  updated_at text not null,
  attribute_id text not null references codex_attributes (id) on delete cascade,
  position integer not null,
  title text not null
);
create index codex_attribute_aliases_by_attribute on codex_attribute_aliases (attribute_id);

create table codex_mitigations (
  id text primary key,
  created_at text not null,
  updated_at text not null,
  title text not null,
  definition text not null,
  consideration text,
  explanation text,
  example text,
  question text,
  resources text not null
);
create index codex_mitigations_by_creation on codex_mitigations (created_at, id);

create table codex_threats (
  id text primary key,
  created_at text not null,
  updated_at text not null,
  title text not null,
  description text not null,
  priority text not null,
  resources text not null
);
create index codex_threats_by_creation on codex_threats (created_at, id);
create index users_by_creation on users (created_at, id);
${placing}
create table record_chunks (
  kind text not null,
  start text not null,
  primary key (kind, start)
);
create table record_counts (
  kind text not null,
  start text not null,
  collection_id text not null,
  n integer not null
);
${firstCount}`,
  sqlite: [
    'create unique index record_counts_by_place on record_counts (kind, start, collection_id)',
    ...sqliteTriggers,
  ],
  postgres: [
    'create index record_counts_by_place on record_counts (kind, start, collection_id)',
    ...postgresTriggers,
  ],
};
