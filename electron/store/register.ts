import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  registerKinds,
  type RegisterColumn,
  type RegisterGrouping,
  type RegisterKind,
  type RegisterList,
  type RegisterQuery,
  type RegisterRow,
  type RegisterValues,
} from '#shared/desktop/register.ts';
import { present, type Records } from './records.ts';
import {
  allOf,
  filtered,
  isFiltered,
  scoped,
  type Condition,
  type StoredScope,
} from './register-conditions.ts';
import { rankedAtStart, separator, sortedByKey, type SortTerm } from './register-order.ts';
import { numbersOf } from './search-schema.ts';

type Parts = { database: DatabaseSync; records: Records };

/** A query whose scope names the components of a canvas instead of the canvas. */
export type StoredQuery = Omit<RegisterQuery, 'scope'> & { scope: StoredScope };

const listRow = z.object({ numbers: z.string(), keys: z.string() });
const numbersText = z.array(z.number());
const groupRow = z.object({
  key: z.string().nullable(),
  title: z.string().nullable(),
  count: z.number(),
});
const countRow = z.object({ count: z.number() });
const valueRow = z.object({ value: z.string() });
const titledRow = z.object({ id: z.string(), title: z.string() });
const row = z.object({
  number: z.number(),
  id: z.string(),
  threat_id: z.string(),
  threat_title: z.string(),
  component_id: z.string(),
  component_title: z.string(),
  canvas_id: z.string().nullable(),
  model_id: z.string().nullable(),
  reference: z.string(),
  title: z.string(),
  priority: z.string(),
  status: z.string(),
  categories: z.string(),
  owner: z.string(),
  due: z.string(),
  likelihood: z.string(),
  impact: z.string(),
  changed: z.string(),
});
const texts = z.array(z.string()).catch([]);

/** SQL for the rank of each canvas and each model, by title. */
const ranks = ['canvas', 'threatModel']
  .map(
    (kind) => `rank_of_${kind} AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY local ->> 'title' COLLATE NOCASE, id) AS rank
      FROM record WHERE kind = '${kind}')`,
  )
  .join(', ');

const rankIn = (kind: string, id: string): string =>
  `coalesce((SELECT rank FROM rank_of_${kind} WHERE id = ${id}), 0)`;

const shared = [
  'reference',
  'reference_number',
  'priority',
  'priority_rank',
  'categories',
  'owner',
  'due',
  'likelihood',
  'impact',
  'changed',
  'component_id',
  'component_title',
  'canvas_id',
  'model_id',
];

/** SQL for the rows of each kind. All kinds have the same columns. */
const sources: Record<RegisterKind, string> = {
  threat: `(SELECT number, id, title, status, status_rank, id AS threat_id, title AS threat_title,
                   ${shared.join(', ')}
            FROM register)`,
  mitigation: `(SELECT mitigation.number, mitigation.id, mitigation.title, mitigation.status,
                       mitigation.status_rank, threat_id, threat.title AS threat_title,
                       ${shared.map((column) => `threat.${column}`).join(', ')}
                FROM register_mitigation AS mitigation
                JOIN register AS threat ON threat.id = mitigation.threat_id)`,
};

/**
 * SQL terms for the order of each column. `reference_number` sorts T-9 before T-10. Texts are compared
 * in lower case, because `COLLATE NOCASE` calls a function for each comparison and takes up to twice as
 * long. Sorting by component needs no comparison, because an index already has the rows in this order.
 * New threats have no reference until the service gives them the next numbers, so they come last.
 */
