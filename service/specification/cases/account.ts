import type { EndpointCase } from '../endpoint-case.ts';
import { catalog, listOf, team } from '../records.ts';

const administration = { isAdministration: true } as const;

/** The sections "Authentication endpoint", "Roles", and "Admin scope catalogs" of the specification. */
const fixed: EndpointCase[] = [
  {
    endpoint: 'POST /auth',
    isOpen: true,
    body: ({ credentials }) => credentials,
    required: ['clientId', 'secret'],
    status: 200,
    answer: { json: { access_token: 'string', expires_in: 'number', token_type: 'string' } },
  },
  { endpoint: 'GET /roles', status: 200, answer: { json: catalog.roles } },
  {
    endpoint: 'GET /users/admin-scopes/resources',
    status: 200,
    answer: { json: catalog.resources },
  },
  {
    endpoint: 'GET /users/admin-scopes/permissions',
    status: 200,
    answer: { json: catalog.permissions },
  },
  { endpoint: 'GET /users/admin-scopes/presets', status: 200, answer: { json: catalog.presets } },
];

/** The endpoints for teams are not in the specification. */
const teams: EndpointCase[] = [
  { endpoint: 'GET /teams', ...administration, status: 200, answer: { json: listOf(team) } },
  {
    endpoint: 'GET /teams/{id}',
    ...administration,
    params: ({ teamId }) => ({ id: teamId }),
    status: 200,
    answer: { json: team },
  },
  {
    endpoint: 'POST /teams',
    ...administration,
    body: ({ userId, adminId }) => ({ title: 'Security', usersIds: [userId, adminId] }),
    required: ['title'],
    mentioned: ['usersIds[1]'],
    status: 201,
    answer: { json: team },
  },
  {
    endpoint: 'PATCH /teams/{id}',
    ...administration,
    params: ({ teamId }) => ({ id: teamId }),
    body: ({ adminId }) => ({ title: 'Safety', usersIds: [adminId] }),
    mentioned: ['usersIds[0]'],
    status: 200,
    answer: { json: team },
  },
  {
    endpoint: 'DELETE /teams/{id}',
    ...administration,
    params: ({ teamId }) => ({ id: teamId }),
    status: 204,
    answer: 'nothing',
  },
];

/**
 * The batch endpoint is not in the specification. The test's token lacks the scopes for the two parts,
 * so both parts are rejected.
 */
const batch: EndpointCase = {
  endpoint: 'POST /batch',
  body: ({ threatId, mark }) => ({
    requests: [
      {
        name: 'threat',
        method: 'GET',
        path: `/threats/${threatId}`,
        idempotencyKey: mark,
        ifMatch: '*',
        ifNoneMatch: '"none"',
        body: {},
      },
      { method: 'DELETE', path: '/threats/@threat', ifMatch: '@threat' },
    ],
  }),
  required: ['requests'],
  status: 200,
  answer: { json: { answers: [{ status: 'number', headers: 'anything', body: 'anything' }] } },
};

export const accountCases: EndpointCase[] = [...fixed, ...teams, batch];
