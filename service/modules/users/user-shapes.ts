import type { Selectable } from 'kysely';
import type { Scope } from '#shared/api/scopes.ts';
import { fromJson } from '../../database/json-text.ts';
import type { Schema } from '../../database/schema.ts';

export type UserRow = Selectable<Schema['users']>;

/** Returns scopes in the form in which they are stored, such as `codex:read`, without duplicates. */
export const scopeTexts = (scopes: readonly Scope[]): string[] => [
  ...new Set(scopes.map(({ resource, permission }) => `${resource}:${permission}`)),
];

const toScope = (text: string): Scope => {
  const [resource = '', permission] = text.split(':');
  return { resource, permission: permission === 'write' ? 'write' : 'read' };
};

const scopesOf = ({ role, scopes }: UserRow) =>
  role === 'admin' ? { scopes: fromJson(scopes).map(toScope) } : {};

const stateOf = ({ status, is_enabled }: UserRow) => ({ status, is_enabled: is_enabled === 1 });

/**
 * Returns the fields of a user that all responses have. Responses to role changes have only these
 * fields.
 */
export const toPerson = ({ id, role, first_name, last_name, email }: UserRow) => ({
  id,
  role,
  first_name,
  last_name,
  email,
});

export const toListed = (row: UserRow) => ({
  ...toPerson(row),
  ...stateOf(row),
  ...scopesOf(row),
});

export const toFound = (row: UserRow) => ({
  ...toListed(row),
  created_at: row.created_at,
  updated_at: row.updated_at,
  ...(row.role !== 'admin' && {
    is_active: row.status === 'confirmed' && row.is_enabled === 1,
  }),
});

export const toUser = (row: UserRow) => ({
  ...toPerson(row),
  avatar_uploaded_at: row.avatar_uploaded_at,
  avatarUrl: null,
  ...(row.role === 'admin' && { ...stateOf(row), ...scopesOf(row) }),
});

export const toInvited = (row: UserRow) => ({
  ...toPerson(row),
  ...stateOf(row),
  created_at: row.created_at,
});
