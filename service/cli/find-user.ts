import type { Database } from '../database/schema.ts';
import { emailKey } from '../modules/users/insert-users.ts';
import type { UserRow } from '../modules/users/user-shapes.ts';
import { selectUsers } from '../modules/users/users.queries.ts';
import { Failure } from './failure.ts';

/** The user of an e-mail, whatever its case. */
export const findUser = async (database: Database, email: string): Promise<UserRow> => {
  const user = await selectUsers(database)
    .where('email_key', '=', emailKey(email.trim()))
    .executeTakeFirst();
  if (!user) throw new Failure(`there is no user ${email}`);
  return user;
};
