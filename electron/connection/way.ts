import type { Credentials } from '#shared/api/auth.ts';
import type { Fetch } from './fetch.ts';

/** How a service is reached, and as whom: all in which one connection differs from another. */
export type Way = {
  /** As the status names it. */
  name: string;
  baseUrl: string;
  fetch: Fetch;
  /** Rejects while there is no secret: nothing is sent then. */
  credentials: () => Promise<Credentials>;
  /** Who we are there, where that is known before the service has said it. */
  userId: () => Promise<string | null>;
  /** Whether the first start opens the sample instead of an empty window. */
  startsWithSample: boolean;
};

/** The database of the service on this computer cannot be read; it does not get better by itself. */
export class ServiceDamaged extends Error {
  constructor(reason: string) {
    super(`The database of the service on this computer is damaged: ${reason}`);
    this.name = 'ServiceDamaged';
  }
}

/** There is no secret: the person signed out, or the system could not keep it. */
export class SignInNeeded extends Error {
  constructor() {
    super('The secret of this connection has to be given again');
    this.name = 'SignInNeeded';
  }
}
