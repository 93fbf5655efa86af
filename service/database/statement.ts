import type { Compilable, CompiledQuery } from 'kysely';
import { dialectOf, type Dialect } from './dialect.ts';
import type { Database } from './schema.ts';

/**
 * A query whose text is made once, not at each use: building it costs more than running it where it
 * runs with every request. `build` is given stand-ins for the texts it is used with, which it may
 * hand on as values and nothing else.
 */
export const statement = <Texts extends readonly string[], Row>(
  build: (database: Database, ...texts: Texts) => Compilable<Row>,
): ((database: Database, ...texts: Texts) => Promise<Row[]>) => {
  const made = new Map<Dialect, CompiledQuery<Row>>();
  return async (database, ...texts) => {
    const dialect = dialectOf(database);
    let query = made.get(dialect);
    if (!query) {
      const standIns = texts.map((_, index) => standIn(index));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as many texts as there are
      query = build(database, ...(standIns as unknown as Texts)).compile();
      made.set(dialect, query);
    }
    const parameters = query.parameters.map((value) => textFor(value, texts));
    const { rows } = await database.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
};

/** No text that a column holds: PostgreSQL stores no NUL. */
const standIn = (index: number): string => `\0${index}`;

const textFor = (value: unknown, texts: readonly string[]): unknown =>
  typeof value === 'string' && value.startsWith('\0') ? texts[Number(value.slice(1))] : value;
