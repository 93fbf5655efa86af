import { z } from 'zod';
import {
  bulkLimit,
  byId,
  endpoint,
  listOf,
  listQuery,
  nothing,
  openLimit,
  payloadOf,
} from './endpoint.ts';
import { roles, userStatuses } from './enumerations.ts';
import { scope, scopeInput } from './scopes.ts';
import { identifier, name, storable, timestamp } from './values.ts';

const person = {
  id: z.string(),
  role: z.enum(roles),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
};
const state = { status: z.enum(userStatuses), is_enabled: z.boolean() };
/** Only users with the role `admin` have scopes. */
const scopes = z.array(scope).optional();

const listed = z.object({ ...person, ...state, scopes });

const found = listed.extend({
  created_at: timestamp,
  updated_at: timestamp,
  /** Only users without the role `admin` have this field. */
  is_active: z.boolean().optional(),
});

const user = z.object({
  ...person,
  avatar_uploaded_at: timestamp.nullable(),
  avatarUrl: z.string().nullable(),
  /** Only users with the role `admin` have this field and the next two. */
  status: z.enum(userStatuses).optional(),
  is_enabled: z.boolean().optional(),
  scopes,
});

const invited = z.object({ ...person, ...state, created_at: timestamp });
const withRole = z.object(person);

export const email = storable.trim().max(320).pipe(z.email());
/** The roles that a request can give. No request can make someone the owner. */
export const givenRole = z.enum(['admin', 'user', 'super_admin']);
const givenScopes = z.array(scopeInput).max(100);

type RoleAndScopes = { role?: string | undefined; scopes?: unknown[] | undefined };
const adminHasScopes = ({ role, scopes: given = [] }: RoleAndScopes) =>
  role !== 'admin' || given.length > 0;
const missingScopes = { path: ['scopes'], error: 'an admin needs scopes' };

const invitation = z
  .object({
    email,
    firstName: name.min(1),
    lastName: name,
    role: givenRole.default('user'),
    scopes: givenScopes.optional(),
  })
  .refine(adminHasScopes, missingScopes);

const roleChange = z
  .object({ id: identifier, role: givenRole, scopes: givenScopes.optional() })
  .refine(adminHasScopes, missingScopes);

const imported = z.object({
  email,
  firstName: name.min(1),
  lastName: name,
  role: givenRole
    .exclude(['admin'], 'an admin needs scopes; send an invitation instead')
    .default('user'),
});

const ids = z.object({ ids: z.array(identifier).min(1).max(bulkLimit) });

const operation = { scope: 'users-operations:write' } as const;

export const users = {
  list: endpoint('GET', '/users', { scope: 'users:read', summary: 'List users' })
    .input(listQuery(['id']).pick({ limit: true, page: true }))
    .output(listOf(listed)),

  search: endpoint('GET', '/users/search', {
    scope: 'users:read',
    summary: 'Search users by name or email (case-insensitive)',
  })
    .input(
      z.object({ field: z.enum(['first_name', 'last_name', 'email']), text: storable.max(500) }),
    )
    .output(z.array(found)),

  get: endpoint('GET', '/users/{id}', { scope: 'users:read', summary: 'Retrieve a user' })
    .input(byId)
    .output(user),

  invite: endpoint('POST', '/users/invite', {
    ...operation,
    successStatus: 201,
    errors: ['conflict'],
    summary: 'Invite a user',
  })
    .input(invitation)
    .output(invited),

  bulkInvite: endpoint('POST', '/users/bulk-invite', {
    ...operation,
    successStatus: 201,
    errors: ['conflict'],
    summary: 'Invite several users',
  })
    .input(payloadOf(invitation))
    .output(z.array(invited)),

  reinvite: endpoint('POST', '/users/re-invite', {
    ...operation,
    errors: ['not_found', 'conflict'],
    summary: 'Resend a pending invitation',
  })
    .input(
      z.object({
        email,
        firstName: name.min(1).optional(),
        lastName: name.optional(),
        role: givenRole.optional(),
        scopes: givenScopes.optional(),
      }),
    )
    .output(invited),

  bulkReinvite: endpoint('POST', '/users/bulk-re-invite', {
    ...operation,
    errors: ['not_found', 'conflict'],
    summary: 'Resend several invitations',
  })
    .input(z.object({ emails: z.array(email).min(1).max(bulkLimit) }))
    .output(z.array(invited)),

  enable: endpoint('POST', '/users/enable/{id}', { ...operation, summary: 'Enable a user' })
    .input(byId)
    .output(listed),

  bulkEnable: endpoint('POST', '/users/bulk-enable', {
    ...operation,
    errors: ['not_found'],
    summary: 'Enable several users',
  })
    .input(ids)
    .output(z.array(listed)),

  disable: endpoint('POST', '/users/disable/{id}', {
    ...operation,
    errors: ['conflict'],
    summary: 'Disable a user and revoke their tokens immediately',
  })
    .input(byId)
    .output(listed),

  bulkDisable: endpoint('POST', '/users/bulk-disable', {
    ...operation,
    errors: ['not_found', 'conflict'],
    summary: 'Disable several users',
  })
    .input(ids)
    .output(z.array(listed)),

  changeRole: endpoint('POST', '/users/change-role', {
    ...operation,
    errors: ['not_found', 'conflict'],
    summary: 'Change a user’s role',
  })
    .input(roleChange)
    .output(withRole),

  bulkChangeRole: endpoint('POST', '/users/bulk-change-role', {
    ...operation,
    errors: ['not_found', 'conflict'],
    summary: 'Change several users’ roles',
  })
    .input(payloadOf(roleChange))
    .output(z.array(withRole)),

  bulkImport: endpoint('POST', '/users/bulk-import', {
    ...operation,
    successStatus: 201,
    errors: ['conflict'],
    summary: 'Create several users without inviting them',
  })
    .input(payloadOf(imported))
    .output(z.array(z.object({ id: z.string(), email: z.string() }))),

  delete: endpoint('DELETE', '/users/{id}/{recipientId}', {
    scope: 'users:write',
    successStatus: 204,
    errors: ['conflict', 'validation_failed'],
    summary: 'Delete a user and transfer their collections',
  })
    .input(byId.extend({ recipientId: identifier }))
    .output(nothing),

  acceptInvitation: endpoint('POST', '/users/accept-invitation', {
    scope: null,
    maxBodyBytes: openLimit,
    specified: false,
    errors: ['not_found', 'conflict'],
    summary: 'Accept an invitation',
  })
    .input(z.object({ token: storable.min(1).max(200) }))
    .output(invited),
};