const orders: Record<RegisterColumn, readonly string[]> = {
  reference: [`reference = ''`, 'reference_number', 'reference'],
  title: ['lower(title)'],
  threat: ['lower(threat_title)', 'threat_id'],
  priority: ['priority_rank', 'priority'],
  status: ['status_rank', 'status'],
  component: ['lower(component_title)', 'component_id'],
  canvas: [rankIn('canvas', 'canvas_id')],
  model: [rankIn('threatModel', 'model_id')],
  category: [`coalesce(categories ->> 0, '')`],
  owner: ['lower(owner)', 'owner'],
  due: ['due'],
  likelihood: [`instr('lowmediumhighcritical', nullif(likelihood, ''))`],
  impact: [`instr('lowmediumhighcritical', nullif(impact, ''))`],
  changed: ['changed'],
};

/**
 * For each grouping that may have many groups, the column with the titles of the groups. For all other
 * groupings, the titles are looked up one by one.
 */
const groupTitles: Partial<Record<RegisterGrouping, string>> = {
  component: 'component_title',
  threat: 'threat_title',
};

/**
 * SQL for a row's group key, by grouping. The groups are in the order of the column with the same name,
 * except that the highest priority comes first.
 */
const groupKeys: Record<RegisterGrouping, string> = {
  priority: 'priority',
  status: 'status',
  component: 'component_id',
  canvas: 'canvas_id',
  model: 'model_id',
  category: `coalesce(categories ->> 0, '')`,
  owner: 'owner',
  threat: 'threat_id',
};

const ordered = ({ column, isDescending }: SortTerm): string[] =>
  orders[column].map((term) => `${term}${isDescending ? ' DESC' : ''}`);

const maxValues = 300;

