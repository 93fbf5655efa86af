import type {
  CodexComparison,
  CodexEntry,
  CodexKind,
  CodexProgress,
  CodexSummary,
  KindedEntry,
} from '#shared/codex/codex-entry.ts';
import { codexKinds } from '#shared/codex/codex-entry.ts';
import { libraryEntries } from '#shared/library/library-entries.ts';
import { same as isSame } from '#shared/merge/same-value.ts';
import type { SyncClient } from '../connection/api-client.ts';
import { codexApis } from './codex-apis.ts';

/** Few enough for a short transaction on a busy service, and for a progress that moves. */
const batchSize = 50;
const pageSize = 200;
/** A service that ignores the page number sends nothing new on the second page. */
const mostPages = 100;
/** Requests at the same time, when each entry needs its own. */
const atOnce = 4;

const batches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );

const nameOf = (title: string): string => title.trim().toLowerCase();

const aliasesOf = (aliases: readonly string[]): string[] =>
  [...new Set(aliases.map(nameOf))].toSorted();

/** Compares what lists contain. Other services may leave out the priority. */
const saysTheSame = (found: CodexSummary, { kind, entry }: KindedEntry): boolean => {
  if (found.description.trim() !== entry.description.trim()) return false;
  if (kind === 'threats') return found.priority === null || found.priority === entry.priority;
  if (kind === 'mitigations') return true;
  return isSame(aliasesOf(found.aliases), aliasesOf(entry.aliases));
};

type Counterpart = KindedEntry & { id: string };
type Plan = { missing: KindedEntry[]; different: Counterpart[]; same: number };

/** The codex of a service. It is not synced: everything here needs the service. */
export const createCodex = ({ client }: { client: SyncClient }) => {
  const apis = codexApis(client);

  const list = async (kind: CodexKind, signal?: AbortSignal): Promise<CodexSummary[]> => {
    const byId = new Map<string, CodexSummary>();
    for (let page = 1; page <= mostPages; page += 1) {
      const before = byId.size;
      const { items, count } = await apis[kind].page({ page, limit: pageSize }, signal);
      for (const item of items) byId.set(item.id, item);
      if (byId.size >= count || byId.size === before) break;
    }
    return [...byId.values()];
  };

  /** The end of the last addition. Two at the same time would both add what is missing. */
  let lastAdded: Promise<unknown> = Promise.resolve();

  const planned = async (entries: KindedEntry[], signal?: AbortSignal): Promise<Plan> => {
    const plan: Plan = { missing: [], different: [], same: 0 };
    for (const kind of codexKinds) {
      const wanted = entries.filter((each) => each.kind === kind);
      if (wanted.length === 0) continue;
      const existing = new Map(
        (await list(kind, signal)).map((item) => [nameOf(item.title), item]),
      );
      const seen = new Set<string>();
      for (const each of wanted) {
        const name = nameOf(each.entry.title);
        const found = existing.get(name);
        if (seen.has(name)) plan.same += 1;
        else if (!found) plan.missing.push(each);
        else if (saysTheSame(found, each)) plan.same += 1;
        else plan.different.push({ ...each, id: found.id });
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
      const { missing, same, different } = await planned(entries ?? libraryEntries(), signal);
      return {
        missing: missing.length,
        same,
        different: different.map(({ kind, id, entry: { title } }) => ({ kind, id, title })),
      };
    },

    /**
     * Creates the entries whose titles are missing, and replaces those existing ones that are
     * named. What was added stays when it is aborted; adding again continues.
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
        const { missing, different } = await planned(entries ?? libraryEntries(), signal);
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

    /** Reads all entries completely. */
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
