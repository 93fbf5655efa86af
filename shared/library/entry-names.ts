/** An entry of the default library. `names` are its titles in all languages, if they are known. */
export type NamedEntry = { readonly title: string; readonly names?: readonly string[] };

/**
 * Returns a title in the form in which titles are compared: in lower case, without space around it.
 */
export const nameOf = (title: string): string => title.trim().toLowerCase();

/** Returns the title of an entry and its titles in other languages. */
export const titlesOf = ({ title, names = [] }: NamedEntry): string[] => [
  ...new Set([title, ...names]),
];

/**
 * Returns a map of entries. Its keys are the titles of the entries in all languages, in the form that
 * `nameOf` returns.
 */
export const byName = <Entry extends NamedEntry>(entries: Iterable<Entry>): Map<string, Entry> =>
  new Map(
    [...entries].flatMap((entry) =>
      titlesOf(entry).map((title): [string, Entry] => [nameOf(title), entry]),
    ),
  );

/**
 * Returns entries with the titles that a codex lists for them. If the codex lists an entry under several
 * titles, and one of them is the current title of the entry, the entry keeps this title. If no title
 * changes, the given array is returned.
 */
export const titledAsListed = <Entry extends NamedEntry>(
  entries: readonly Entry[],
  listed: readonly { title: string }[],
): readonly Entry[] => {
  const known = byName(entries);
  const titles = new Map<Entry, string>();
  const ownTitled = new Set<Entry>();
  for (const { title } of listed) {
    const entry = known.get(nameOf(title));
    if (!entry) continue;
    if (nameOf(title) === nameOf(entry.title)) ownTitled.add(entry);
    else titles.set(entry, title.trim());
  }
  for (const entry of ownTitled) titles.delete(entry);
  if (titles.size === 0) return entries;
  return entries.map((entry) => ({ ...entry, title: titles.get(entry) ?? entry.title }));
};
