import type { Compilable, CompiledQuery, RawBuilder } from 'kysely';
import { dialectOf, type Dialect } from './dialect.ts';
import { directReadOf } from './direct-read.ts';
import type { Database } from './schema.ts';

/** A compiled query. Each parameter is a value or the position of an argument. */
type Prepared<Row> = { query: CompiledQuery<Row>; parameters: readonly Parameter[] };
type Parameter = { argument: number } | { value: unknown };

/**
 * Returns a query whose text is compiled once per dialect, because compiling a frequent query takes
 * longer than running it. `build` gets placeholders instead of the arguments, so it may only put them
 * into the query as values.
 */
export const statement = <Texts extends readonly string[], Row>(
  build: (database: Database, ...texts: Texts) => Compilable<Row>,
): ((database: Database, ...texts: Texts) => Promise<Row[]>) => {
  const run = statementOf((database, _shape, ...texts: Texts) => build(database, ...texts));
  return async (database, ...texts) => await run(database, '', ...texts);
};

/** Wraps SQL text as a query, so that `build` can return it. */
export const compilable = <Row>(database: Database, text: RawBuilder<Row>): Compilable<Row> => ({
  compile: () => text.compile(database),
});

const maxShapes = 500;

/**
 * Returns a query with variants, one for each `shape`. Each variant is compiled once per dialect.
 * `build` gets placeholders instead of the values, so it may only put them into the query as values.
 */
export const statementOf = <Shape extends string, Values extends readonly unknown[], Row>(
  build: (database: Database, shape: Shape, ...values: Values) => Compilable<Row>,
): ((database: Database, shape: Shape, ...values: Values) => Promise<Row[]>) => {
  const made: Record<Dialect, Map<Shape, Prepared<Row>>> = {
    sqlite: new Map(),
    postgres: new Map(),
  };
  return async (database, shape, ...values) => {
    const known = made[dialectOf(database)];
    let prepared = known.get(shape);
    if (!prepared) {
      const standIns = values.map((_, index) => standIn(index));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one placeholder for each value
      prepared = preparedOf(build(database, shape, ...(standIns as unknown as Values)).compile());
      if (known.size < maxShapes) known.set(shape, prepared);
    }
    const { query } = prepared;
    const parameters = prepared.parameters.map((parameter) =>
      'argument' in parameter ? values[parameter.argument] : parameter.value,
    );
    const read = directReadOf(database);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely would return the same rows
    if (read && isRead(query)) return (await read(query.sql, parameters)) as Row[];
    const { rows } = await database.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
};

const isRead = ({ query }: CompiledQuery): boolean => query.kind === 'SelectQueryNode';

const preparedOf = <Row>(query: CompiledQuery<Row>): Prepared<Row> => ({
  query,
  parameters: query.parameters.map((value) =>
    typeof value === 'string' && value.startsWith('\0')
      ? { argument: Number(value.slice(1)) }
      : { value },
  ),
});

/**
 * Returns a placeholder for a value. The placeholder begins with NUL, which PostgreSQL cannot store, so
 * no stored value can look like a placeholder.
 */
const standIn = (index: number): string => `\0${index}`;
