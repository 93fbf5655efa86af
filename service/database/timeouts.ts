/** Timeouts for PostgreSQL in milliseconds. A request that exceeds one of these timeouts gets 503. */
export type Timeouts = {
  /**
   * The longest time that a request waits for a new connection, or for one that another transaction
   * returns to the pool.
   */
  connect: number;
  /** The longest time that a statement may run. PostgreSQL enforces this timeout. */
  statement: number;
  /**
   * The longest time that a statement waits for a row or table lock. PostgreSQL enforces this timeout.
   */
  lock: number;
  /**
   * The longest time that a transaction may be idle between two statements. PostgreSQL enforces this
   * timeout. It ends the transactions of a dead instance, which would otherwise keep their locks.
   */
  idleInTransaction: number;
  /**
   * The longest time that the service waits for a response from the database. The service enforces this
   * timeout itself, because the database or the network may have stopped responding.
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

/**
 * Timeouts that limit only the wait for a connection. Zero means no timeout, both in PostgreSQL and in
 * the driver.
 */
export const noTimeouts: Timeouts = {
  ...usualTimeouts,
  statement: 0,
  lock: 0,
  idleInTransaction: 0,
  query: 0,
};