/** Reads the register from its own table. The window asks only for the rows that it shows. */
export const createRegister = ({ database, records }: Parts) => {
  const list = (query: StoredQuery): RegisterList => {
    const scope = scoped(query.scope);
    const where = allOf([scope, ...filtered(query)]);
    const { grouping, of } = query;
    const groupTerms =
      grouping === null ? [] : [{ column: grouping, isDescending: grouping === 'priority' }];
    const found = sorted(of, where, [...groupTerms, ...query.sort]);
    const groupOrder = groupTerms.flatMap(ordered).join(', ');
    return {
      numbers: found,
      groups: grouping === null ? [] : groups(of, grouping, where, groupOrder),
      total: isFiltered(query.filter) ? count(of, scope) : found.length,
    };
  };

  /**
   * Returns the numbers of the rows in order. If the order begins with columns that have few values, the
   * database sorts only by the remaining columns, and `sortedByKey` sorts by the first columns.
   */
  const sorted = (of: RegisterKind, where: Condition, terms: readonly SortTerm[]): number[] => {
    const ranked = of === 'threat' ? rankedAtStart(terms) : [];
    const rest = terms.slice(ranked.length);
    const order = [...rest.flatMap(ordered), 'number'].join(', ');
    const key = ranked.map(({ column }) => column).join(` || '${separator}' || `) || `''`;
    // The rows are sorted in a subquery, because this takes two thirds of the time of an ordered
    // aggregate.
    const { numbers, keys } = listRow.parse(
      database
        .prepare(
          `WITH ${ranks} SELECT json_group_array(number) AS numbers,
             ${ranked.length > 0 ? 'json_group_array(key)' : `'[]'`} AS keys
           FROM (SELECT number, ${key} AS key FROM ${sources[of]}
                 WHERE ${where.sql} ORDER BY ${order})`,
        )
        .get(...where.values),
    );
    const found = numbersText.parse(JSON.parse(numbers));
    return ranked.length === 0 ? found : sortedByKey(found, texts.parse(JSON.parse(keys)), ranked);
  };

  const groups = (of: RegisterKind, grouping: RegisterGrouping, where: Condition, order: string) =>
    database
      .prepare(
        `WITH ${ranks} SELECT ${groupKeys[grouping]} AS key, ${groupTitles[grouping] ?? 'NULL'} AS title,
           count(*) AS count
         FROM ${sources[of]} WHERE ${where.sql}
         GROUP BY ${groupKeys[grouping]} ORDER BY ${order}`,
      )
      .all(...where.values)
      .map((raw) => {
        const group = groupRow.parse(raw);
        const key = group.key ?? '';
        return { key, title: group.title ?? groupTitle(grouping, key), count: group.count };
      });

  const groupTitle = (grouping: RegisterGrouping, key: string): string => {
    if (grouping === 'canvas') return recordTitle('canvas', key);
    return grouping === 'model' ? recordTitle('threatModel', key) : key;
  };

  const recordTitle = (kind: 'canvas' | 'threatModel', id: string): string => {
    const found = records.find(kind, id);
    return found ? present(kind, found).title : '';
  };

  const count = (of: RegisterKind, where: Condition): number =>
    countRow.parse(
      database
        .prepare(`SELECT count(*) AS count FROM ${sources[of]} WHERE ${where.sql}`)
        .get(...where.values),
    ).count;

  const rowsOf = (of: RegisterKind) =>
    database.prepare(
      `SELECT * FROM ${sources[of]} WHERE number IN (SELECT value FROM json_each(?))`,
    );
  const selectRows = registerKinds.map((kind) => ({ kind, statement: rowsOf(kind) }));

  /** Returns the rows that still exist, in the given order. */
  const rows = (numbers: readonly number[]): RegisterRow[] => {
    const titles = new Map<string, string>();
    const titled = (kind: 'canvas' | 'threatModel', id: string | null) => {
      const key = id ?? '';
      const title = titles.get(key) ?? recordTitle(kind, key);
      titles.set(key, title);
      return { id: key, title };
    };
    const found = new Map(
      selectRows
        .flatMap(({ kind, statement }) => {
          const [above, below] = numbersOf(kind);
          const wanted = numbers.filter((number) => number > above && number < below);
          return wanted.length === 0
            ? []
            : statement.all(JSON.stringify(wanted)).map((raw) => ({ kind, raw }));
        })
        .map(({ kind, raw }) => {
          const {
            component_id,
            component_title,
            canvas_id,
            model_id,
            categories,
            threat_id,
            threat_title,
            ...values
          } = row.parse(raw);
          const context = {
            kind,
            threat: { id: threat_id, title: threat_title },
            component: { id: component_id, title: component_title },
            canvas: titled('canvas', canvas_id),
            model: titled('threatModel', model_id),
          };
          const known = texts.parse(JSON.parse(categories));
          return [values.number, { ...values, categories: known, ...context }];
        }),
    );
    return numbers.flatMap((number) => found.get(number) ?? []);
  };

  const distinct = (column: string, from: string, { sql, values }: Condition): string[] =>
    database
      .prepare(
        `SELECT DISTINCT ${column} AS value FROM ${from}
         WHERE ${sql} AND ${column} <> '' ORDER BY value COLLATE NOCASE LIMIT ${maxValues}`,
      )
      .all(...values)
      .map((raw) => valueRow.parse(raw).value);

  const componentsOf = ({ sql, values }: Condition) =>
    database
      .prepare(
        `SELECT DISTINCT component_id AS id, component_title AS title FROM register
         WHERE ${sql} AND component_id IS NOT NULL
         ORDER BY lower(component_title), component_id LIMIT ${maxValues}`,
      )
      .all(...values)
      .map((raw) => titledRow.parse(raw));

  return {
    list,
    rows,
    /**
     * Returns the values that threats of the scope have, so that the window can offer them as filters.
     */
    values: (scope: StoredScope): RegisterValues => {
      const where = scoped(scope);
      const titledBy = (column: string, kind: 'canvas' | 'threatModel') =>
        distinct(column, 'register', where)
          .map((id) => ({ id, title: recordTitle(kind, id) }))
          .toSorted((one, other) => one.title.localeCompare(other.title));
      return {
        categories: distinct('each.value', 'register, json_each(categories) AS each', where),
        owners: distinct('owner', 'register', where),
        components: componentsOf(where),
        canvases: titledBy('canvas_id', 'canvas'),
        models: titledBy('model_id', 'threatModel'),
      };
    },
  };
};
