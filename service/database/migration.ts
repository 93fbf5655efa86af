export type Migration = {
  name: string;
  /** Statements for both databases. Each ends with a semicolon at the end of a line. */
  sql: string;
  /** Further statements for one database, where the syntax differs, such as triggers. */
  sqlite?: readonly string[];
  postgres?: readonly string[];
};
