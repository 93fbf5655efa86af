import { randomUUID } from 'node:crypto';
import { plantTree } from './sample-tree.ts';
import type { TestService } from './test-service.ts';

/** The values that generated requests refer to: IDs and credentials. */
export const plantedNames = [
  'collectionId',
  'threatModelId',
  'canvasId',
  'componentId',
  'threatId',
  'mitigationId',
  'commentId',
  'ownerId',
  'userId',
  'otherUserId',
  'email',
  'token',
  'teamId',
  'attributeId',
  'codexMitigationId',
  'codexThreatId',
  'clientId',
  'secret',
] as const;
export type PlantedName = (typeof plantedNames)[number];
export type Planted = Record<PlantedName, string>;

export const plantAll = async (service: TestService): Promise<Planted> => {
  const { owner, ownerId } = service;
  const { api } = owner;
  const tree = await plantTree(owner);
  const email = `${randomUUID()}@example.org`;
  const { id: userId } = await api.users.invite({ email, firstName: 'Ida', lastName: '' });
  const { token } = await service.database
    .selectFrom('invitations')
    .select('token')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const otherUserId = await service.addUser('user');
  const { id: teamId } = await api.teams.create({ title: 'Team', usersIds: [userId] });
  const { id: attributeId } = await api.codexAttributes.create({ title: 'Attribute' });
  const { id: codexMitigationId } = await api.codexMitigations.create({ title: 'Mitigation' });
  const { id: codexThreatId } = await api.codexThreats.create({ title: 'Threat' });
  return {
    ...tree,
    ...owner.credentials,
    ownerId,
    userId,
    otherUserId,
    email,
    token: token ?? '',
    teamId,
    attributeId,
    codexMitigationId,
    codexThreatId,
  };
};

/**
 * Returns a placeholder for a planted value, so that a seed generates the same requests although
 * the IDs differ.
 */
export const placeholder = (name: PlantedName): string => `«${name}»`;

export const isPlanted = (name: string): name is PlantedName =>
  plantedNames.some((known) => known === name);

export const resolved = (text: string, planted: Planted): string =>
  text.replaceAll(/«(\w+)»/g, (all, name: string) => (isPlanted(name) ? planted[name] : all));
