import { randomBytes } from 'node:crypto';
import { newId } from '#shared/records/new-id.ts';
import { listOf } from './access/address-list.ts';
import { scopeSchema } from './access/scope.ts';
import { hashSecret } from './access/secret-hash.ts';
import { toJson } from './database/json-text.ts';
import type { Database } from './database/schema.ts';
import { writing } from './database/transaction.ts';
import { insertUsers, type NewUser } from './modules/users/insert-users.ts';
import { theOne } from './modules/users/the-one.ts';

/** A user whom the desktop app or the command line creates without HTTP. */

type Person = { email: string; firstName: string; lastName: string };
type ProvisionedUser = { id: string; email: string };

/**
 * Returns the only owner, whatever the owner's name is. Creates this person as the owner if there is no
 * owner yet.
 */
export const ensureOwner = async (database: Database, person: Person): Promise<ProvisionedUser> =>
  await writing(
    database,
    async (transaction) =>
      (await findOwner(transaction)) ??
      (await insertConfirmed(transaction, { ...person, role: 'owner', scopes: [] })),
  );

/**
 * Creates a user who needs no invitation and can get tokens at once.
 * @throws Error for an email address that is taken (ignoring case) and for a second owner.
 */
export const createUser = async (database: Database, user: NewUser): Promise<ProvisionedUser> =>
  await writing(database, async (transaction) => {
    const owner = user.role === 'owner' ? await findOwner(transaction) : undefined;
    if (owner) throw new Error(`the account already has an owner: ${owner.email}`);
    return await insertConfirmed(transaction, user);
  });

const findOwner = async (database: Database): Promise<ProvisionedUser | undefined> =>
  await database
    .selectFrom('users')
    .where('role', '=', 'owner')
    .where('deleted_at', 'is', null)
    .select(['id', 'email'])
    .executeTakeFirst();

const insertConfirmed = async (database: Database, user: NewUser): Promise<ProvisionedUser> => {
  const now = new Date().toISOString();
  const { id, email } = theOne(await insertUsers({ database, now }, [user], 'confirmed'));
  return { id, email };
};

type TokenRequest = {
  userId: string;
  name: string;
  /** `<resource>:<permission>`. The resource `*` means every resource. */
  scopes: readonly string[];
  /** CIDR ranges. An empty list allows every address. */
  allowIps?: readonly string[];
  /** If true, revokes the user's API tokens with the same name, including their access tokens. */
  replaceNamed?: boolean;
};

type Credentials = { clientId: string; secret: string };

/**
 * Creates an API token. Only a hash of the secret is stored.
 * @throws Error for an invalid scope or address range, and for a user that is not active.
 */
export const issueApiToken = async (
  database: Database,
  { userId, name, scopes, allowIps = [], replaceNamed = false }: TokenRequest,
): Promise<Credentials> => {
  listOf(allowIps);
  scopes.forEach((scope) => scopeSchema.parse(scope));
  const clientId = `client_${randomBytes(12).toString('base64url')}`;
  const secret = randomBytes(32).toString('base64url');
  const secretHash = await hashSecret(secret);
  await writing(database, async (transaction) => {
    await requireActive(transaction, userId);
    if (replaceNamed) {
      await transaction
        .deleteFrom('api_tokens')
        .where('user_id', '=', userId)
        .where('name', '=', name)
        .execute();
    }
    await transaction
      .insertInto('api_tokens')
      .values({
        id: newId(),
        created_at: new Date().toISOString(),
        name,
        client_id: clientId,
        secret_hash: secretHash,
        user_id: userId,
        scopes: toJson(scopes),
        allow_ips: toJson(allowIps),
      })
      .execute();
  });
  return { clientId, secret };
};

/**
 * Throws if the user is not active, because "The token must be assigned to an active user"
 * (specification, Authentication, 4).
 */
const requireActive = async (database: Database, userId: string): Promise<void> => {
  const user = await database
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'status', 'is_enabled', 'deleted_at'])
    .executeTakeFirst();
  if (!user || user.deleted_at !== null) throw new Error(`user ${userId} not found`);
  if (user.is_enabled !== 1) throw new Error(`the user ${user.email} is disabled`);
  if (user.status !== 'confirmed') {
    throw new Error(`the user ${user.email} has not accepted the invitation yet`);
  }
};
