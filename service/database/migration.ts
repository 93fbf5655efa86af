export type Migration = {
  name: string;
  /** Statements for both databases. Each statement ends with a semicolon at the end of a line. */
  sql: string;
  /**
   * More statements for SQLite only. `postgres` has those for PostgreSQL. Triggers, for example, need a
   * different syntax on each database.
   */
  sqlite?: readonly string[];
  postgres?: readonly string[];
};
