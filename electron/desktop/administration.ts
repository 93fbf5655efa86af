import { ORPCError } from '@orpc/client';
import { bulkLimit } from '#shared/api/endpoint.ts';
import { scopeInput } from '#shared/api/scopes.ts';
import {
  administered,
  type AccessChange,
  type Administered,
  type CollectionAccess,
  type Newcomer,
  type PeopleChange,
  type Person,
  type Refusal,
  type ScopeCatalog,
  type Team,
} from '#shared/desktop/people.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { Store } from '../store/store.ts';
import { failure } from './failure.ts';

type Dependencies = {
  store: Store;
  client: Pick<SyncClient, 'users' | 'teams' | 'adminScopes' | 'collectionAccess'>;
};

const pageSize = 200;
/**
 * The maximum number of pages that are read from a list. It ends the loop if a service returns new items
 * on every page without end. If a service ignores the page number, the loop ends earlier, because the
 * second page has no new items.
 */
const maxPages = 100;

type Page<Item> = { items: Item[]; count: number };

const allPages = async <Item extends { id: string }>(
  read: (page: { page: number; limit: number }) => Promise<Page<Item>>,
): Promise<Item[]> => {
  const byId = new Map<string, Item>();
  for (let page = 1; page <= maxPages; page += 1) {
    const before = byId.size;
    const { items, count } = await read({ page, limit: pageSize });
    for (const item of items) byId.set(item.id, item);
    if (byId.size >= count || byId.size === before) break;
  }
  return [...byId.values()];
};

const batches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / bulkLimit) }, (_, at) =>
    items.slice(at * bulkLimit, (at + 1) * bulkLimit),
  );

type Named = { id: string; first_name: string; last_name: string; email: string };
const namedOf = ({ id, first_name, last_name, email }: Named) => ({
  id,
  firstName: first_name,
  lastName: last_name,
  email,
});

type ServiceTeam = { id: string; title: string; users: Named[] };
const teamOf = ({ id, title, users }: ServiceTeam): Team => ({
  id,
  title,
  members: users.map(namedOf),
});

/**
 * Returns the scopes to send. The result is empty for any role other than admin, because only admins
 * have scopes.
 */
const scopesOf = ({ role, scopes }: Pick<Newcomer, 'role' | 'scopes'>) =>
  role === 'admin' ? { scopes } : {};

const isRefusal = (error: unknown): error is ORPCError<string, unknown> =>
  error instanceof ORPCError && error.status >= 400 && error.status < 500 && error.status !== 429;

/**
 * Applies an action to people in batches, and returns the refusals. The service accepts or refuses a
 * batch as a whole. After a refusal, the action is tried for one person at a time, to find out whom the
 * service refuses and why.
 */
const applyToEach = async <Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  apply: (items: Item[]) => Promise<unknown>,
): Promise<Refusal[]> => {
  const refused: Refusal[] = [];
  for (const batch of batches(items)) {
    try {
      await apply(batch);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (batch.length > 1) {
        for (const item of batch) refused.push(...(await applyToEach([item], nameOf, apply)));
      } else for (const item of batch) refused.push({ who: nameOf(item), reason: error.message });
    }
  }
  return refused;
};

/** An ID that no record has. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Tells if the service answers a request with 403. The request names a record that does not exist, so it
 * changes nothing. The service checks the permission first, so a real change would get the same answer.
 */
const isForbidden = async (request: Promise<unknown>): Promise<boolean> => {
  try {
    await request;
    return false;
  } catch (error) {
    return error instanceof ORPCError && error.status === 403;
  }
};

/**
 * Reads and changes the people, teams, and access rights of a service. This data is not synced, so every
 * call needs the service.
 */
