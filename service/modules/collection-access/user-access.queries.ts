import type { CollectionPermission } from '#shared/api/enumerations.ts';
import type { Database } from '../../database/schema.ts';
import { requireUsers } from '../teams/named-in-body.ts';

type UsersGrant = {
  collectionId: string;
  usersPermissions: { userId: string; permission: CollectionPermission }[];
};
type UsersRevocation = { collectionId: string; usersIds: string[] };

/** Returns the grants to users, sorted by email address. The creator has access without a grant. */
export const listUserAccess = async (database: Database, collectionId: string) =>
  await database
    .selectFrom('collection_user_access')
    .innerJoin('users', 'users.id', 'collection_user_access.user_id')
    .where('collection_id', '=', collectionId)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.email_key')
    .orderBy('users.id')
    .select(['users.id', 'email', 'first_name', 'last_name', 'permission'])
    .execute();

/**
 * Gives permissions to users. `at` is the path of the grant in the body, such as `payload[2].`. It is
 * empty if the body itself is the grant.
 */
export const grantUsers = async (
  database: Database,
  { collectionId, usersPermissions }: UsersGrant,
  at: string,
): Promise<void> => {
  const named = usersPermissions.map(({ userId }, index) => ({
    id: userId,
    path: `${at}usersPermissions[${index}].userId`,
  }));
  await requireUsers(database, named);
  // One statement may contain each user only once. If a user is repeated, the last entry applies.
  const granted = new Map(usersPermissions.map(({ userId, permission }) => [userId, permission]));
  await database
    .insertInto('collection_user_access')
    .values(
      [...granted].map(([user_id, permission]) => ({
        collection_id: collectionId,
        user_id,
        permission,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['collection_id', 'user_id'])
        .doUpdateSet((eb) => ({ permission: eb.ref('excluded.permission') })),
    )
    .execute();
};

export const revokeUsers = async (
  database: Database,
  { collectionId, usersIds }: UsersRevocation,
): Promise<void> => {
  await database
    .deleteFrom('collection_user_access')
    .where('collection_id', '=', collectionId)
    .where('user_id', 'in', usersIds)
    .execute();
};
