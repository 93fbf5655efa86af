import { priorities } from '../api/enumerations.ts';

/**
 * The number of open threats of each component and the highest priority among these threats, by the
 * component's ID.
 */
export type OpenThreats = ReadonlyMap<string, { count: number; priority: string }>;

type Threat = { component_id: string; status: string; priority: string };

/**
 * Returns the rank of a priority. Unknown priorities of other services rank below all known ones.
 */
const rank = (priority: string): number => priorities.findIndex((each) => each === priority);

export const openThreatsOf = (threats: Iterable<Threat>): OpenThreats => {
  const found = new Map<string, { count: number; priority: string }>();
  for (const { component_id: id, status, priority } of threats) {
    if (status !== 'open') continue;
    const known = found.get(id);
    if (!known) found.set(id, { count: 1, priority });
    else {
      known.count += 1;
      if (rank(priority) > rank(known.priority)) known.priority = priority;
    }
  }
  return found;
};

export const noOpenThreats: OpenThreats = new Map();
