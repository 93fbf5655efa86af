/**
 * The ways a request can fail other than a refusal of the service. Errors of the network, such as
 * an unknown host or a certificate, keep their own type.
 */

/** The answer to a conditional GET if the caller has the current version. */
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

/** An answer that does not follow this API. The message names the endpoint and the field. */
export class UnreadableAnswer extends Error {
  readonly endpoint: string;
  /** The path in the answer, such as `items[3].id`; `null` if the whole answer is unreadable. */
  readonly field: string | null;

  constructor(endpoint: string, field: string | null, what: string) {
    super(`Unreadable response from ${endpoint}: ${field ?? 'it'} ${what}.`);
    this.name = 'UnreadableAnswer';
    this.endpoint = endpoint;
    this.field = field;
  }
}

/** The service rejects the client ID and secret, so the person has to sign in again. */
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
