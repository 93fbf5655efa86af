import type { Database } from '../../database/schema.ts';
import { invalid } from '../../protocol/refusal.ts';

/** What a body names in a list, and where: `usersIds[2]`. */
type Named = { id: string; path: string };

/** Lets a body pass that names no user but those that exist; a deleted one does not. */
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

/** The same of teams. */
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
  if (unknown) throw invalid(unknown.path, `there is no such ${kind}`);
};
