import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from './database.ts';
import { createNeverSeen } from './never-seen.ts';

let database: DatabaseSync;
beforeEach(() => {
  database = openStore(':memory:');
});
afterEach(() => database.close());

const threat = { kind: 'threat', id: 'known' } as const;
const others = [
  { kind: 'threat', id: 'new' },
  { kind: 'mitigation', id: 'known' },
  { kind: 'threat', id: '"quoted", [1]' },
] as const;

it('returns all records for an empty store', () => {
  const neverSeen = createNeverSeen(database);
  expect(neverSeen([threat, ...others])).toEqual([threat, ...others]);
  expect(neverSeen([])).toEqual([]);
});

it.each([
  ['stored', `INSERT INTO record (kind, id, local) VALUES ('threat', 'known', '{}')`],
  [
    'pending',
    `INSERT INTO outbox (kind, id, op, fields, idempotency_key)
      VALUES ('threat', 'known', 'delete', '[]', 'key')`,
  ],
  ['in conflict', `INSERT INTO conflict VALUES ('threat', 'known', 'fields', '[]', '{}')`],
  [
    'deleted',
    `INSERT INTO ended_delete (kind, id, was_missing, snapshot)
      VALUES ('threat', 'known', 0, '{}')`,
  ],
  ['known at the service', `INSERT INTO id_map VALUES ('threat', 'known', 'other')`],
  [
    'no longer at the service',
    `INSERT INTO former_id (kind, local_id, service_id) VALUES ('threat', 'known', 'other')`,
  ],
])('leaves out a record that is %s', (_name, sql) => {
  database.exec(sql);
  expect(createNeverSeen(database)([others[0], threat, others[1], others[2]])).toEqual(others);
});
