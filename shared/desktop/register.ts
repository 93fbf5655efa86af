import { z } from 'zod';

/**
 * The records that the register lists: all, or those of a collection, a model, a canvas, or a component.
 */
export const registerScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('collection'), id: z.string() }),
  z.object({ kind: z.literal('threatModel'), id: z.string() }),
  z.object({ kind: z.literal('canvas'), id: z.string() }),
  z.object({ kind: z.literal('component'), id: z.string() }),
]);
export type RegisterScope = z.infer<typeof registerScopeSchema>;

/** The kinds of records that a table of the register can list. */
export const registerKinds = ['threat', 'mitigation'] as const;
export type RegisterKind = (typeof registerKinds)[number];

/**
 * The columns in their initial order. The table can be sorted by any of them. Only the table of
 * mitigations has `threat`.
 */
export const registerColumns = [
  'reference',
  'title',
  'threat',
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
  'threat',
] as const;
export type RegisterGrouping = (typeof registerGroupings)[number];

/**
 * The filters by due date. `today` of the query is the current date. `none` selects rows without a due
 * date. All other filters select only open threats and unfinished mitigations. `overdue` selects those
 * with a due date before today, `week` those due within a week, including overdue ones, and `later` all
 * others with a due date.
 */
export const dueFilters = ['overdue', 'week', 'later', 'none'] as const;

const maxWords = 50;
const words = z.array(z.string().max(200)).max(maxWords);

/** The fields whose filters are lists of values. Values that are records are given by ID. */
export const filterFields = [
  'priority',
  'status',
  'category',
  'owner',
  'component',
  'canvas',
  'model',
  'likelihood',
  'impact',
] as const;
export type FilterField = (typeof filterFields)[number];

/**
 * A list selects the rows that have any of its values. An empty text in a list selects the rows without
 * a value. An empty list, an empty `text`, and `null` select all rows.
 */
const registerFilterSchema = z.object({
  text: z.string().max(200),
  priority: words,
  status: words,
  category: words,
  owner: words,
  // The following fields have defaults, because views that earlier versions of the app saved lack them.
  component: words.default([]),
  canvas: words.default([]),
  model: words.default([]),
  likelihood: words.default([]),
  impact: words.default([]),
  due: z.enum(dueFilters).nullable(),
});
export type RegisterFilter = z.infer<typeof registerFilterSchema>;

/** Selects all rows. */
export const emptyFilter: RegisterFilter = {
  text: '',
  priority: [],
  status: [],
  category: [],
  owner: [],
  component: [],
  canvas: [],
  model: [],
  likelihood: [],
  impact: [],
  due: null,
};

const registerSortSchema = z
  .array(z.object({ column: z.enum(registerColumns), isDescending: z.boolean() }))
  .max(registerColumns.length);

export const registerQuerySchema = z.object({
  of: z.enum(registerKinds),
  scope: registerScopeSchema,
  filter: registerFilterSchema,
  sort: registerSortSchema,
  grouping: z.enum(registerGroupings).nullable(),
  /** Today's date on this computer, such as `2026-11-22`. */
  today: z.iso.date(),
});
export type RegisterQuery = z.infer<typeof registerQuerySchema>;

const count = z.number().int();

/**
 * The rows of a list, in order. They are identified by numbers, so that a list of 100,000 rows is small.
 */
export const registerListSchema = z.object({
  numbers: z.array(count),
  /**
   * The groups in order, with the number of rows in each. The list is empty if the rows are not grouped.
   */
  groups: z.array(z.object({ key: z.string(), title: z.string(), count })),
  /** The number of rows before the filter is applied. */
  total: count,
});
export type RegisterList = z.infer<typeof registerListSchema>;

export const rowsAtOnce = 500;
export const registerRowsSchema = z.object({ numbers: z.array(count).max(rowsAtOnce) });

export const registerMoveSchema = z.object({
  ids: z.array(z.string()).min(1).max(500),
  componentId: z.string(),
});

const titled = z.object({ id: z.string(), title: z.string() });

/** A row of the register: a threat, or a mitigation with some values of its threat. */
export const registerRowSchema = z.object({
  kind: z.enum(registerKinds),
  number: count,
  id: z.string(),
  reference: z.string(),
  title: z.string(),
  priority: z.string(),
  status: z.string(),
  categories: z.array(z.string()),
  owner: z.string(),
  /** The due date in ISO 8601, or empty. */
  due: z.string(),
  likelihood: z.string(),
  impact: z.string(),
  changed: z.string(),
  /** The threat itself, or the threat that the mitigation belongs to. */
  threat: titled,
  component: titled,
  canvas: titled,
  model: titled,
});
export type RegisterRow = z.infer<typeof registerRowSchema>;

/**
 * The settings of the columns, and the saved views. The app ignores columns that only another version of
 * the app has.
 */
export const registerPreferencesSchema = z.object({
  hidden: z.array(z.string()),
  order: z.array(z.string()),
  widths: z.record(z.string(), z.number()),
  views: z.array(
    z.object({
      name: z.string(),
      of: z.enum(registerKinds).default('threat'),
      filter: registerFilterSchema,
      sort: registerSortSchema,
      grouping: z.enum(registerGroupings).nullable(),
    }),
  ),
});
export type RegisterPreferences = z.infer<typeof registerPreferencesSchema>;

/** A table to export, as CSV with its header row. */
export const registerFileSchema = z.object({ csv: z.string().max(500_000_000) });

/** The values that the filters of a scope offer. Each list contains at most a few hundred values. */
export const registerValuesSchema = z.object({
  categories: z.array(z.string()),
  owners: z.array(z.string()),
  components: z.array(titled),
  canvases: z.array(titled),
  models: z.array(titled),
});
export type RegisterValues = z.infer<typeof registerValuesSchema>;

const counts = z.array(z.object({ key: z.string(), count }));

/**
 * The figures of an overview. Priorities, categories, and due dates are counted for open threats only.
 */
export const registerSummarySchema = z.object({
  threats: count,
  open: count,
  byPriority: counts,
  byStatus: counts,
  /** The most frequent categories. A threat with several categories counts in each of them. */
  byCategory: counts,
  /** Counts by the status of the mitigation. The key is empty for mitigations without a status. */
  mitigations: counts,
  due: z.object({ overdue: count, week: count, later: count, none: count }),
  /** The components with threats. */
  componentIds: z.array(z.string()),
});
export type RegisterSummary = z.infer<typeof registerSummarySchema>;