export const createAdministration = ({ store, client }: Dependencies) => {
  const { users, teams, adminScopes, collectionAccess } = client;

  const serviceIdOf = (collectionId: string): string => {
    const id = store.idMap.serviceId('collection', collectionId);
    if (id === null) throw failure('RECORD_GONE', collectionId);
    return id;
  };

  const change = async (wanted: PeopleChange): Promise<Refusal[]> => {
    const byEmail = ({ email }: Pick<Newcomer, 'email'>): string => email;
    const self = (name: string): string => name;
    switch (wanted.action) {
      case 'invite':
        return await applyToEach(wanted.people, byEmail, (people) =>
          users.bulkInvite({
            payload: people.map(({ email, firstName, lastName, ...rights }) => ({
              email,
              firstName,
              lastName,
              role: rights.role,
              ...scopesOf(rights),
            })),
          }),
        );
      case 'add':
        return await applyToEach(wanted.people, byEmail, (people) =>
          users.bulkImport({ payload: people }),
        );
      case 'inviteAgain':
        return await applyToEach(wanted.emails, self, (emails) => users.bulkReinvite({ emails }));
      case 'enable':
        return await applyToEach(wanted.ids, self, (ids) => users.bulkEnable({ ids }));
      case 'disable':
        return await applyToEach(wanted.ids, self, (ids) => users.bulkDisable({ ids }));
      case 'changeRole': {
        const { role } = wanted;
        return await applyToEach(wanted.ids, self, (ids) =>
          users.bulkChangeRole({
            payload: ids.map((id) => ({ id, role, ...scopesOf(wanted) })),
          }),
        );
      }
    }
  };

  return {
    list: async (): Promise<{
      people: Person[];
      meId: string | null;
      forbidden: Administered[];
    }> => {
      const found = await allPages(async (page) => await users.list(page));
      const isForbiddenIn: Record<Administered, Promise<boolean>> = {
        users: isForbidden(users.delete({ id: nobody, recipientId: nobody })),
        'users-operations': isForbidden(users.enable({ id: nobody })),
        teams: isForbidden(teams.delete({ id: nobody })),
      };
      const forbidden: Administered[] = [];
      for (const resource of administered)
        if (await isForbiddenIn[resource]) forbidden.push(resource);
      const people = found.map((user) => ({
        ...namedOf(user),
        role: user.role,
        status: user.status,
        isEnabled: user.is_enabled,
        scopes: user.scopes ?? [],
      }));
      return { people, meId: store.preferences.userId(), forbidden };
    },

    change,

    remove: async (id: string, recipientId: string): Promise<void> => {
      await users.delete({ id, recipientId });
    },

    /**
     * Returns the scopes that a service offers. Leaves out resources and scopes that this version of the
     * app does not know.
     */
    scopeCatalog: async (): Promise<ScopeCatalog> => {
      const [{ resources }, { presets }] = await Promise.all([
        adminScopes.resources({}),
        adminScopes.presets({}),
      ]);
      return {
        resources: resources.flatMap(({ key, ...rest }) => {
          const resource = scopeInput.shape.resource.safeParse(key);
          return resource.success ? [{ ...rest, key: resource.data }] : [];
        }),
        presets: presets.map(({ scopes, ...rest }) => ({
          ...rest,
          scopes: scopes.flatMap((scope) => scopeInput.safeParse(scope).data ?? []),
        })),
      };
    },

    teams: async (): Promise<Team[]> =>
      (await allPages(async (page) => await teams.list(page))).map(teamOf),

    saveTeam: async (id: string | null, title: string, usersIds: string[]): Promise<void> => {
      await (id === null
        ? teams.create({ title, usersIds })
        : teams.update({ id, title, usersIds }));
    },

    removeTeam: async (id: string): Promise<void> => {
      await teams.delete({ id });
    },

    access: async (collectionId: string): Promise<CollectionAccess> => {
      const id = { collectionId: serviceIdOf(collectionId) };
      const [people, ofTeams, isFixed] = await Promise.all([
        collectionAccess.listUsers(id),
        collectionAccess.listTeams(id),
        isForbidden(collectionAccess.revokeUsers({ ...id, usersIds: [nobody] })),
      ]);
      return {
        people: people.map((each) => ({ ...namedOf(each), permission: each.permission })),
        teams: ofTeams.map((each) => ({ ...teamOf(each), permission: each.permission })),
        mayChange: !isFixed,
      };
    },

    changeAccess: async ({
      collectionIds,
      people,
      teams: ofTeams,
    }: AccessChange): Promise<void> => {
      const collections = collectionIds.map(serviceIdOf);
      const inEach = <Body>(body: Body) => ({
        payload: collections.map((collectionId) => ({ collectionId, ...body })),
      });
      const revoked = (items: AccessChange['people']): string[] =>
        items.filter(({ permission }) => permission === null).map(({ id }) => id);

      const usersPermissions = people.flatMap(({ id, permission }) =>
        permission === null ? [] : [{ userId: id, permission }],
      );
      const teamsPermissions = ofTeams.flatMap(({ id, permission }) =>
        permission === null ? [] : [{ teamId: id, permission }],
      );
      const [usersIds, teamsIds] = [revoked(people), revoked(ofTeams)];
      if (usersPermissions.length > 0)
        await collectionAccess.bulkGrantUsers(inEach({ usersPermissions }));
      if (teamsPermissions.length > 0)
        await collectionAccess.bulkGrantTeams(inEach({ teamsPermissions }));
      if (usersIds.length > 0) await collectionAccess.bulkRevokeUsers(inEach({ usersIds }));
      if (teamsIds.length > 0) await collectionAccess.bulkRevokeTeams(inEach({ teamsIds }));
    },
  };
};

export type Administration = ReturnType<typeof createAdministration>;
