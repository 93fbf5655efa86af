import type { Credentials } from '#shared/api/auth.ts';
import type { Fetch } from './fetch.ts';

/** The address and identity for a service: everything that differs between connections. */
export type ServiceConnection = {
  /** The name that the sync status shows. */
  name: string;
  baseUrl: string;
  fetch: Fetch;
  /** Rejects while there is no secret; then nothing is sent. */
  credentials: () => Promise<Credentials>;
  /** Our user ID, if it is known before the service reports it. */
  userId: () => Promise<string | null>;
  /** The first start opens the sample instead of an empty window. */
  startsWithSample: boolean;
};

/** The database of the built-in service is unreadable. Retrying does not help. */
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
