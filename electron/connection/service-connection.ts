import type { Credentials } from '#shared/api/auth.ts';
import type { Fetch } from './fetch.ts';

/** Everything that differs between connections, such as the address and the credentials. */
export type ServiceConnection = {
  /** The name that the sync status shows. */
  name: string;
  baseUrl: string;
  fetch: Fetch;
  /** Returns the credentials. Rejects if there is no secret, so that nothing is sent. */
  credentials: () => Promise<Credentials>;
  /** Returns our user ID, or `null` if only the service knows it. */
  userId: () => Promise<string | null>;
  /**
   * Lets the service read a file that the person will probably import next, while the import dialog is
   * open. `null` cancels this. Only the built-in service does this.
   */
  readAhead?: (file: Uint8Array<ArrayBuffer> | null) => void;
  /** True if the app opens the sample at the first start, instead of an empty window. */
  startsWithSample: boolean;
};

/** The database of the built-in service cannot be read, and a retry would not help. */
export class ServiceDamaged extends Error {
  constructor(reason: string) {
    super(`The built-in service’s database is damaged: ${reason}`);
    this.name = 'ServiceDamaged';
  }
}

/** There is no secret: the person signed out, or the system could not store it. */
export class SignInNeeded extends Error {
  constructor() {
    super('Enter this connection’s secret again.');
    this.name = 'SignInNeeded';
  }
}
