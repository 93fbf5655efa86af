import type { Database } from '../database/schema.ts';
import { emailKey } from '../modules/users/insert-users.ts';
import type { UserRow } from '../modules/users/user-shapes.ts';
import { selectUsers } from '../modules/users/users.queries.ts';
import { Failure } from './failure.ts';

/** Finds a user by email address, ignoring case. */
export const findUser = async (database: Database, email: string): Promise<UserRow> => {
  const user = await selectUsers(database)
    .where('email_key', '=', emailKey(email.trim()))
    .executeTakeFirst();
  if (!user) throw new Failure(`user ${email} not found`);
  return user;
};
