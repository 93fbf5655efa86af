import {
  codexEntry,
  type CodexEntry,
  type CodexKind,
  type CodexSummary,
} from '#shared/codex/codex-entry.ts';
import type { SyncClient } from '../connection/api-client.ts';

type Page = { page: number; limit: number };

/** The endpoints of one kind of entry. */
type CodexApi = {
  page: (page: Page, signal?: AbortSignal) => Promise<{ items: CodexSummary[]; count: number }>;
  read: (id: string, signal?: AbortSignal) => Promise<CodexEntry>;
  create: (entry: CodexEntry) => Promise<unknown>;
  createMany: (entries: CodexEntry[], signal?: AbortSignal) => Promise<unknown>;
  replace: (id: string, entry: CodexEntry, signal?: AbortSignal) => Promise<unknown>;
  deleteMany: (ids: string[], signal?: AbortSignal) => Promise<unknown>;
};

const byTitle = { sort: 'title', order: 'ASC' } as const;
const options = (signal?: AbortSignal) => (signal ? { signal } : {});
const summary = { aliases: [], priority: null };
const orNull = (text: string): string | null => (text === '' ? null : text);
/**
 * Removes the title of an attribute from its aliases, because services list the title as an alias too.
 */
const otherThan = (title: string, aliases: string[]): string[] =>
  aliases.filter((alias) => alias !== title);

const attributeBody = ({ title, description, aliases, resources }: CodexEntry) => ({
  title,
  description,
  aliases,
  resources,
});

const threatBody = ({ title, description, priority, resources }: CodexEntry) => ({
  title,
  description,
  priority,
  resources,
});

const mitigationBody = (entry: CodexEntry) => ({
  title: entry.title,
  definition: entry.description,
  question: orNull(entry.question),
  consideration: orNull(entry.consideration),
  explanation: orNull(entry.explanation),
  example: orNull(entry.example),
  resources: entry.resources,
});

const attributes = ({ codexAttributes: api }: SyncClient): CodexApi => ({
  page: async (page, signal) => {
    const { items, count } = await api.list({ ...page, ...byTitle }, options(signal));
    const summaries = items.map((item) => ({
      ...summary,
      ...item,
      aliases: otherThan(item.title, item.aliases),
    }));
    return { items: summaries, count };
  },
  read: async (id, signal) => {
    const { aliases, resources, ...rest } = await api.get({ id }, options(signal));
    return codexEntry.parse({
      ...rest,
      aliases: otherThan(rest.title, aliases),
      resources: resources ?? [],
    });
  },
  create: async (entry) => await api.create(attributeBody(entry)),
  createMany: async (entries, signal) =>
    await api.createMany({ attributes: entries.map(attributeBody) }, options(signal)),
  replace: async (id, entry, signal) =>
    await api.replace({ id, ...attributeBody(entry) }, options(signal)),
  deleteMany: async (ids, signal) => await api.deleteMany({ ids }, options(signal)),
});

const threats = ({ codexThreats: api }: SyncClient): CodexApi => ({
  page: async (page, signal) => {
    const { items, count } = await api.list({ ...page, ...byTitle }, options(signal));
    return { items: items.map((item) => ({ ...summary, ...item })), count };
  },
  read: async (id, signal) => codexEntry.parse(await api.get({ id }, options(signal))),
  create: async (entry) => await api.create(threatBody(entry)),
  createMany: async (entries, signal) =>
    await api.createMany({ threats: entries.map(threatBody) }, options(signal)),
  replace: async (id, entry, signal) =>
    await api.replace({ id, ...threatBody(entry) }, options(signal)),
  deleteMany: async (ids, signal) => await api.deleteMany({ ids }, options(signal)),
});

const mitigations = ({ codexMitigations: api }: SyncClient): CodexApi => ({
  page: async (page, signal) => {
    const { items, count } = await api.list({ ...page, ...byTitle }, options(signal));
    const summaries = items.map(({ definition, ...item }) => ({
      ...summary,
      ...item,
      description: definition,
    }));
    return { items: summaries, count };
  },
  read: async (id, signal) => {
    const entry = await api.get({ id }, options(signal));
    return codexEntry.parse({
      ...entry,
      description: entry.definition,
      question: entry.question ?? '',
      consideration: entry.consideration ?? '',
      explanation: entry.explanation ?? '',
      example: entry.example ?? '',
    });
  },
  create: async (entry) => await api.create(mitigationBody(entry)),
  createMany: async (entries, signal) =>
    await api.createMany({ mitigations: entries.map(mitigationBody) }, options(signal)),
  replace: async (id, entry, signal) =>
    await api.replace({ id, ...mitigationBody(entry) }, options(signal)),
  deleteMany: async (ids, signal) => await api.deleteMany({ ids }, options(signal)),
});

/** Returns the endpoints of the codex by kind of entry. Each kind has the same operations. */
export const codexApis = (client: SyncClient): Record<CodexKind, CodexApi> => ({
  attributes: attributes(client),
  threats: threats(client),
  mitigations: mitigations(client),
});
