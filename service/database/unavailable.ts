import { messageOf } from './message-of.ts';

/**
 * Thrown when the database temporarily cannot serve: it is down, starting, full, read-only, out of
 * connections, or too slow. `cause` is the driver's error.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}
