import type { Database } from '../../database/schema.ts';
import { invalid } from '../../protocol/refusal.ts';

/** An ID in a body, and the path of this ID, such as `usersIds[2]`. */
type Named = { id: string; path: string };

/** Requires that all users exist. Deleted users count as missing. */
export const requireUsers = async (database: Database, named: Named[]): Promise<void> => {
  if (named.length === 0) return;
  const known = await database
    .selectFrom('users')
    .select('id')
    .where('id', 'in', idsOf(named))
    .where('deleted_at', 'is', null)
    .execute();
  refuseUnknown(named, idsOf(known), 'user');
};

/** Requires that all teams exist. */
export const requireTeams = async (database: Database, named: Named[]): Promise<void> => {
  if (named.length === 0) return;
  const known = await database
    .selectFrom('teams')
    .select('id')
    .where('id', 'in', idsOf(named))
    .execute();
  refuseUnknown(named, idsOf(known), 'team');
};

const idsOf = (records: { id: string }[]): string[] => records.map(({ id }) => id);

const refuseUnknown = (named: Named[], known: string[], kind: 'user' | 'team'): void => {
  const isKnown = new Set(known);
  const unknown = named.find(({ id }) => !isKnown.has(id));
  if (unknown) throw invalid(unknown.path, `${kind} not found`);
};
