import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EndpointRequest } from './endpoint-requests.ts';
import type { FailingRow } from './failing-row.ts';
import type { Pairs } from './pairs.ts';

type BreakableRequest = EndpointRequest & {
  yaml?: string;
  /** The row that fails. The request writes other rows before this row. */
  failing: FailingRow;
};

const otm = readFileSync(
  join(import.meta.dirname, '../../shared/sample/web-shop.otm.yaml'),
  'utf8',
);
const lastOfOtm = 'Enforce a content security policy';

const model = (last: string) => ({
  title: 'Model',
  canvasData: [{ title: 'Canvas' }, { title: last }],
});
const models = [model('Canvas'), model('Last')];
const scopes = [{ resource: 'codex', permission: 'read' }];
const person = { firstName: 'Ida', lastName: '' };
const permission = 'write';

/** Returns all requests that write several rows, by description, each with a row that fails. */
export const breakableRequests = ({
  trees: [tree, other],
  collections,
  users,
  emails,
  disabled,
  teams,
  attributes,
  mitigations,
  threats,
}: Pairs): Record<string, BreakableRequest> => {
  const [collectionId] = collections;
  const first = { ...person, email: `${randomUUID()}@example.org` };
  const last = { ...person, email: `${randomUUID()}@example.org` };
  const inserting = (table: FailingRow['table'], column: string, value: string) =>
    ({ event: 'insert', table, column, value }) satisfies FailingRow;
  const updating = (table: FailingRow['table'], value: string) =>
    ({ event: 'update', table, column: 'id', value }) satisfies FailingRow;
  const deleting = (table: FailingRow['table'], value: string, column = 'id') =>
    ({ event: 'delete', table, column, value }) satisfies FailingRow;
  const post = (path: string, json: unknown, failing: FailingRow) =>
    ({ method: 'POST', path, json, failing }) satisfies BreakableRequest;
  const remove = (path: string, failing: FailingRow, json?: unknown) =>
    ({
      method: 'DELETE',
      path,
      failing,
      ...(json !== undefined && { json }),
    }) satisfies BreakableRequest;

  const usersPermissions = users.map((userId) => ({ userId, permission }));
  const teamsPermissions = teams.map((teamId) => ({ teamId, permission }));
  const payload = [first, last];
  const ofCollections = (facts: object) => ({
    payload: collections.map((id) => ({ collectionId: id, ...facts })),
  });
  const roles = users.map((id) => ({ id, role: 'admin', scopes }));
  const comments = ['One', 'Last'].map((text) => ({
    threatId: tree.threatId,
    userId: users[0],
    text,
  }));

  return {
    'a collection with all it holds': post(
      '/collections',
      { title: 'Collection', threatModelsData: models },
      inserting('canvases', 'title', 'Last'),
    ),
    'a threat model with its canvases': post(
      '/threat-models',
      { collectionId, ...model('Last') },
      inserting('canvases', 'title', 'Last'),
    ),
    'many threat models': post(
      '/threat-models/many',
      { collectionId, threatModelsData: models },
      inserting('canvases', 'title', 'Last'),
    ),
    'an import': {
      method: 'POST',
      path: `/threat-models/otm/${collectionId}`,
      yaml: otm,
      failing: inserting('mitigations', 'title', lastOfOtm),
    },
    'many comments': post('/comments/many', comments, inserting('comments', 'text', 'Last')),
    'moving a canvas and all it holds': {
      method: 'PATCH',
      path: `/canvases/${tree.canvasId}`,
      json: { title: 'Moved', threatModelId: other.threatModelId },
      failing: updating('threats', tree.threatId),
    },
    'a component and its attributes': {
      method: 'PATCH',
      path: `/components/${tree.componentId}`,
      json: { title: 'Changed', attributes: attributes.map((id) => ({ id })) },
      failing: inserting('component_attributes', 'attribute_id', attributes[1]),
    },
    'deleting a collection': remove(
      `/collections/${collectionId}`,
      deleting('comments', tree.commentId),
    ),
    'deleting a threat model': remove(
      `/threat-models/${tree.threatModelId}`,
      deleting('mitigations', tree.mitigationId),
    ),
    'deleting a canvas': remove(`/canvases/${tree.canvasId}`, deleting('comments', tree.commentId)),
    'deleting a component': remove(
      `/components/${tree.componentId}`,
      deleting('mitigations', tree.mitigationId),
    ),
    'deleting a threat': remove(`/threats/${tree.threatId}`, deleting('comments', tree.commentId)),
    'an invitation': post('/users/invite', last, { event: 'insert', table: 'invitations' }),
    'many invitations': post(
      '/users/bulk-invite',
      { payload },
      {
        event: 'insert',
        table: 'invitations',
      },
    ),
    'many imported users': post(
      '/users/bulk-import',
      { payload },
      inserting('users', 'email_key', last.email),
    ),
    'an invitation again': post(
      '/users/re-invite',
      { ...first, email: emails[0] },
      inserting('invitations', 'user_id', users[0]),
    ),
    'many invitations again': post(
      '/users/bulk-re-invite',
      { emails },
      inserting('invitations', 'user_id', users[1]),
    ),
    'enabling many users': post(
      '/users/bulk-enable',
      { ids: disabled },
      updating('users', disabled[1]),
    ),
    'disabling many users': post(
      '/users/bulk-disable',
      { ids: users },
      updating('users', users[1]),
    ),
    'changing many roles': post(
      '/users/bulk-change-role',
      { payload: roles },
      updating('users', users[1]),
    ),
    'deleting a user': remove(`/users/${users[0]}/${users[1]}`, updating('users', users[0])),
    'deleting the owner of a model': remove(
      `/users/${users[0]}/${users[1]}`,
      updating('threat_models', tree.threatModelId),
    ),
    'a team': post(
      '/teams',
      { title: 'Team', usersIds: users },
      inserting('team_members', 'user_id', users[1]),
    ),
    'changing a team': {
      method: 'PATCH',
      path: `/teams/${teams[0]}`,
      json: { title: 'Changed', usersIds: disabled },
      failing: inserting('team_members', 'user_id', disabled[1]),
    },
    'deleting a team': remove(`/teams/${teams[0]}`, deleting('team_members', users[1], 'user_id')),
    'granting users access': post(
      '/collections/users-access/grant',
      { collectionId, usersPermissions },
      inserting('collection_user_access', 'user_id', users[1]),
    ),
    'granting users access to many': post(
      '/collections/users-access/bulk-grant',
      ofCollections({ usersPermissions }),
      inserting('collection_user_access', 'collection_id', collections[1]),
    ),
    'taking access from users': post(
      '/collections/users-access/revoke',
      { collectionId, usersIds: users },
      deleting('collection_user_access', users[1], 'user_id'),
    ),
    'taking access to many from users': post(
      '/collections/users-access/bulk-revoke',
      ofCollections({ usersIds: users }),
      deleting('collection_user_access', collections[1], 'collection_id'),
    ),
    'granting teams access': post(
      '/collections/teams-access/grant',
      { collectionId, teamsPermissions },
      inserting('collection_team_access', 'team_id', teams[1]),
    ),
    'granting teams access to many': post(
      '/collections/teams-access/bulk-grant',
      ofCollections({ teamsPermissions }),
      inserting('collection_team_access', 'collection_id', collections[1]),
    ),
    'taking access from teams': post(
      '/collections/teams-access/revoke',
      { collectionId, teamsIds: teams },
      deleting('collection_team_access', teams[1], 'team_id'),
    ),
    'taking access to many from teams': post(
      '/collections/teams-access/bulk-revoke',
      ofCollections({ teamsIds: teams }),
      deleting('collection_team_access', collections[1], 'collection_id'),
    ),
    'an attribute with its aliases': post(
      '/codex/attributes',
      { title: 'Attribute', aliases: ['One', 'Last'] },
      inserting('codex_attribute_aliases', 'title', 'Last'),
    ),
    'replacing an attribute': {
      method: 'PUT',
      path: `/codex/attributes/${attributes[0]}`,
      json: { title: 'Attribute', aliases: ['One', 'Last'] },
      failing: inserting('codex_attribute_aliases', 'title', 'Last'),
    },
    'many attributes': post(
      '/codex/attributes/many',
      { attributes: [{ title: 'One' }, { title: 'Last' }] },
      inserting('codex_attribute_aliases', 'title', 'Last'),
    ),
    'deleting many attributes': remove(
      '/codex/attributes/many',
      deleting('codex_attributes', attributes[1]),
      { ids: attributes },
    ),
    'many mitigations': post(
      '/codex/mitigations/many',
      {
        mitigations: [
          { title: 'One', definition: '' },
          { title: 'Last', definition: '' },
        ],
      },
      inserting('codex_mitigations', 'title', 'Last'),
    ),
    'deleting many mitigations': remove(
      '/codex/mitigations/many',
      deleting('codex_mitigations', mitigations[1]),
      { ids: mitigations },
    ),
    'many threats': post(
      '/codex/threats/many',
      { threats: [{ title: 'One' }, { title: 'Last' }] },
      inserting('codex_threats', 'title', 'Last'),
    ),
    'deleting many threats': remove('/codex/threats/many', deleting('codex_threats', threats[1]), {
      ids: threats,
    }),
  };
};
