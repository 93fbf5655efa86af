import type { Page, PageQuery, Remote } from './endpoints.ts';

export type List = (query: PageQuery) => Promise<Page>;

const pageSize = 100;
const longestWalks = 3;

/**
 * A change may be stored this long after another that says a later time, in milliseconds. A reading
 * goes back as far behind the newest change, until that is known for as long.
 */
export const overlapMs = 120_000;

/** The ids of a complete list, or `null` where it kept changing under the reading. */
export type Seen = ReadonlySet<string> | null;

/**
 * Reads a list to its end, oldest first, so that what is made meanwhile comes last. What is deleted
 * meanwhile moves the rest forward, over the edge of a page; it shows in the count, and then the
 * list is read again.
 */
export const walkPages = async (
  list: List,
  onPage: (items: Remote[], count: number) => Promise<void>,
): Promise<Seen> => {
  for (let walk = 0; walk < longestWalks; walk += 1) {
    const seen = new Set<string>();
    let counted = 0;
    let hasShrunk = false;
    for (let page = 1; ; page += 1) {
      const { items, count } = await list({ limit: pageSize, page });
      hasShrunk ||= count < counted;
      counted = count;
      const before = seen.size;
      for (const { id } of items) seen.add(id);
      await onPage(items, count);
      // A page without anything new is the end, also of a list that knows no pages.
      if (seen.size > before && page * pageSize < count) continue;
      if (!hasShrunk && seen.size >= count) return seen;
      break;
    }
  }
  return null;
};

const timeOf = (remote: Remote): string | null => {
  const time = remote['updated_at'];
  return typeof time === 'string' ? time : null;
};

const isInOrder = (times: readonly (string | null)[]): boolean =>
  times.every((time, place) => {
    const before = times[place - 1];
    return time !== null && (before === undefined || before === null || before >= time);
  });

/**
 * Reads what changed since a time, the latest change first. Answers the time of the newest, or
 * `null` where the service does not sort by it, and everything is to be read instead.
 */
export const walkRecent = async (
  list: List,
  since: string,
  onPage: (items: Remote[]) => Promise<void>,
): Promise<string | null> => {
  let first: string = since;
  for (let page = 1; ; page += 1) {
    const { items, count } = await list({
      limit: pageSize,
      page,
      sort: 'updated_at',
      order: 'DESC',
    });
    const times = items.map(timeOf);
    if (!isInOrder(times)) return null;
    await onPage(items);
    if (page === 1) first = times[0] ?? since;
    const last = times.at(-1) ?? null;
    if (last === null || last <= since || page * pageSize >= count) return first;
  }
};
