/** Entries that are found are read by this many: a statement takes a limited number of values. */
const readAtOnce = 500;

/**
 * What `read` gives for those ids under whose titles one has `text` as a part, whatever its case,
 * in the order of the titles. It is compared here because the databases know the case of different
 * letters.
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
