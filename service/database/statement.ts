import type { Compilable, CompiledQuery } from 'kysely';
import { dialectOf, type Dialect } from './dialect.ts';
import type { Database } from './schema.ts';

/**
 * Returns a query whose text is compiled once per dialect, because compiling a frequent query costs
 * more than running it. `build` gets placeholders instead of the texts, and may only pass them on
 * as values.
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

/** No column contains such a text, because PostgreSQL cannot store NUL. */
const standIn = (index: number): string => `\0${index}`;

const textFor = (value: unknown, texts: readonly string[]): unknown =>
  typeof value === 'string' && value.startsWith('\0') ? texts[Number(value.slice(1))] : value;
