/**
 * The errors of a request, except those for a refusal by the service (see `refusal.ts`). Network errors,
 * for example for an unknown host or an invalid certificate, are passed on unchanged.
 */

/**
 * The response to a conditional GET is 304, which means that the caller already has the current version.
 */
export class NotModified extends Error {
  constructor(endpoint: string) {
    super(`${endpoint}: not modified`);
    this.name = 'NotModified';
  }
}

/** The request may have been processed, but its answer was lost or cut off. */
export class AnswerLost extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AnswerLost';
  }
}

/** The response does not have the form of this API. The message names the endpoint and the field. */
export class UnreadableAnswer extends Error {
  readonly endpoint: string;
  /** The path in the response, such as `items[3].id`; `null` if the whole response is unreadable. */
  readonly field: string | null;

  constructor(endpoint: string, field: string | null, what: string) {
    super(`Unreadable response from ${endpoint}: ${field ?? 'it'} ${what}.`);
    this.name = 'UnreadableAnswer';
    this.endpoint = endpoint;
    this.field = field;
  }
}

/** The service rejects the client ID and the secret, so the person has to sign in again. */
export class CredentialsRefused extends Error {
  readonly status: number;
  readonly code: string;

  constructor({ status, code, message }: { status: number; code: string; message: string }) {
    super(message);
    this.name = 'CredentialsRefused';
    this.status = status;
    this.code = code;
  }
}
