/**
 * The number of entries that one statement reads, because a statement takes only a limited number of
 * values.
 */
const readAtOnce = 500;

/**
 * Returns the entries with `text` in one of their titles, ignoring case, in the order of `titles`.
 * `read` loads entries by ID. JavaScript compares the titles, because SQLite and PostgreSQL differ in
 * the letters whose case they ignore.
 */
export const searchTitles = async <Item>(
  titles: { id: string; title: string }[],
  text: string,
  read: (ids: string[]) => Promise<Item[]>,
): Promise<Item[]> => {
  const wanted = text.toLowerCase();
  const hits = titles.filter(({ title }) => title.toLowerCase().includes(wanted));
  const ids = [...new Set(hits.map(({ id }) => id))];
  const items: Item[] = [];
  for (let start = 0; start < ids.length; start += readAtOnce) {
    items.push(...(await read(ids.slice(start, start + readAtOnce))));
  }
  return items;
};
