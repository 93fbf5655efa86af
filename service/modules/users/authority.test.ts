import { expect, test } from 'vitest';
import type { Role } from '#shared/api/enumerations.ts';
import { lackOf, type Concerned } from './authority.ts';

const admin = (...scopes: string[]) => ({ role: 'admin' as Role, scopes });
const superAdmin = { role: 'super_admin' as Role, scopes: [] };
const owner = { role: 'owner' as Role, scopes: [] };

const allowed: [string, ReturnType<typeof admin>, Concerned][] = [
  ['an owner makes a super_admin', owner, { role: 'super_admin' }],
  ['an owner gives every scope', owner, { role: 'admin', scopes: ['*:read', '*:write'] }],
  ['a super_admin makes another', superAdmin, { role: 'super_admin' }],
  ['a super_admin gives every scope', superAdmin, { role: 'admin', scopes: ['*:write'] }],
  ['an admin makes a user', admin('users-operations:write'), { role: 'user' }],
  [
    'an admin gives its own scope',
    admin('codex:read', 'users:read'),
    { role: 'admin', scopes: ['users:read'] },
  ],
  [
    'an admin gives what its scope of every resource covers',
    admin('*:read'),
    { role: 'admin', scopes: ['codex:read', '*:read'] },
  ],
];

test.each(allowed)('%s', (_, caller, concerned) => {
  expect(lackOf(caller, concerned)).toBeUndefined();
});

const refused: [string, ReturnType<typeof admin>, Concerned, string | undefined][] = [
  ['touches no super_admin', admin('*:read', '*:write'), { role: 'super_admin' }, undefined],
  [
    'gives no scope that it lacks',
    admin('codex:read'),
    { role: 'admin', scopes: ['codex:read', 'users:read'] },
    'users:read',
  ],
  [
    'gives no write for its read',
    admin('codex:read'),
    { role: 'admin', scopes: ['codex:write'] },
    'codex:write',
  ],
  [
    'gives no read for its write',
    admin('*:write'),
    { role: 'admin', scopes: ['codex:read'] },
    'codex:read',
  ],
  [
    'gives not every resource for some',
    admin('codex:read', 'users:read'),
    { role: 'admin', scopes: ['*:read'] },
    '*:read',
  ],
];

test.each(refused)('an admin %s', (_, caller, concerned, requiredScope) => {
  const lack = lackOf(caller, concerned);
  expect(lack?.requiredScope).toBe(requiredScope);
  expect(lack?.detail).toContain(requiredScope ?? 'super_admin');
});
