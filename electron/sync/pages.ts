import type { Page, PageQuery, Remote } from './endpoints.ts';

export type List = (query: PageQuery) => Promise<Page>;

const pageSize = 100;
const maxWalks = 3;

/**
 * A reading of recent changes begins this many milliseconds before the newest known change, because the
 * service may store a change after another one that has a later time. Once the newest change has been
 * known for longer than this, no change with an earlier time can follow.
 */
export const overlapMs = 120_000;

/** The IDs of a complete list, or `null` if the list kept changing while it was read. */
export type Seen = ReadonlySet<string> | null;

/**
 * Reads a whole list, oldest first, so that new records come last. A delete during the reading moves
 * later records to earlier pages, so the reading may miss some. The count is then lower than before, and
 * the list is read again.
 */
export const walkPages = async (
  list: List,
  onPage: (items: Remote[], count: number) => Promise<void>,
): Promise<Seen> => {
  for (let walk = 0; walk < maxWalks; walk += 1) {
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
      // A page without new items ends the list, because a service that ignores paging sends the same
      // items again and again.
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
  times.every((time, index) => {
    const before = times[index - 1];
    return time !== null && (before === undefined || before === null || before >= time);
  });

/**
 * Reads the changes after the time `since`, latest first. Returns the time of the newest change, or
 * `null` if the service does not sort by time. The caller then has to read everything.
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
