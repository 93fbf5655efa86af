import type { EndpointCase } from '../endpoint-case.ts';
import { listOf, user } from '../records.ts';

const administration = { isAdministration: true } as const;
const scopes = [{ resource: 'codex', permission: 'write' }];
const person = { firstName: 'Pia', lastName: 'Person' };

const reading: EndpointCase[] = [
  { endpoint: 'GET /users', ...administration, status: 200, answer: { json: listOf(user.item) } },
  {
    endpoint: 'GET /users/search',
    ...administration,
    query: { field: 'email', text: 'EXAMPLE.org' },
    required: ['field', 'text'],
    status: 200,
    answer: { json: [user.found] },
  },
  {
    endpoint: 'GET /users/{id}',
    ...administration,
    params: ({ adminId }) => ({ id: adminId }),
    status: 200,
    answer: { json: user.single },
  },
];

/**
 * The scopes of the planted admin. Another admin without these scopes must not change the planted admin.
 */
const adminsScopes = ['codex:read'];

const inviting: EndpointCase[] = [
  {
    endpoint: 'POST /users/invite',
    ...administration,
    needs: ['codex:write'],
    body: ({ mark }) => ({ ...person, email: `pia@${mark}.org`, role: 'admin', scopes }),
    required: ['email', 'firstName', 'lastName'],
    status: 201,
    answer: { json: user.invited },
  },
  {
    endpoint: 'POST /users/bulk-invite',
    ...administration,
    needs: ['codex:write'],
    body: ({ mark }) => ({
      payload: [
        { ...person, email: `pia@${mark}.org`, role: 'admin', scopes },
        { ...person, email: `pit@${mark}.org`, role: 'user' },
      ],
    }),
    required: ['payload'],
    status: 201,
    answer: { json: [user.invited] },
  },
  {
    endpoint: 'POST /users/re-invite',
    ...administration,
    needs: ['codex:write'],
    body: ({ invitedEmail }) => ({ ...person, email: invitedEmail, role: 'admin', scopes }),
    required: ['email'],
    subjects: ['email'],
    status: 200,
    answer: { json: user.invited },
  },
  {
    endpoint: 'POST /users/bulk-re-invite',
    ...administration,
    body: ({ invitedEmail }) => ({ emails: [invitedEmail] }),
    required: ['emails'],
    subjects: ['emails[0]'],
    status: 200,
    answer: { json: [user.invited] },
  },
  {
    endpoint: 'POST /users/accept-invitation',
    isOpen: true,
    body: ({ invitationToken }) => ({ token: invitationToken }),
    required: ['token'],
    subjects: ['token'],
    status: 200,
    answer: { json: user.invited },
  },
  {
    endpoint: 'POST /users/bulk-import',
    ...administration,
    body: ({ mark }) => ({ payload: [{ ...person, email: `pia@${mark}.org`, role: 'user' }] }),
    required: ['payload'],
    status: 201,
    answer: { json: [user.imported] },
  },
];

const changing: EndpointCase[] = [
  ...(['enable', 'disable'] as const).flatMap((change): EndpointCase[] => [
    {
      endpoint: `POST /users/${change}/{id}`,
      ...administration,
      needs: adminsScopes,
      params: ({ adminId }) => ({ id: adminId }),
      status: 200,
      answer: { json: user.item },
    },
    {
      endpoint: `POST /users/bulk-${change}`,
      ...administration,
      needs: adminsScopes,
      body: ({ userId, adminId }) => ({ ids: [userId, adminId] }),
      required: ['ids'],
      subjects: ['ids[1]'],
      status: 200,
      answer: { json: [user.item] },
    },
  ]),
  {
    endpoint: 'POST /users/change-role',
    ...administration,
    needs: ['codex:write'],
    body: ({ userId }) => ({ id: userId, role: 'admin', scopes }),
    required: ['id', 'role'],
    subjects: ['id'],
    status: 200,
    answer: { json: user.withRole },
  },
  {
    endpoint: 'POST /users/bulk-change-role',
    ...administration,
    needs: ['codex:write', ...adminsScopes],
    body: ({ userId, adminId }) => ({
      payload: [
        { id: userId, role: 'admin', scopes },
        { id: adminId, role: 'user' },
      ],
    }),
    required: ['payload'],
    subjects: ['payload[1].id'],
    status: 200,
    answer: { json: [user.withRole] },
  },
  {
    endpoint: 'DELETE /users/{id}/{recipientId}',
    ...administration,
    params: ({ userId, adminId }) => ({ id: userId, recipientId: adminId }),
    refusedParams: ['recipientId'],
    status: 204,
    answer: 'nothing',
  },
];

/** The section "Users" of the specification, and accepting an invitation, which is an addition. */
export const userCases: EndpointCase[] = [...reading, ...inviting, ...changing];
