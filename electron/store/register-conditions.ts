import type { SQLInputValue } from 'node:sqlite';
import {
  filterFields,
  type FilterField,
  type RegisterFilter,
  type RegisterKind,
  type RegisterQuery,
  type RegisterScope,
} from '#shared/desktop/register.ts';
import { lateNumbers, numbersOf } from './search-schema.ts';
import { textMatch } from './search.ts';

/** A condition on rows of the register, with the values of its parameters. */
export type Condition = { sql: string; values: SQLInputValue[] };

const dayMs = 86_400_000;
/** The number of words that are searched in records whose texts are not indexed yet. */
const maxLateWords = 8;

/**
 * A scope in which a canvas is replaced with the components that it shows. The register cannot find
 * these components itself, because only the drawings contain them.
 */
export type StoredScope =
  | Exclude<RegisterScope, { kind: 'canvas' }>
  | { kind: 'components'; ids: readonly string[] };

/** Returns the condition for the rows of a scope. */
export const scoped = (scope: StoredScope): Condition => {
  switch (scope.kind) {
    case 'all':
      return { sql: 'true', values: [] };
    case 'collection':
      return {
        sql: `model_id IN (SELECT id FROM record INDEXED BY record_by_parent
                             WHERE kind = 'threatModel' AND parent_id = ?)`,
        values: [scope.id],
      };
    case 'threatModel':
      return { sql: 'model_id = ?', values: [scope.id] };
    case 'component':
      return { sql: 'component_id = ?', values: [scope.id] };
    case 'components':
      return {
        sql: 'component_id IN (SELECT value FROM json_each(?))',
        values: [JSON.stringify(scope.ids)],
      };
  }
};

export const isFiltered = (filter: RegisterFilter): boolean =>
  filter.text.trim() !== '' ||
  filter.due !== null ||
  filterFields.some((field) => filter[field].length > 0);

export const allOf = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
  values: conditions.flatMap(({ values }) => values),
});

const anyOf = (column: string, words: readonly string[]): Condition[] =>
  words.length === 0
    ? []
    : [{ sql: `${column} IN (${words.map(() => '?').join(', ')})`, values: [...words] }];

/**
 * The column of each field that can be filtered. There is no column for `category`, because a threat can
 * have several categories.
 */
const filterColumns = {
  priority: 'priority',
  status: 'status',
  owner: 'owner',
  component: 'component_id',
  canvas: 'canvas_id',
  model: 'model_id',
  likelihood: 'likelihood',
  impact: 'impact',
} as const satisfies Record<Exclude<FilterField, 'category'>, string>;

/** Returns the conditions of a filter. */
export const filtered = ({
  of,
  filter,
  today,
}: Pick<RegisterQuery, 'of' | 'filter' | 'today'>): Condition[] => [
  ...withText(of, filter.text),
  ...filterFields.flatMap((field) =>
    field === 'category' ? inCategory(filter.category) : anyOf(filterColumns[field], filter[field]),
  ),
  ...(filter.due === null ? [] : [dueOn(of, filter.due, today)]),
];

const inCategory = (categories: readonly string[]): Condition[] => {
  if (categories.length === 0) return [];
  const known = `EXISTS (SELECT 1 FROM json_each(categories)
                         WHERE value IN (${categories.map(() => '?').join(', ')}))`;
  const none = categories.includes('') ? ` OR categories = '[]'` : '';
  return [{ sql: `${known}${none}`, values: [...categories] }];
};

/**
 * Returns the condition for a typed text. The search index finds only words of three characters or more.
 * If all words are shorter, the text is searched in the titles instead. Any text is also searched in the
 * reference and in the component's title, because the window shows them and the index does not have
 * them. Records whose texts are not indexed yet are searched without the index.
 */
const withText = (of: RegisterKind, text: string): Condition[] => {
  const words = text.trim();
  if (words === '') return [];
  const match = textMatch(text);
  const late = words.split(/\s+/u).slice(0, maxLateWords);
  const [above, below] = numbersOf(of);
  const inColumns = 'reference = upper(?) OR instr(lower(component_title), lower(?)) > 0';
  return match === null
    ? [
        {
          sql: `instr(lower(title), lower(?)) > 0 OR ${inColumns}`,
          values: [words, words, words],
        },
      ]
    : [
        {
          sql: `number IN (SELECT rowid FROM search_text
                           WHERE search_text MATCH ? AND rowid > ? AND rowid < ?)
                  AND number NOT IN (SELECT number FROM search_late)
                OR number IN (${lateNumbers(late.length)}) OR ${inColumns}`,
          values: [match, above, below, above, below, ...late, words, words],
        },
      ];
};

const unfinished: Record<RegisterKind, string> = {
  threat: `status = 'open'`,
  mitigation: `status IN ('', 'will')`,
};

export const dueOn = (
  of: RegisterKind,
  due: NonNullable<RegisterFilter['due']>,
  today: string,
): Condition => {
  if (due === 'none') return { sql: `due = ''`, values: [] };
  const day = 'substr(due, 1, 10)';
  if (due === 'overdue') {
    return { sql: `${unfinished[of]} AND due <> '' AND ${day} < ?`, values: [today] };
  }
  const last = new Date(Date.parse(today) + 7 * dayMs).toISOString().slice(0, 10);
  const comparison = due === 'later' ? '>' : '<=';
  return { sql: `${unfinished[of]} AND due <> '' AND ${day} ${comparison} ?`, values: [last] };
};
