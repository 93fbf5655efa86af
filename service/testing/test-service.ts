import { randomUUID } from 'node:crypto';
import type { CollectionPermission, Role } from '#shared/api/enumerations.ts';
import { newId } from '#shared/records/new-id.ts';
import { toJson } from '../database/json-text.ts';
import type { Database } from '../database/schema.ts';
import { documentsInThread, type Documents } from '../documents/documents.ts';
import { listen } from '../http.ts';
import { usualLimits, type Limits } from '../limits/limits.ts';
import { ensureOwner, issueApiToken } from '../provision.ts';
import { createService } from '../service.ts';
import { createClient, type TestClient } from './test-client.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

export type TestService = {
  database: Database;
  /** The API URL: `http://127.0.0.1:<port>/api/v1`. */
  url: string;
  /** A client of the account's owner, with every scope. */
  owner: TestClient;
  ownerId: string;
  /** The logged failures. Each belongs to a request that got 500. */
  failures: object[];
  /** Everything that was logged, including failures. */
  logged: object[];
  setClock: (now: Date | undefined) => void;
  addUser: (role: Role, scopes?: string[]) => Promise<string>;
  grant: (userId: string, collectionId: string, permission: CollectionPermission) => Promise<void>;
  /** Creates a client with its own token. */
  clientOf: (userId: string, token?: TokenOptions) => Promise<TestClient>;
  stop: () => Promise<void>;
};

type ServiceOptions = {
  tier?: 'standard' | 'enterprise';
  limits?: Partial<Limits>;
  /** The maker of documents. `stop` closes it too. */
  documents?: Documents;
  /** Opens the database. By default, it is new. */
  open?: () => Promise<TestDatabase>;
  onLog?: (facts: object) => void;
};
type TokenOptions = { scopes?: string[]; allowIps?: string[] };

/** Starts the real service behind real HTTP, on its own database. */
export const startTestService = async ({
  open = openTestDatabase,
  onLog = () => undefined,
  documents = documentsInThread(),
  limits: given = {},
  ...options
}: ServiceOptions = {}): Promise<TestService> => {
  const { database, close } = await open();
  const failures: object[] = [];
  const logged: object[] = [];
  let clock: Date | undefined;
  const limits = { ...usualLimits, ...given };
  const service = createService({
    ...options,
    database,
    documents,
    limits,
    now: () => clock ?? new Date(),
    steadyNow: () => clock ?? new Date(),
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
  const listener = await listen(service, { port: 0, limits });
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
      await documents.close();
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
