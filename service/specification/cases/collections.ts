import { addedValues } from '../additions.ts';
import type { EndpointCase } from '../endpoint-case.ts';
import type { Planted } from '../planted.ts';
import { access, collection, listOf } from '../records.ts';
import { drawing } from './drawing.ts';

const own = ({ collectionId }: Planted) => ({ id: collectionId });

const collections: EndpointCase[] = [
  {
    endpoint: 'GET /collections',
    permission: 'read',
    isOverview: true,
    status: 200,
    answer: { json: listOf(collection.single) },
  },
  {
    endpoint: 'GET /collections/{id}',
    params: own,
    permission: 'read',
    status: 200,
    answer: { json: collection.single },
  },
  {
    endpoint: 'POST /collections',
    body: () => ({
      title: 'Payments',
      description: 'Everything with money',
      color: '#4c6ef5',
      ...addedValues('collection', 'create'),
      threatModelsData: [
        {
          title: 'Checkout',
          description: 'Card to cash',
          canvasData: [{ title: 'A', ...drawing }],
        },
      ],
    }),
    required: ['title'],
    status: 201,
    answer: { json: collection.created },
  },
  {
    endpoint: 'PATCH /collections/{id}',
    params: own,
    body: () => ({
      title: 'Payments',
      description: 'Money',
      color: '#4c6ef5',
      ...addedValues('collection', 'update'),
    }),
    permission: 'manage',
    status: 200,
    answer: { json: collection.single },
  },
  {
    endpoint: 'DELETE /collections/{id}',
    params: own,
    permission: 'manage',
    status: 204,
    answer: 'nothing',
  },
  {
    endpoint: 'POST /collections/{id}/restore',
    params: own,
    permission: 'manage',
    status: 200,
    answer: { json: collection.single },
  },
];

/** Users and teams get access in the same way, so they have the same cases. */
const kinds = [
  {
    path: 'users-access',
    grants: ({ adminId }: Planted) => ({
      usersPermissions: [{ userId: adminId, permission: 'write' }],
    }),
    granted: 'usersPermissions',
    id: 'userId',
    revokes: ({ adminId }: Planted) => ({ usersIds: [adminId] }),
    revoked: 'usersIds',
    entry: access.user,
  },
  {
    path: 'teams-access',
    grants: ({ teamId }: Planted) => ({ teamsPermissions: [{ teamId, permission: 'write' }] }),
    granted: 'teamsPermissions',
    id: 'teamId',
    revokes: ({ otherTeamId }: Planted) => ({ teamsIds: [otherTeamId] }),
    revoked: 'teamsIds',
    entry: access.team,
  },
] as const;

const accesses = kinds.flatMap((kind): EndpointCase[] => {
  const path = `/collections/${kind.path}`;
  const answering = { permission: 'manage', status: 200 } as const;
  return [
    {
      endpoint: `GET ${path}/{collectionId}`,
      params: ({ collectionId }) => ({ collectionId }),
      permission: 'read',
      status: 200,
      answer: { json: [kind.entry] },
    },
    {
      endpoint: `POST ${path}/grant`,
      body: (planted) => ({ collectionId: planted.collectionId, ...kind.grants(planted) }),
      required: ['collectionId', kind.granted],
      subjects: ['collectionId'],
      mentioned: [`${kind.granted}[0].${kind.id}`],
      ...answering,
      answer: { json: [kind.entry] },
    },
    {
      endpoint: `POST ${path}/bulk-grant`,
      body: (planted) => ({
        payload: [{ collectionId: planted.collectionId, ...kind.grants(planted) }],
      }),
      required: ['payload'],
      subjects: ['payload[0].collectionId'],
      mentioned: [`payload[0].${kind.granted}[0].${kind.id}`],
      ...answering,
      answer: { json: [[kind.entry]] },
    },
    {
      endpoint: `POST ${path}/revoke`,
      body: (planted) => ({ collectionId: planted.collectionId, ...kind.revokes(planted) }),
      required: ['collectionId', kind.revoked],
      subjects: ['collectionId'],
      ...answering,
      answer: { json: [kind.entry] },
    },
    {
      endpoint: `POST ${path}/bulk-revoke`,
      body: (planted) => ({
        payload: [{ collectionId: planted.collectionId, ...kind.revokes(planted) }],
      }),
      required: ['payload'],
      subjects: ['payload[0].collectionId'],
      ...answering,
      answer: { json: [[kind.entry]] },
    },
  ];
});

/** The section "Collections" of the specification. */
export const collectionCases: EndpointCase[] = [...collections, ...accesses];
