import { describe, expect, test } from 'vitest';
import { grants, scopeSchema } from './scope.ts';

test.each([
  ['threats:read', ['threats:read'], true],
  ['threats:read', ['comments:read', 'threats:read'], true],
  ['threats:read', ['*:read'], true],
  ['threats:write', ['*:read', 'threats:read'], false],
  ['threats:read', ['*:write', 'threats:write'], false],
  ['threats:read', [], false],
  ['threats:read', ['*', 'threats', 'read', ':read', 'threats:*'], false],
  ['users-operations:write', ['users:write'], false],
  ['users:write', ['users-operations:write'], false],
])('%s is granted by %j: %s', (required, scopes, expected) => {
  expect(grants(scopes, required)).toBe(expected);
});

describe('a scope', () => {
  test.each(['threats:read', 'users-operations:write', '*:read', '*:write'])('is %j', (text) => {
    expect(scopeSchema.safeParse(text).success).toBe(true);
  });

  test.each([
    '',
    '*',
    'threats',
    'threats:',
    ':read',
    'threats:delete',
    'threats:*',
    'threats:readonly',
    'threats:read comments:read',
    'Threats:read',
    '**:read',
    'threats,*:read',
    ' *:read',
  ])('is not %j', (text) => {
    expect(scopeSchema.safeParse(text).success).toBe(false);
  });
});
