import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { z } from 'zod';
import type {
  RegisterColumn,
  RegisterFilter,
  RegisterGrouping,
  RegisterList,
  RegisterQuery,
  RegisterRow,
  RegisterScope,
} from '#shared/desktop/register.ts';
import type { ComponentPlaces } from './component-places.ts';
import { present, type Records } from './records.ts';
import { numbersOf } from './search-schema.ts';
import { textMatch } from './search.ts';

type Parts = { database: DatabaseSync; records: Records; places: ComponentPlaces };

/** A condition on rows of the register, with the values of its parameters. */
type Condition = { sql: string; values: SQLInputValue[] };

const listRow = z.object({ numbers: z.string() });
const numbersText = z.array(z.number());
const groupRow = z.object({ key: z.string().nullable(), count: z.number() });
const countRow = z.object({ count: z.number() });
const valueRow = z.object({ value: z.string() });
const row = z.object({
  number: z.number(),
  id: z.string(),
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

const titleOf = (kind: string, id: string): string =>
  `coalesce((SELECT local ->> 'title' FROM record WHERE kind = '${kind}' AND id = ${id}), '')`;

/** The terms of an order. The index of a reference sorts T-9 before T-10. */
const orders: Record<RegisterColumn, readonly string[]> = {
  reference: ['reference_number', 'reference'],
  title: ['title COLLATE NOCASE'],
  priority: ['priority_rank', 'priority'],
  status: ['status_rank', 'status'],
  component: ['component_title COLLATE NOCASE', 'component_id'],
  canvas: [`${titleOf('canvas', 'canvas_id')} COLLATE NOCASE`, 'canvas_id'],
  model: [`${titleOf('threatModel', 'model_id')} COLLATE NOCASE`, 'model_id'],
  category: [`coalesce(categories ->> 0, '')`],
  owner: ['owner COLLATE NOCASE'],
  due: ['due'],
  likelihood: [`instr('lowmediumhighcritical', nullif(likelihood, ''))`],
  impact: [`instr('lowmediumhighcritical', nullif(impact, ''))`],
  changed: ['changed'],
};

/** Groups sort like their column, with the highest priority first. */
const groupKeys: Record<RegisterGrouping, string> = {
  priority: 'priority',
  status: 'status',
  component: 'component_id',
  canvas: 'canvas_id',
  model: 'model_id',
  category: `coalesce(categories ->> 0, '')`,
  owner: 'owner',
};

const ordered = (column: RegisterColumn, isDescending: boolean): string[] =>
  orders[column].map((term) => `${term}${isDescending ? ' DESC' : ''}`);

const mostValues = 300;
const dayMs = 86_400_000;

/** Answers the register from its own table. The window reads only the rows that it shows. */
export const createRegister = ({ database, records, places }: Parts) => {
  const scoped = (scope: RegisterScope): Condition => {
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
      case 'canvas':
        // The same components as on the canvas, some of which belong to another one.
        return {
          sql: 'component_id IN (SELECT value FROM json_each(?))',
          values: [JSON.stringify(places.listedOn(scope.id).map(({ id }) => id))],
        };
    }
  };

  const list = (query: RegisterQuery): RegisterList => {
    const scope = scoped(query.scope);
    const where = allOf([scope, ...filtered(query.filter, query.today)]);
    const { grouping } = query;
    const groupOrder = grouping === null ? [] : ordered(grouping, grouping === 'priority');
    const order = [
      ...groupOrder,
      ...query.sort.flatMap(({ column, isDescending }) => ordered(column, isDescending)),
      'number',
    ].join(', ');
    const { numbers } = listRow.parse(
      database
        .prepare(
          `SELECT json_group_array(number ORDER BY ${order}) AS numbers FROM register
           WHERE ${where.sql}`,
        )
        .get(...where.values),
    );
    const found = numbersText.parse(JSON.parse(numbers));
    return {
      numbers: found,
      groups: grouping === null ? [] : groups(grouping, where, groupOrder.join(', ')),
      total: isFiltered(query.filter) ? count(scope) : found.length,
    };
  };

  const groups = (grouping: RegisterGrouping, where: Condition, order: string) =>
    database
      .prepare(
        `SELECT ${groupKeys[grouping]} AS key, count(*) AS count FROM register
         WHERE ${where.sql} GROUP BY ${groupKeys[grouping]} ORDER BY ${order}`,
      )
      .all(...where.values)
      .map((raw) => {
        const group = groupRow.parse(raw);
        const key = group.key ?? '';
        return { key, title: groupTitle(grouping, key), count: group.count };
      });

  const groupTitle = (grouping: RegisterGrouping, key: string): string => {
    if (grouping === 'component') return recordTitle('component', key);
    if (grouping === 'canvas') return recordTitle('canvas', key);
    return grouping === 'model' ? recordTitle('threatModel', key) : key;
  };

  const recordTitle = (kind: 'component' | 'canvas' | 'threatModel', id: string): string => {
    const found = records.find(kind, id);
    return found ? present(kind, found).title : '';
  };

  const count = (where: Condition): number =>
    countRow.parse(
      database
        .prepare(`SELECT count(*) AS count FROM register WHERE ${where.sql}`)
        .get(...where.values),
    ).count;

  const selectRows = database.prepare(
    'SELECT * FROM register WHERE number IN (SELECT value FROM json_each(?))',
  );

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
      selectRows.all(JSON.stringify(numbers)).map((raw) => {
        const { component_id, component_title, canvas_id, model_id, categories, ...values } =
          row.parse(raw);
        const place = {
          component: { id: component_id, title: component_title },
          canvas: titled('canvas', canvas_id),
          model: titled('threatModel', model_id),
        };
        const known = texts.parse(JSON.parse(categories));
        return [values.number, { ...values, categories: known, ...place }];
      }),
    );
    return numbers.flatMap((number) => found.get(number) ?? []);
  };

  const distinct = (column: string, from: string, { sql, values }: Condition): string[] =>
    database
      .prepare(
        `SELECT DISTINCT ${column} AS value FROM ${from}
         WHERE ${sql} AND ${column} <> '' ORDER BY value COLLATE NOCASE LIMIT ${mostValues}`,
      )
      .all(...values)
      .map((raw) => valueRow.parse(raw).value);

  return {
    list,
    rows,
    /** Returns the values that threats have, for filters. */
    values: (scope: RegisterScope) => ({
      categories: distinct('each.value', 'register, json_each(categories) AS each', scoped(scope)),
      owners: distinct('owner', 'register', scoped(scope)),
    }),
  };
};

