import type { Role, UserStatus } from '#shared/api/enumerations.ts';
import { newId } from '#shared/records/new-id.ts';
import { insertAll } from '../../database/insert-all.ts';
import { toJson } from '../../database/json-text.ts';
import type { Database } from '../../database/schema.ts';
import { Refusal } from '../../protocol/refusal.ts';
import type { UserRow } from './user-shapes.ts';
import { selectUsers } from './users.queries.ts';

export type NewUser = {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** The scopes of an admin. Other roles have no scopes of their own. */
  scopes: readonly string[];
};

/**
 * Returns the key for comparing email addresses. JavaScript computes it, because SQLite and PostgreSQL
 * convert text to lower case differently.
 */
export const emailKey = (email: string): string => email.toLowerCase();

/** Inserts all users. If an email address is taken, throws and inserts none. */
export const insertUsers = async (
  { database, now }: { database: Database; now: string },
  people: readonly NewUser[],
  status: UserStatus,
): Promise<UserRow[]> => {
  await requireFreeEmails(
    database,
    people.map(({ email }) => email),
  );
  const rows = people.map(({ email, firstName, lastName, role, scopes }) => ({
    id: newId(),
    created_at: now,
    updated_at: now,
    email,
    email_key: emailKey(email),
    first_name: firstName,
    last_name: lastName,
    role,
    status,
    is_enabled: 1,
    scopes: toJson(role === 'admin' ? scopes : []),
    avatar_uploaded_at: null,
    deleted_at: null,
  }));
  await insertAll(database, 'users', rows);
  return rows;
};

const requireFreeEmails = async (database: Database, emails: string[]): Promise<void> => {
  const keys = emails.map(emailKey);
  const repeated = emails.find((_, index) => keys.indexOf(keys[index] ?? '') !== index);
  if (repeated !== undefined) throw new Refusal('conflict', `${repeated} is listed twice`);
  const taken = await selectUsers(database).where('email_key', 'in', keys).executeTakeFirst();
  if (taken) throw new Refusal('conflict', `a user with the email ${taken.email} already exists`);
};
