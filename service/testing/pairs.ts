import { randomUUID } from 'node:crypto';
import { plantTree, type SampleTree } from './sample-tree.ts';
import type { TestService } from './test-service.ts';

type Pair = readonly [string, string];

/**
 * IDs of two records of each kind for bulk operations, so that an operation can fail at the second
 * record.
 */
export type Pairs = {
  trees: readonly [SampleTree, SampleTree];
  collections: Pair;
  /**
   * Users who are invited and enabled. The first user created the first collection and owns the model in
   * it.
   */
  users: Pair;
  emails: Pair;
  disabled: Pair;
  /** Both users are in each team. Teams and users have access to both collections. */
  teams: Pair;
  attributes: Pair;
  mitigations: Pair;
  threats: Pair;
};

const both = async <Result>(make: (name: string) => Promise<Result>) =>
  [await make('First'), await make('Second')] as const;
const idsOf = ([one, other]: readonly [{ id: string }, { id: string }]): Pair => [one.id, other.id];

export const plantPairs = async ({ owner, database }: TestService): Promise<Pairs> => {
  const { api } = owner;
  const invite = async (firstName: string) =>
    await api.users.invite({ email: `${randomUUID()}@example.org`, firstName, lastName: '' });
  const invited = await both(invite);
  const [users, disabled] = [idsOf(invited), idsOf(await both(invite))];
  await api.users.bulkDisable({ ids: [...disabled] });

  const trees = await both(async () => await plantTree(owner));
  const collections: Pair = [trees[0].collectionId, trees[1].collectionId];
  const usersIds = [...users];
  const teams = idsOf(await both(async (title) => await api.teams.create({ title, usersIds })));
  const permission = 'read' as const;
  const usersPermissions = users.map((userId) => ({ userId, permission }));
  const teamsPermissions = teams.map((teamId) => ({ teamId, permission }));
  for (const collectionId of collections) {
    await api.collectionAccess.grantUsers({ collectionId, usersPermissions });
    await api.collectionAccess.grantTeams({ collectionId, teamsPermissions });
  }
  const { collectionId, threatModelId } = trees[0];
  const ofFirst = [
    database
      .updateTable('collections')
      .set({ created_by: users[0] })
      .where('id', '=', collectionId),
    database
      .updateTable('threat_models')
      .set({ owner_id: users[0] })
      .where('id', '=', threatModelId),
  ];
  for (const change of ofFirst) await change.execute();
  return {
    trees,
    collections,
    users,
    emails: [invited[0].email, invited[1].email],
    disabled,
    teams,
    attributes: idsOf(await both(async (title) => await api.codexAttributes.create({ title }))),
    mitigations: idsOf(
      await both(async (title) => await api.codexMitigations.create({ title, definition: '' })),
    ),
    threats: idsOf(await both(async (title) => await api.codexThreats.create({ title }))),
  };
};

const noPair = ['', ''] as const;
const noTree = {
  collectionId: '',
  threatModelId: '',
  canvasId: '',
  componentId: '',
  threatId: '',
  mitigationId: '',
  commentId: '',
};
/**
 * Placeholders for the time before any record exists, when the test runner collects the names of the tests.
 */
export const noPairs: Pairs = {
  trees: [noTree, noTree],
  collections: noPair,
  users: noPair,
  emails: noPair,
  disabled: noPair,
  teams: noPair,
  attributes: noPair,
  mitigations: noPair,
  threats: noPair,
};
