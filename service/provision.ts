import { randomBytes } from 'node:crypto';
import { listOf } from './access/address-list.ts';
import { scopeSchema } from './access/scope.ts';
import { hashSecret } from './access/secret-hash.ts';
import { toJson } from './database/json-text.ts';
import { newId } from './database/new-id.ts';
import type { Database } from './database/schema.ts';

/** What is set up without HTTP: by the app that embeds the service, and by the command line. */

type Person = { email: string; firstName: string; lastName: string };
type ProvisionedUser = { id: string; email: string };

/** The account's one owner: the existing one, whatever its name, or else a new one. */
export const ensureOwner = async (database: Database, person: Person): Promise<ProvisionedUser> =>
  await database.transaction().execute(async (transaction) => {
    const owner = await transaction
      .selectFrom('users')
      .where('role', '=', 'owner')
      .select(['id', 'email'])
      .executeTakeFirst();
    if (owner) return owner;
    const now = new Date().toISOString();
    const id = newId();
    await transaction
      .insertInto('users')
      .values({
        id,
        created_at: now,
        updated_at: now,
        email: person.email,
        email_key: person.email.toLowerCase(),
        first_name: person.firstName,
        last_name: person.lastName,
        role: 'owner',
        status: 'confirmed',
        is_enabled: 1,
        is_active: 1,
        scopes: toJson([]),
        avatar_uploaded_at: null,
      })
      .execute();
    return { id, email: person.email };
  });

type TokenRequest = {
  userId: string;
  name: string;
  /** `<resource>:<read|write>`, with `*` for every resource. */
  scopes: readonly string[];
  /** CIDR ranges; none allows every address. */
  allowIps?: readonly string[];
  /** Ends the user's tokens of the same name, and with them every access token made from them. */
  replaceNamed?: boolean;
};

type Credentials = { clientId: string; secret: string };

/**
 * The secret is given here once and stored as a hash.
 * @throws Error for a scope or an address range that is none.
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
  await database.transaction().execute(async (transaction) => {
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
