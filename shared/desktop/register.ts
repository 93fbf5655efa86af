import { z } from 'zod';

/** The threats that the register lists: of a canvas, a model, a collection, or all. */
export const registerScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('collection'), id: z.string() }),
  z.object({ kind: z.literal('threatModel'), id: z.string() }),
  z.object({ kind: z.literal('canvas'), id: z.string() }),
]);
export type RegisterScope = z.infer<typeof registerScopeSchema>;

/** The columns in their initial order. Each can be sorted. */
export const registerColumns = [
  'reference',
  'title',
  'priority',
  'status',
  'component',
  'canvas',
  'model',
  'category',
  'owner',
  'due',
  'likelihood',
  'impact',
  'changed',
] as const;
export type RegisterColumn = (typeof registerColumns)[number];

export const registerGroupings = [
  'priority',
  'status',
  'component',
  'canvas',
  'model',
  'category',
  'owner',
] as const;
export type RegisterGrouping = (typeof registerGroupings)[number];

/** `overdue` and `week` are about open threats, by the day that the query names. */
export const dueFilters = ['overdue', 'week', 'none'] as const;

const mostWords = 50;
const words = z.array(z.string().max(200)).max(mostWords);

/** Lists of values match any of them. An empty list, text, or `null` matches everything. */
const registerFilterSchema = z.object({
  text: z.string().max(200),
  priority: words,
  status: words,
  category: words,
  owner: words,
  due: z.enum(dueFilters).nullable(),
});
export type RegisterFilter = z.infer<typeof registerFilterSchema>;

const registerSortSchema = z
  .array(z.object({ column: z.enum(registerColumns), isDescending: z.boolean() }))
  .max(registerColumns.length);

export const registerQuerySchema = z.object({
  scope: registerScopeSchema,
  filter: registerFilterSchema,
  sort: registerSortSchema,
  grouping: z.enum(registerGroupings).nullable(),
  /** The day on this computer, as `2026-11-22`. */
  today: z.iso.date(),
});
export type RegisterQuery = z.infer<typeof registerQuerySchema>;

const count = z.number().int();

/** The threats are named by numbers, so that a list of 100,000 is small. */
export const registerListSchema = z.object({
  numbers: z.array(count),
  /** The groups in order, with the number of threats in each. Empty without a grouping. */
  groups: z.array(z.object({ key: z.string(), title: z.string(), count })),
  /** The number of threats without the filter. */
  total: count,
});
export type RegisterList = z.infer<typeof registerListSchema>;

export const rowsAtOnce = 500;
export const registerRowsSchema = z.object({ numbers: z.array(count).max(rowsAtOnce) });

const titled = z.object({ id: z.string(), title: z.string() });

export const registerRowSchema = z.object({
  number: count,
  id: z.string(),
  reference: z.string(),
  title: z.string(),
  priority: z.string(),
  status: z.string(),
  categories: z.array(z.string()),
  owner: z.string(),
  /** An instant, or empty. */
  due: z.string(),
  likelihood: z.string(),
  impact: z.string(),
  changed: z.string(),
  component: titled,
  canvas: titled,
  model: titled,
});
export type RegisterRow = z.infer<typeof registerRowSchema>;

/** Columns and saved views. Columns of another version are ignored. */
export const registerPreferencesSchema = z.object({
  hidden: z.array(z.string()),
  order: z.array(z.string()),
  widths: z.record(z.string(), z.number()),
  views: z.array(
    z.object({
      name: z.string(),
      filter: registerFilterSchema,
      sort: registerSortSchema,
      grouping: z.enum(registerGroupings).nullable(),
    }),
  ),
});
export type RegisterPreferences = z.infer<typeof registerPreferencesSchema>;

/** A table to export, with its head. */
export const registerTableSchema = z.object({
  rows: z.array(z.array(z.string()).max(registerColumns.length)).max(5001),
});

/** The values that threats of a scope have, for filters. At most a few hundred each. */
export const registerValuesSchema = z.object({
  categories: z.array(z.string()),
  owners: z.array(z.string()),
});
