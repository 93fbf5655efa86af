import { expect, test } from 'vitest';
import type { PendingChange } from '#shared/desktop/sync.ts';
import { pendingGroups } from './pending-groups.ts';

const entry = (values: Partial<PendingChange>): PendingChange => ({
  seq: 1,
  kind: 'threat',
  id: 'replay',
  op: 'update',
  title: 'Replay',
  fields: [],
  rejection: null,
  attempts: 0,
  ...values,
});

test('several changes of one record are one line with all changed fields', () => {
  const groups = pendingGroups([
    entry({ fields: ['title'], attempts: 2 }),
    entry({ fields: ['status', 'title'], title: 'Replay of tokens' }),
  ]);
  expect(groups).toMatchObject([
    {
      kind: 'threat',
      records: [{ title: 'Replay of tokens', fields: ['title', 'status'], attempts: 2 }],
    },
  ]);
});

test('a created record counts as new until it is deleted', () => {
  const made = entry({ op: 'create' });
  const changed = entry({ fields: ['title'] });
  const deleted = entry({ op: 'delete' });
  const opOf = (...entries: PendingChange[]) => pendingGroups(entries)[0]?.records[0];
  expect(opOf(made, changed)).toMatchObject({ op: 'create', fields: [] });
  expect(opOf(made, changed, deleted)).toMatchObject({ op: 'delete', fields: [] });
});

test('kinds are sorted from collections inward, and rejected changes are omitted', () => {
  const groups = pendingGroups([
    entry({ kind: 'comment', id: 'a' }),
    entry({ kind: 'canvas', id: 'b' }),
    entry({ kind: 'component', id: 'c', rejection: { problem: null, reason: 'not allowed' } }),
  ]);
  expect(groups.map(({ kind }) => kind)).toEqual(['canvas', 'comment']);
});
