import { randomUUID } from 'node:crypto';
import type { CollectionPermission, Role } from '#shared/api/enumerations.ts';
import { toJson } from '../database/json-text.ts';
import { newId } from '../database/new-id.ts';
import type { Database } from '../database/schema.ts';
import { listen } from '../http.ts';
import { ensureOwner, issueApiToken } from '../provision.ts';
import { createService } from '../service.ts';
import { createClient, type TestClient } from './test-client.ts';
import { openTestDatabase } from './test-database.ts';

export type TestService = {
  database: Database;
  /** Of the API: `http://127.0.0.1:<port>/api/v1`. */
  url: string;
  /** Calls as the account's owner, with every scope. */
  owner: TestClient;
  ownerId: string;
  /** What was logged as a failure; each is a 500. */
  failures: object[];
  /** Everything that was logged, failures too. */
  logged: object[];
  setClock: (now: Date | undefined) => void;
  addUser: (role: Role, scopes?: string[]) => Promise<string>;
  grant: (userId: string, collectionId: string, permission: CollectionPermission) => Promise<void>;
  /** A client with a token of its own. */
  clientOf: (userId: string, token?: TokenOptions) => Promise<TestClient>;
  stop: () => Promise<void>;
};

type ServiceOptions = {
  tier?: 'standard' | 'enterprise';
  /** Told of each line of the log, as it is written. */
  onLog?: (facts: object) => void;
};
type TokenOptions = { scopes?: string[]; allowIps?: string[] };

/** The real service behind real HTTP, on a database of its own. */
export const startTestService = async ({
  onLog = () => undefined,
  ...options
}: ServiceOptions = {}): Promise<TestService> => {
  const { database, close } = await openTestDatabase();
  const failures: object[] = [];
  const logged: object[] = [];
  let clock: Date | undefined;
  const service = createService({
    ...options,
    database,
    now: () => clock ?? new Date(),
    logger: {
      info: (facts) => {
        logged.push(facts);
        onLog(facts);
      },
      error: (facts) => {
        logged.push(facts);
        failures.push(facts);
      },
    },
  });
  const listener = await listen(service, { port: 0 });
  const url = `${listener.url}/api/v1`;
  const person = { email: 'owner@example.org', firstName: 'Olga', lastName: 'Owner' };
  const { id: ownerId } = await ensureOwner(database, person);

  const clientOf = async (userId: string, token: TokenOptions = {}): Promise<TestClient> => {
    const { scopes = ['*:read', '*:write'], allowIps = [] } = token;
    const name = randomUUID();
    return await createClient(
      url,
      await issueApiToken(database, { userId, name, scopes, allowIps }),
    );
  };
  return {
    database,
    url,
    owner: await clientOf(ownerId),
    ownerId,
    failures,
    logged,
    setClock: (now) => {
      clock = now;
    },
    addUser: async (role, scopes = []) => await addUser(database, role, scopes),
    grant: async (user_id, collection_id, permission) => {
      await database
        .insertInto('collection_user_access')
        .values({ user_id, collection_id, permission })
        .execute();
    },
    clientOf,
    stop: async () => {
      await listener.close();
      await close();
    },
  };
};

export const addUser = async (
  database: Database,
  role: Role,
  scopes: string[],
): Promise<string> => {
  const id = newId();
  const now = new Date().toISOString();
  await database
    .insertInto('users')
    .values({
      id,
      created_at: now,
      updated_at: now,
      email: `${id}@example.org`,
      email_key: `${id}@example.org`,
      first_name: 'Uma',
      last_name: 'User',
      role,
      status: 'confirmed',
      is_enabled: 1,
      scopes: toJson(scopes),
      avatar_uploaded_at: null,
      deleted_at: null,
    })
    .execute();
  return id;
};
