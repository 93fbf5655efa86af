import type { Migration } from '../migration.ts';

export const tables: Migration = {
  name: '001-tables',
  sql: `
create table users (
  id text primary key,
  created_at text not null,
  updated_at text not null,
  email text not null,
  email_key text not null unique,
  first_name text not null,
  last_name text not null,
  role text not null,
  status text not null,
  is_enabled integer not null,
  is_active integer not null,
  scopes text not null,
  avatar_uploaded_at text
);

create table api_tokens (
  id text primary key,
  created_at text not null,
  name text not null,
  client_id text not null unique,
  secret_hash text not null,
  user_id text not null references users (id) on delete cascade,
  scopes text not null,
  allow_ips text not null
);
create index api_tokens_by_user on api_tokens (user_id, name);

create table access_tokens (
  hash text primary key,
  api_token_id text not null references api_tokens (id) on delete cascade,
  expires_at text not null
);
create index access_tokens_by_api_token on access_tokens (api_token_id);
create index access_tokens_by_expiry on access_tokens (expires_at);

create table collections (
  id text primary key,
  created_at text not null,
  updated_at text not null,
  title text not null,
  description text,
  color text,
  created_by text not null references users (id)
);
create index collections_by_creator on collections (created_by);
create index collections_by_creation on collections (created_at, id);

create table collection_user_access (
  collection_id text not null references collections (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  permission text not null,
  primary key (collection_id, user_id)
);
create index collection_user_access_by_user on collection_user_access (user_id);

create table threat_models (
  id text primary key,
  created_at text not null,
  updated_at text not null,
  collection_id text not null references collections (id) on delete cascade,
  owner_id text not null references users (id),
  title text not null,
  description text not null,
  status text not null,
  priority text not null,
  due_to_date text,
  retro_completed_at text,
  time_invested double precision,
  quality_of_model double precision,
  when_to_revisit double precision,
  archived_at text,
  last_ref_number integer not null default 0,
  otm_id text,
  kept text not null default '{}'
);
create index threat_models_by_collection on threat_models (collection_id);
create index threat_models_by_owner on threat_models (owner_id);
create index threat_models_by_creation on threat_models (created_at, id);

create table canvases (
  id text primary key,
  created_at text not null,
  updated_at text not null,
  threat_model_id text not null references threat_models (id) on delete cascade,
  title text not null,
  format text not null,
  otm_id text,
  kept text not null default '{}',
  data text not null
);
create index canvases_by_threat_model on canvases (threat_model_id, created_at, id);

create table components (
  id text primary key,
  created_at text not null,
  updated_at text not null,
  canvas_id text not null references canvases (id) on delete cascade,
  title text not null,
  description text not null,
  otm_id text,
  kept text not null default '{}'
);
create index components_by_canvas on components (canvas_id, created_at, id);
create index components_by_creation on components (created_at, id);

create table codex_attributes (
  id text primary key,
  created_at text not null,
  updated_at text not null,
  title text not null,
  description text not null
);

create table component_attributes (
  component_id text not null references components (id) on delete cascade,
  attribute_id text not null references codex_attributes (id) on delete cascade,
  primary key (component_id, attribute_id)
);
create index component_attributes_by_attribute on component_attributes (attribute_id);

create table threats (
  id text primary key,
  created_at text not null,
  updated_at text not null,
  component_id text not null references components (id) on delete cascade,
  ref_number integer not null,
  title text not null,
  description text not null,
  source text,
  priority text not null,
  status text not null,
  is_custom integer not null,
  otm_id text,
  kept text not null default '{}'
);
create index threats_by_component on threats (component_id, created_at, id);
create index threats_by_creation on threats (created_at, id);

create table mitigations (
  id text primary key,
  created_at text not null,
  updated_at text not null,
  threat_id text not null references threats (id) on delete cascade,
  title text not null,
  definition text not null,
  consideration text,
  explanation text,
  example text,
  question text,
  is_custom integer not null,
  status text,
  otm_id text,
  kept text not null default '{}'
);
create index mitigations_by_threat on mitigations (threat_id, created_at, id);
create index mitigations_by_creation on mitigations (created_at, id);

create table comments (
  id text primary key,
  created_at text not null,
  updated_at text not null,
  threat_id text not null references threats (id) on delete cascade,
  user_id text not null references users (id),
  text text not null,
  is_edited integer not null
);
create index comments_by_threat on comments (threat_id, created_at, id);
create index comments_by_user on comments (user_id);
create index comments_by_creation on comments (created_at, id);

create table idempotent_answers (
  user_id text not null references users (id) on delete cascade,
  key text not null,
  created_at text not null,
  request_hash text not null,
  status integer not null,
  headers text not null,
  body text,
  primary key (user_id, key)
);
create index idempotent_answers_by_creation on idempotent_answers (created_at);
`,
};
