import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOffice, type Office } from '../sync/testing/office.ts';
import { createAdministration, type Administration } from './administration.ts';

let office: Office;
let people: Administration;
let app: Awaited<ReturnType<Office['openApp']>>;
let requests: string[];

beforeEach(async () => {
  office = await openOffice();
  requests = [];
  app = await office.openApp({
    network: (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`);
      return office.reach(request);
    },
  });
  people = createAdministration({ store: app.store, client: app.client });
});
afterEach(() => office.close());

const newcomers = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    email: `p${at}@example.org`,
    firstName: `P${at}`,
    lastName: 'Person',
    role: 'user' as const,
  }));
const idOf = async (email: string): Promise<string> => {
  const found = (await people.list()).people.find((each) => each.email === email);
  if (!found) throw new Error(`${email} is not there`);
  return found.id;
};

test('2,000 people are added in a few requests, and listed completely', async () => {
  expect(await people.change({ action: 'add', people: newcomers(2000) })).toEqual([]);
  expect(requests.filter((each) => each.startsWith('POST /users'))).toHaveLength(4);
  const { people: listed } = await people.list();
  expect(new Set(listed.map(({ email }) => email)).size).toBe(2001);
});

test('of several people, only those whom the service refuses are reported', async () => {
  await people.change({ action: 'add', people: newcomers(1) });
  const invited = newcomers(3).map((each) => ({ ...each, scopes: [] }));
  const refused = await people.change({ action: 'invite', people: invited });
  expect(refused.map(({ who }) => who)).toEqual(['p0@example.org']);
  expect(refused[0]?.reason).not.toBe('');
  const { people: listed } = await people.list();
  expect(listed.filter(({ status }) => status === 'invited').map(({ email }) => email)).toEqual([
    'p1@example.org',
    'p2@example.org',
  ]);
  expect(await people.change({ action: 'inviteAgain', emails: ['p1@example.org'] })).toEqual([]);
});

test('people are disabled, enabled, given a role with scopes, and deleted', async () => {
  await people.change({ action: 'add', people: newcomers(2) });
  const ids = [await idOf('p0@example.org'), await idOf('p1@example.org')];
  await people.change({ action: 'disable', ids });
  expect((await people.list()).people.filter(({ isEnabled }) => !isEnabled)).toHaveLength(2);
  await people.change({ action: 'enable', ids });
  const { presets } = await people.scopeCatalog();
  const scopes = presets.find(({ key }) => key === 'users-management')?.scopes ?? [];
  expect(scopes).not.toEqual([]);
  await people.change({ action: 'changeRole', ids, role: 'admin', scopes });
  const changed = (await people.list()).people.find(({ id }) => id === ids[0]);
  expect(changed).toMatchObject({ role: 'admin', isEnabled: true, scopes });
  await people.remove(ids[0] ?? '', ids[1] ?? '');
  expect((await people.list()).people.map(({ id }) => id)).not.toContain(ids[0]);
});

test('people and teams get access to several collections, and lose it', async () => {
  await people.change({ action: 'add', people: newcomers(1) });
  const id = await idOf('p0@example.org');
  await people.saveTeam(null, 'Reviewers', [id]);
  const [team] = await people.teams();
  expect(team).toMatchObject({ title: 'Reviewers', members: [{ id, firstName: 'P0' }] });
  const collectionIds = await Promise.all(
    ['One', 'Two'].map(async (title) => {
      const { id: serviceId } = await app.client.collections.create({ title });
      const local = `local ${title}`;
      app.store.idMap.put('collection', local, serviceId);
      return local;
    }),
  );
  const teams = [{ id: team?.id ?? '', permission: 'read' as const }];
  await people.changeAccess({
    collectionIds,
    people: [{ id, permission: 'manage' }],
    teams,
  });
  for (const collectionId of collectionIds) {
    expect(await people.access(collectionId)).toMatchObject({
      people: [{ id, permission: 'manage' }],
      teams: [{ title: 'Reviewers', permission: 'read' }],
    });
  }
  await people.changeAccess({
    collectionIds,
    people: [{ id, permission: null }],
    teams: [{ id: team?.id ?? '', permission: null }],
  });
  expect(await people.access(collectionIds[0] ?? '')).toEqual({
    people: [],
    teams: [],
    mayChange: true,
  });
});

test('the access to a collection that the service does not have yet can’t be read', async () => {
  await expect(people.access('only here')).rejects.toMatchObject({ code: 'RECORD_GONE' });
});

test('the token’s missing permissions are known beforehand, and checking them changes nothing', async () => {
  await people.change({ action: 'add', people: newcomers(1) });
  const { id: collectionId } = await app.client.collections.create({ title: 'One' });
  app.store.idMap.put('collection', 'local', collectionId);
  const grant = { collectionIds: ['local'], teams: [] };
  const id = await idOf('p0@example.org');
  await people.changeAccess({ ...grant, people: [{ id, permission: 'read' }] });
  const before = await people.list();
  expect(before.forbidden).toEqual([]);
  expect(await people.access('local')).toMatchObject({ mayChange: true, people: [{ id }] });

  const client = await office.client(office.reach, ['*:read']);
  const read = createAdministration({ store: app.store, client });
  const { people: listed, forbidden } = await read.list();
  expect(forbidden).toEqual(['users', 'users-operations', 'teams']);
  expect(listed).toEqual(before.people);
  expect(await read.access('local')).toMatchObject({ mayChange: false, people: [{ id }] });
  expect(await people.access('local')).toMatchObject({ people: [{ id, permission: 'read' }] });
});
