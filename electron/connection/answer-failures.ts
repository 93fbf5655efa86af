/**
 * What else a request can end with than an answer and a refusal of the service. Whatever the
 * network says of itself (a host that is unknown, a certificate) stays the error that it is.
 */

/** The answer to a conditional GET: what the caller has is what the service has. */
export class NotModified extends Error {
  constructor(endpoint: string) {
    super(`${endpoint}: not modified`);
    this.name = 'NotModified';
  }
}

/** The request may have arrived and been done; its answer came not at all, or cut off. */
export class AnswerLost extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AnswerLost';
  }
}

/** An answer of something that does not speak this API. The message names endpoint and field. */
export class UnreadableAnswer extends Error {
  readonly endpoint: string;
  /** Where in the answer, such as `items[3].id`; null where all of it cannot be read. */
  readonly field: string | null;

  constructor(endpoint: string, field: string | null, what: string) {
    super(`${endpoint} answered what cannot be read: ${field ?? 'it'} ${what}`);
    this.name = 'UnreadableAnswer';
    this.endpoint = endpoint;
    this.field = field;
  }
}

/** The service does not take the client id and the secret: somebody has to sign in again. */
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
