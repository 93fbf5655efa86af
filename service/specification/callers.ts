import { toJson } from '../database/json-text.ts';
import type { TestService } from '../testing/test-service.ts';
import { scopeOf, type EndpointCase } from './endpoint-case.ts';
import type { Caller } from './planted.ts';

/**
 * A few clients that all tests share. Tests change the rights of these clients instead of creating
 * others, because creating a client with a new secret is slow.
 */
export type Callers = {
  owner: Caller;
  admin: Caller;
  user: Caller;
  /** Changes the scopes of the caller's token. */
  limitToken: (caller: Caller, scopes: string[]) => Promise<void>;
  /** Changes the scopes of the admin. */
  limitAdmin: (scopes: string[]) => Promise<void>;
  /**
   * Returns the caller with the lowest role that may call the endpoint. Limits the caller's token to the
   * scope of the endpoint, and the admin to this scope and those in `needs`.
   */
  whoMayJust: (endpoint: EndpointCase) => Promise<Caller>;
};

export const startCallers = async (service: TestService): Promise<Callers> => {
  const { database } = service;
  const callerOf = async (id: string) => ({ id, client: await service.clientOf(id) });
  const owner = await callerOf(service.ownerId);
  const admin = await callerOf(await service.addUser('admin'));
  const user = await callerOf(await service.addUser('user'));

  const limitToken = async ({ client }: Caller, scopes: string[]) => {
    await database
      .updateTable('api_tokens')
      .set({ scopes: toJson(scopes) })
      .where('client_id', '=', client.credentials.clientId)
      .execute();
  };
  const limitAdmin = async (scopes: string[]) => {
    await database
      .updateTable('users')
      .set({ scopes: toJson(scopes) })
      .where('id', '=', admin.id)
      .execute();
  };
  return {
    owner,
    admin,
    user,
    limitToken,
    limitAdmin,
    whoMayJust: async (endpoint) => {
      const scopes = [scopeOf(endpoint)];
      const caller = endpoint.isAdministration === true ? admin : user;
      await limitToken(caller, scopes);
      await limitAdmin([...scopes, ...(endpoint.needs ?? [])]);
      return caller;
    },
  };
};
