import type {
  CodexComparison,
  CodexEntry,
  CodexKind,
  CodexProgress,
  CodexSummary,
  KindedEntry,
} from '#shared/codex/codex-entry.ts';
import { codexKinds } from '#shared/codex/codex-entry.ts';
import { byName, nameOf, titlesOf } from '#shared/library/entry-names.ts';
import type { NamedLibrary } from '#shared/library/library-titles.ts';
import { language } from '#shared/locales/texts.ts';
import { same as isSame } from '#shared/merge/same-value.ts';
import type { SyncClient } from '../connection/api-client.ts';
import { codexApis } from './codex-apis.ts';

/**
 * The maximum number of entries in a request. It is small, so that the transaction is short on a busy
 * service, and so that the window can show the progress.
 */
const batchSize = 50;
const pageSize = 200;
/**
 * The maximum number of pages that are read from a list. It ends the loop if a service returns new
 * entries on every page without end. If a service ignores the page number, the loop ends earlier,
 * because the second page has no new entries.
 */
const maxPages = 100;
/** The number of entries that are read at the same time. Each entry needs its own request. */
const atOnce = 4;

const batches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );

/** Returns the aliases that are not titles of the entry in any language. */
const aliasesOf = (aliases: readonly string[], titles: ReadonlySet<string>): string[] =>
  [...new Set(aliases.map(nameOf))].filter((name) => !titles.has(name)).toSorted();

type NamesOf = (title: string) => ReadonlySet<string>;

/**
 * Returns a function that maps the title of an entry to all names of the entry. An entry of the default
 * library has a title in each language. Any other entry has only its own title.
 */
const namesIn = (entries: NamedLibrary[CodexKind]): NamesOf => {
  const known = byName<NamedLibrary[CodexKind][number]>(entries);
  return (title) => {
    const entry = known.get(nameOf(title));
    return new Set((entry ? titlesOf(entry) : [title]).map(nameOf));
  };
};

/**
 * Tells if an entry of the service has the same content as a given entry. Other services may leave out
 * the priority of a threat. It then counts as equal.
 */
const hasSameContent = (
  found: CodexSummary,
  { kind, entry }: KindedEntry,
  names: ReadonlySet<string>,
): boolean => {
  if (found.description.trim() !== entry.description.trim()) return false;
  if (kind === 'threats') return found.priority === null || found.priority === entry.priority;
  if (kind === 'mitigations') return true;
  return isSame(aliasesOf(found.aliases, names), aliasesOf(entry.aliases, names));
};

/**
 * Loads the default library only when it is needed, because it is a third of the desktop thread's code and
 * seldom needed.
 */
const readLibrary = async (): Promise<{ library: NamedLibrary; entries: KindedEntry[] }> => {
  const [{ libraryIn }, { libraryEntries }] = await Promise.all([
    import('#shared/library/library-titles.ts'),
    import('#shared/library/library-entries.ts'),
  ]);
  const library = await libraryIn(language());
  return { library, entries: libraryEntries(library) };
};

type Counterpart = KindedEntry & { id: string };
type Plan = { missing: KindedEntry[]; different: Counterpart[]; same: number };

/**
 * Reads and changes the codex of a service. The codex is not synced, so every call needs the service.
 */
