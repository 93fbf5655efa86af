/**
 * The SQLSTATE of an error that PostgreSQL answered, known by its form so that nothing but
 * `postgres.ts` has to load the driver.
 */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
