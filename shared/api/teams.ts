import { z } from 'zod';
import { byId, endpoint, listOf, listQuery, nothing } from './endpoint.ts';
import { identifier, title } from './values.ts';

export const member = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});

const team = z.object({ id: z.string(), title: z.string(), users: z.array(member) });

const usersIds = z.array(identifier).max(10_000);
const additive = { specified: false } as const;

/**
 * None of these endpoints is in the specification, which grants teams access to collections but has no
 * endpoints for teams.
 */
export const teams = {
  list: endpoint('GET', '/teams', { ...additive, scope: 'teams:read', summary: 'List teams' })
    .input(listQuery(['id', 'title']))
    .output(listOf(team)),

  get: endpoint('GET', '/teams/{id}', {
    ...additive,
    scope: 'teams:read',
    summary: 'Retrieve a team',
  })
    .input(byId)
    .output(team),

  create: endpoint('POST', '/teams', {
    ...additive,
    scope: 'teams:write',
    successStatus: 201,
    summary: 'Create a team',
  })
    .input(z.object({ title, usersIds: usersIds.default([]) }))
    .output(team),

  update: endpoint('PATCH', '/teams/{id}', {
    ...additive,
    scope: 'teams:write',
    summary: 'Update a team’s title or users',
  })
    .input(byId.extend({ title: title.optional(), usersIds: usersIds.optional() }))
    .output(team),

  delete: endpoint('DELETE', '/teams/{id}', {
    ...additive,
    scope: 'teams:write',
    successStatus: 204,
    summary: 'Delete a team (its users are kept)',
  })
    .input(byId)
    .output(nothing),
};
