export type Migration = {
  name: string;
  /** Statements for both databases. Each statement ends with a semicolon at the end of a line. */
  sql: string;
  /**
   * Further statements that run only on SQLite. `postgres` has those that run only on PostgreSQL.
   * Triggers, for example, need a different syntax on each database.
   */
  sqlite?: readonly string[];
  postgres?: readonly string[];
};
