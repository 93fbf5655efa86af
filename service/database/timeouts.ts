/** Timeouts for PostgreSQL in milliseconds. A request that exceeds one gets 503. */
export type Timeouts = {
  /** For getting a connection: a new one, or one that another transaction returns. */
  connect: number;
  /** For one statement, enforced by PostgreSQL. */
  statement: number;
  /** For a row or table lock, enforced by PostgreSQL. */
  lock: number;
  /**
   * Between two statements of a transaction, enforced by PostgreSQL, so that a dead instance holds
   * no locks.
   */
  idleInTransaction: number;
  /**
   * For a response of the database. The service enforces this itself, because the database or the
   * network may be silent.
   */
  query: number;
};

export const usualTimeouts: Timeouts = {
  connect: 5000,
  statement: 15_000,
  lock: 5000,
  idleInTransaction: 10_000,
  query: 20_000,
};

/** Zero means no timeout, both in PostgreSQL and in the driver. */
export const noTimeouts: Timeouts = {
  ...usualTimeouts,
  statement: 0,
  lock: 0,
  idleInTransaction: 0,
  query: 0,
};
