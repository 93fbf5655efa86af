import { z } from 'zod';
import { bulkLimit } from '../api/endpoint.ts';
import { priorities } from '../api/enumerations.ts';

/**
 * The kinds of codex entries. All kinds share one schema, and each kind uses only some of its
 * fields.
 */

export const codexKinds = ['attributes', 'threats', 'mitigations'] as const;
export type CodexKind = (typeof codexKinds)[number];

const title = z.string().trim().min(1).max(500);
const text = z.string().max(100_000);
const resource = z.object({
  url: z.string().trim().min(1).max(2000),
  title: z.string().trim().max(500),
});

export const codexEntry = z.object({
  title,
  /** The API calls this field `definition` for mitigations. */
  description: text.default(''),
  aliases: z.array(title).max(200).default([]),
  priority: z.enum(priorities).catch('medium').default('medium'),
  question: text.default(''),
  consideration: text.default(''),
  explanation: text.default(''),
  example: text.default(''),
  resources: z.array(resource).max(200).default([]),
});
export type CodexEntry = z.infer<typeof codexEntry>;

/** The fields of each kind besides title and description, in the order of the screen. */
export const codexFields = {
  attributes: ['aliases', 'resources'],
  threats: ['priority', 'resources'],
  mitigations: ['question', 'explanation', 'consideration', 'example', 'resources'],
} as const satisfies Record<CodexKind, readonly (keyof CodexEntry)[]>;

export const kindedEntry = z.object({ kind: z.enum(codexKinds), entry: codexEntry });
export type KindedEntry = z.infer<typeof kindedEntry>;

/** The maximum number of entries in one import, export, or delete. */
export const entriesAtOnce = 20 * bulkLimit;

/** A codex entry in the short form that lists contain. */
export const codexSummary = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  aliases: z.array(z.string()),
  priority: z.string().nullable(),
});
export type CodexSummary = z.infer<typeof codexSummary>;

/** The entries to add: the entries of a file, or `null` for the default library. */
export const codexSource = z.object({
  entries: z.array(kindedEntry).max(entriesAtOnce).nullable(),
});

/** The result of comparing the entries to add with the service's entries of the same kind and title. */
export const codexComparison = z.object({
  missing: z.number().int(),
  same: z.number().int(),
  /**
   * The service's entries with the title of an entry to add, but with another description, another
   * priority, or other aliases.
   */
  different: z.array(z.object({ kind: z.enum(codexKinds), id: z.string(), title: z.string() })),
});
export type CodexComparison = z.infer<typeof codexComparison>;

export const codexProgress = z.object({ done: z.number().int(), total: z.number().int() });
export type CodexProgress = z.infer<typeof codexProgress>;

export const codexFormats = ['json', 'csv'] as const;
export type CodexFormat = (typeof codexFormats)[number];