const isFiltered = ({ text, priority, status, category, owner, due }: RegisterFilter): boolean =>
  text.trim() !== '' ||
  due !== null ||
  [priority, status, category, owner].some(({ length }) => length > 0);

const allOf = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
  values: conditions.flatMap(({ values }) => values),
});

const anyOf = (column: string, words: readonly string[]): Condition[] =>
  words.length === 0
    ? []
    : [{ sql: `${column} IN (${words.map(() => '?').join(', ')})`, values: [...words] }];

const filtered = (
  { text, priority, status, category, owner, due }: RegisterFilter,
  today: string,
): Condition[] => [
  ...withText(text),
  ...anyOf('priority', priority),
  ...anyOf('status', status),
  ...anyOf('owner', owner),
  ...(category.length === 0
    ? []
    : [
        {
          sql: `EXISTS (SELECT 1 FROM json_each(categories)
                        WHERE value IN (${category.map(() => '?').join(', ')}))`,
          values: [...category],
        },
      ]),
  ...(due === null ? [] : [dueOn(due, today)]),
];

/** The index finds groups of three characters. Shorter texts are compared with the titles. */
const withText = (text: string): Condition[] => {
  if (text.trim() === '') return [];
  const match = textMatch(text);
  const [above, below] = numbersOf('threat');
  return match === null
    ? [{ sql: 'instr(lower(title), lower(?)) > 0', values: [text.trim()] }]
    : [
        {
          sql: `number IN (SELECT rowid FROM search_text
                           WHERE search_text MATCH ? AND rowid > ? AND rowid < ?)`,
          values: [match, above, below],
        },
      ];
};

const dueOn = (due: NonNullable<RegisterFilter['due']>, today: string): Condition => {
  if (due === 'none') return { sql: `due = ''`, values: [] };
  const day = 'substr(due, 1, 10)';
  if (due === 'overdue') {
    return { sql: `status = 'open' AND due <> '' AND ${day} < ?`, values: [today] };
  }
  const last = new Date(Date.parse(today) + 7 * dayMs).toISOString().slice(0, 10);
  return { sql: `status = 'open' AND due <> '' AND ${day} <= ?`, values: [last] };
};