export const createCodex = ({ client }: { client: SyncClient }) => {
  const apis = codexApis(client);

  const list = async (kind: CodexKind, signal?: AbortSignal): Promise<CodexSummary[]> => {
    const byId = new Map<string, CodexSummary>();
    for (let page = 1; page <= maxPages; page += 1) {
      const before = byId.size;
      const { items, count } = await apis[kind].page({ page, limit: pageSize }, signal);
      for (const item of items) byId.set(item.id, item);
      if (byId.size >= count || byId.size === before) break;
    }
    return [...byId.values()];
  };

  /**
   * Resolves when the last addition has ended. Each addition waits for the previous one, because
   * parallel additions would create the same missing entries twice.
   */
  let lastAdded: Promise<unknown> = Promise.resolve();

  /**
   * Compares entries with those of the service. An entry of the default library matches an existing
   * entry that has its title in any language. If the languages differ, the existing title is kept.
   */
  const planned = async (given: KindedEntry[] | null, signal?: AbortSignal): Promise<Plan> => {
    const { library, entries: all } = await readLibrary();
    const entries = given ?? all;
    const plan: Plan = { missing: [], different: [], same: 0 };
    for (const kind of codexKinds) {
      const wanted = entries.filter((each) => each.kind === kind);
      if (wanted.length === 0) continue;
      const existing = new Map(
        (await list(kind, signal)).map((item) => [nameOf(item.title), item]),
      );
      const namesOf = namesIn(library[kind]);
      const seen = new Set<string>();
      for (const each of wanted) {
        const name = nameOf(each.entry.title);
        const names = namesOf(each.entry.title);
        const sameTitle = existing.get(name);
        const found = sameTitle ?? [...names].flatMap((other) => existing.get(other) ?? [])[0];
        const title = sameTitle || !found ? each.entry.title : found.title;
        if (seen.has(name)) plan.same += 1;
        else if (!found) plan.missing.push(each);
        else if (hasSameContent(found, each, names)) plan.same += 1;
        else plan.different.push({ kind, entry: { ...each.entry, title }, id: found.id });
        seen.add(name);
      }
    }
    return plan;
  };

  return {
    list,

    read: async (kind: CodexKind, id: string): Promise<CodexEntry> => await apis[kind].read(id),

    save: async (kind: CodexKind, id: string | null, entry: CodexEntry): Promise<void> => {
      await (id === null ? apis[kind].create(entry) : apis[kind].replace(id, entry));
    },

    remove: async (
      kind: CodexKind,
      ids: readonly string[],
      signal?: AbortSignal,
    ): Promise<void> => {
      for (const batch of batches(ids, batchSize)) await apis[kind].deleteMany(batch, signal);
    },

    compare: async (
      entries: KindedEntry[] | null,
      signal?: AbortSignal,
    ): Promise<CodexComparison> => {
      const { missing, same, different } = await planned(entries, signal);
      return {
        missing: missing.length,
        same,
        different: different.map(({ kind, id, entry: { title } }) => ({ kind, id, title })),
      };
    },

    /**
     * Creates the entries whose titles are missing, and replaces the existing entries whose IDs are in
     * `replaced`. If the call is aborted, the entries added so far stay, and the next call adds the
     * others.
     */
    async *add(
      entries: KindedEntry[] | null,
      replaced: readonly string[],
      signal?: AbortSignal,
    ): AsyncGenerator<CodexProgress> {
      const turn = Promise.withResolvers<void>();
      const before = lastAdded;
      lastAdded = turn.promise;
      try {
        await before;
        const { missing, different } = await planned(entries, signal);
        const chosen = different.filter(({ id }) => replaced.includes(id));
        const total = missing.length + chosen.length;
        let done = 0;
        yield { done, total };
        for (const kind of codexKinds) {
          const ofKind = missing.filter((each) => each.kind === kind).map(({ entry }) => entry);
          for (const batch of batches(ofKind, batchSize)) {
            signal?.throwIfAborted();
            await apis[kind].createMany(batch, signal);
            done += batch.length;
            yield { done, total };
          }
        }
        for (const { kind, id, entry } of chosen) {
          signal?.throwIfAborted();
          await apis[kind].replace(id, entry, signal);
          done += 1;
          yield { done, total };
        }
      } finally {
        turn.resolve();
      }
    },

    /**
     * Returns all entries with all their fields. Lists contain only summaries, so each entry is read.
     */
    all: async (signal?: AbortSignal): Promise<KindedEntry[]> => {
      const entries: KindedEntry[] = [];
      for (const kind of codexKinds) {
        for (const batch of batches(await list(kind, signal), atOnce)) {
          const read = batch.map(async ({ id }) => await apis[kind].read(id, signal));
          entries.push(...(await Promise.all(read)).map((entry) => ({ kind, entry })));
        }
      }
      return entries;
    },
  };
};

export type Codex = ReturnType<typeof createCodex>;
