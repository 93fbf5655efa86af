/** Timeouts for PostgreSQL in milliseconds. A request that exceeds one gets 503. */
export type Timeouts = {
  /** The wait for a connection: a new one, or one that another transaction returns to the pool. */
  connect: number;
  /** The time of one statement, enforced by PostgreSQL. */
  statement: number;
  /** The wait for a row or table lock, enforced by PostgreSQL. */
  lock: number;
  /**
   * The time between two statements of a transaction, enforced by PostgreSQL. It ends the transactions
   * of a dead instance, which would otherwise keep their locks.
   */
  idleInTransaction: number;
  /**
   * The wait for a response from the database. The service enforces this timeout itself, because the
   * database or the network may have stopped responding.
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
