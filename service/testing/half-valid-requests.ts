import { randomUUID } from 'node:crypto';
import type { EndpointRequest } from './endpoint-requests.ts';
import type { Pairs } from './pairs.ts';

type HalfValidRequest = EndpointRequest & { status: 400 | 404 | 409 };

const unknown = 'unknown';
const model = { title: 'Model', canvasData: [{ title: 'Canvas' }] };
const person = { firstName: 'Ida', lastName: '' };
const permission = 'write';

/**
 * Returns requests by description, each with the expected status. In each request, only the last part is
 * invalid.
 */
export const halfValidRequests = ({
  trees: [tree],
  collections: [collectionId, otherCollectionId],
  users: [userId, otherUserId],
  emails: [email],
  disabled: [disabledId],
  teams: [teamId],
  attributes: [attributeId],
  mitigations: [mitigationId],
  threats: [threatId],
}: Pairs): Record<string, HalfValidRequest> => {
  const post = (path: string, json: unknown, status: HalfValidRequest['status']) =>
    ({ method: 'POST', path, json, status }) satisfies HalfValidRequest;
  const patch = (path: string, json: unknown, status: HalfValidRequest['status']) =>
    ({ method: 'PATCH', path, json, status }) satisfies HalfValidRequest;
  const removeMany = (path: string, id: string) =>
    ({
      method: 'DELETE',
      path,
      json: { ids: [id, unknown] },
      status: 404,
    }) satisfies HalfValidRequest;

  const invited = { ...person, email: `${randomUUID()}@example.org` };
  const comment = { threatId: tree.threatId, userId, text: 'One' };
  const usersPermissions = [{ userId, permission }];
  const teamsPermissions = [{ teamId, permission }];
  const byUsers = { collectionId, usersPermissions };
  const byTeams = { collectionId, teamsPermissions };
  const admin = { id: userId, role: 'admin', scopes: [{ resource: 'codex', permission: 'read' }] };

  return {
    'a canvas without a title in a collection': post(
      '/collections',
      { title: 'C', threatModelsData: [model, { title: 'M', canvasData: [{}] }] },
      400,
    ),
    'a node without a place in many models': post(
      '/threat-models/many',
      {
        collectionId,
        threatModelsData: [model, { title: 'M', canvasData: [{ title: 'C', nodes: [{}] }] }],
      },
      400,
    ),
    'a comment on an unknown threat': post(
      '/comments/many',
      [comment, { ...comment, threatId: unknown }],
      404,
    ),
    'a comment of an unknown user': post(
      '/comments/many',
      [comment, { ...comment, userId: unknown }],
      400,
    ),
    'an unknown threat model to move to': patch(
      `/canvases/${tree.canvasId}`,
      { title: 'Moved', threatModelId: unknown },
      404,
    ),
    'an unknown attribute of a component': patch(
      `/components/${tree.componentId}`,
      { title: 'Changed', attributes: [{ id: attributeId }, { id: unknown }] },
      400,
    ),
    'a person who is a user already': post(
      '/users/bulk-invite',
      { payload: [invited, { ...person, email }] },
      409,
    ),
    'a person who is named twice': post('/users/bulk-import', { payload: [invited, invited] }, 409),
    'an invitation to the owner': post(
      '/users/bulk-re-invite',
      { emails: [email, 'owner@example.org'] },
      409,
    ),
    'an invitation again to nobody': post(
      '/users/bulk-re-invite',
      { emails: [email, 'nobody@example.org'] },
      404,
    ),
    'an unknown user to enable': post('/users/bulk-enable', { ids: [disabledId, unknown] }, 404),
    'an unknown user to disable': post('/users/bulk-disable', { ids: [userId, unknown] }, 404),
    'a role without its scopes': post(
      '/users/bulk-change-role',
      { payload: [admin, { id: otherUserId, role: 'admin' }] },
      400,
    ),
    'the role of an unknown user': post(
      '/users/bulk-change-role',
      { payload: [admin, { id: unknown, role: 'user' }] },
      404,
    ),
    'an unknown user in a new team': post(
      '/teams',
      { title: 'Team', usersIds: [userId, unknown] },
      400,
    ),
    'an unknown user in a team': patch(
      `/teams/${teamId}`,
      { title: 'Changed', usersIds: [userId, unknown] },
      400,
    ),
    'access of an unknown user': post(
      '/collections/users-access/grant',
      { collectionId, usersPermissions: [...usersPermissions, { userId: unknown, permission }] },
      400,
    ),
    'access of users to an unknown collection': post(
      '/collections/users-access/bulk-grant',
      { payload: [byUsers, { ...byUsers, collectionId: unknown }] },
      404,
    ),
    'an unknown collection to take users from': post(
      '/collections/users-access/bulk-revoke',
      { payload: [collectionId, unknown].map((id) => ({ collectionId: id, usersIds: [userId] })) },
      404,
    ),
    'access of an unknown team': post(
      '/collections/teams-access/bulk-grant',
      {
        payload: [
          byTeams,
          { collectionId: otherCollectionId, teamsPermissions: [{ teamId: unknown, permission }] },
        ],
      },
      400,
    ),
    'an unknown collection to take teams from': post(
      '/collections/teams-access/bulk-revoke',
      { payload: [collectionId, unknown].map((id) => ({ collectionId: id, teamsIds: [teamId] })) },
      404,
    ),
    'an attribute without a title': post(
      '/codex/attributes/many',
      { attributes: [{ title: 'One' }, {}] },
      400,
    ),
    'a mitigation without a title': post(
      '/codex/mitigations/many',
      { mitigations: [{ title: 'One', definition: '' }, {}] },
      400,
    ),
    'a threat without a title': post(
      '/codex/threats/many',
      { threats: [{ title: 'One' }, {}] },
      400,
    ),
    'an unknown attribute to delete': removeMany('/codex/attributes/many', attributeId),
    'an unknown mitigation to delete': removeMany('/codex/mitigations/many', mitigationId),
    'an unknown threat to delete': removeMany('/codex/threats/many', threatId),
  };
};
