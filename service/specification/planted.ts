import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { plantTree, type SampleTree } from '../testing/sample-tree.ts';
import type { TestClient } from '../testing/test-client.ts';
import type { TestService } from '../testing/test-service.ts';
import { drawing } from './cases/drawing.ts';

/** IDs, and other identifiers, of everything that an endpoint can refer to. */
export type Planted = SampleTree & {
  /** The ID of the user who sends the requests. */
  callerId: string;
  credentials: TestClient['credentials'];
  userId: string;
  adminId: string;
  invitedEmail: string;
  invitationToken: string;
  teamId: string;
  otherTeamId: string;
  attributeId: string;
  codexMitigationId: string;
  codexThreatId: string;
  /** A unique text for values that must be unique. */
  mark: string;
};

export type Caller = { id: string; client: TestClient };

/** Creates records as the owner, so that only grants give the caller access. */
export const plant = async (service: TestService, caller: Caller): Promise<Planted> => {
  const mark = randomUUID();
  const tree = await plantTree(service.owner);
  // The caller becomes the author of the comment, because users may change only their own comments.
  await service.database
    .updateTable('comments')
    .set({ user_id: caller.id })
    .where('id', '=', tree.commentId)
    .execute();
  const account = await plantAccount(service, mark);
  await shareCollection(service.owner, tree, account);
  const codex = await plantCodex(service.owner);
  await fillTree(service.owner, tree, codex.attributeId);
  return {
    ...tree,
    ...account,
    ...codex,
    callerId: caller.id,
    credentials: caller.client.credentials,
    mark,
  };
};

const plantAccount = async (service: TestService, mark: string) => {
  const { api } = service.owner;
  const userId = await service.addUser('user');
  const adminId = await service.addUser('admin', ['codex:read']);
  const invitedEmail = `${mark}@example.org`;
  const invited = await api.users.invite({
    email: invitedEmail,
    firstName: 'Ina',
    lastName: 'Vited',
  });
  const team = await api.teams.create({ title: 'Team', usersIds: [userId] });
  const otherTeam = await api.teams.create({ title: 'Other team', usersIds: [userId] });
  return {
    userId,
    adminId,
    invitedEmail,
    invitationToken: await invitationTokenOf(service, invited.id),
    teamId: team.id,
    otherTeamId: otherTeam.id,
  };
};

type Account = Awaited<ReturnType<typeof plantAccount>>;

const shareCollection = async (
  { api }: TestClient,
  { collectionId }: SampleTree,
  { userId, adminId, teamId, otherTeamId }: Account,
): Promise<void> => {
  const permission = 'read';
  await api.collectionAccess.grantUsers({
    collectionId,
    usersPermissions: [userId, adminId].map((id) => ({ userId: id, permission })),
  });
  await api.collectionAccess.grantTeams({
    collectionId,
    teamsPermissions: [teamId, otherTeamId].map((id) => ({ teamId: id, permission })),
  });
};

const plantCodex = async ({ api }: TestClient) => {
  const entry = { title: 'Entry', resources: [{ url: 'https://example.org', title: 'Example' }] };
  const { id: attributeId } = await api.codexAttributes.create(entry);
  const { id: codexMitigationId } = await api.codexMitigations.create(entry);
  const { id: codexThreatId } = await api.codexThreats.create(entry);
  return { attributeId, codexMitigationId, codexThreatId };
};

/** Changes the records so that no list in a response is empty. */
const fillTree = async (
  { api }: TestClient,
  { canvasId, componentId, mitigationId }: SampleTree,
  attributeId: string,
): Promise<void> => {
  await api.canvases.update({ id: canvasId, data: drawing });
  await api.components.update({ id: componentId, attributes: [{ id: attributeId }] });
  await api.mitigations.update({ id: mitigationId, status: 'done' });
};

const invitationTokenOf = async ({ database }: TestService, userId: string): Promise<string> => {
  const { token } = await database
    .selectFrom('invitations')
    .select('token')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  assert.ok(token !== null, 'without a mail server the invitation waits for the command line');
  return token;
};
