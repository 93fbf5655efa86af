export type Migration = {
  name: string;
  /** Statements for both databases. Each ends with a semicolon at the end of a line. */
  sql: string;
  /** Statements that follow in one database only, because the syntax differs: triggers. */
  sqlite?: readonly string[];
  postgres?: readonly string[];
};
