import type { Migration } from '../migration.ts';

/**
 * Stores the fields that this service adds to the specification as JSON in one column, so that a new
 * field needs no migration.
 */
export const additions: Migration = {
  name: '004-additions',
  sql: `
alter table collections add column additions text not null default '{}';
alter table threat_models add column additions text not null default '{}';
alter table canvases add column additions text not null default '{}';
alter table components add column additions text not null default '{}';
alter table threats add column additions text not null default '{}';
alter table mitigations add column additions text not null default '{}';
alter table comments add column additions text not null default '{}';
`,
};
