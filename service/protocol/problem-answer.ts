import { ValidationError } from '@orpc/contract';
import { problems, type Problem } from '#shared/api/problem.ts';
import { sqlStateOf } from '../database/sql-state.ts';
import { WriteCollision } from '../database/transaction.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { DocumentAbandoned, DocumentsBusy, DocumentTooLarge } from '../documents/documents.ts';
import type { Answer } from './answer.ts';
import { Refusal } from './refusal.ts';

const untranslatableCharacter = '22021';

/**
 * The most issues in a response. This many are enough to fix a request. Without the limit, the response
 * to a malicious request could have a million issues.
 */
const maxIssues = 20;

/** Returns the refusal for an error, or `undefined` if the error is a bug. */
export const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (error instanceof WriteCollision) return tooMany('concurrent changes to the same records', 1);
  if (error instanceof DatabaseUnavailable) return unavailable;
  if (error instanceof DocumentsBusy) return tooMany('documents are being generated', 10);
  if (error instanceof DocumentTooLarge) {
    return new Refusal('conflict', `the document cannot be made: ${error.message}`);
  }
  // The client has stopped waiting for the document, so it does not receive this response. Its status is
  // only logged.
  if (error instanceof DocumentAbandoned) return new Refusal('conflict', error.message);
  // PostgreSQL cannot store NUL. The contract rejects NUL everywhere except in imported files, so this
  // error is about the content of a file.
  if (sqlStateOf(error) === untranslatableCharacter) {
    return new Refusal('validation_failed', 'text contains a NUL character');
  }
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof ValidationError)) return undefined;
  const issues = cause.issues.slice(0, maxIssues).map(({ path, message }) => ({
    path: pathOf(path ?? []),
    message,
  }));
  const [first] = issues;
  const detail = first ? [first.path, first.message].filter(Boolean).join(': ') : 'not valid';
  return new Refusal('validation_failed', detail, { issues });
};

/**
 * Returns a response with a problem (`application/problem+json`, RFC 9457) that describes a refusal. If
 * `refusal` is undefined, the request failed because of a bug. The problem then has a fixed text instead
 * of the error's message, because the message could reveal internals.
 */
export const problemAnswer = (refusal: Refusal | undefined, requestId: string): Answer => {
  const { code, message, refinement } =
    refusal ?? new Refusal('internal', 'an unexpected error occurred');
  const { status, title } = problems[code];
  const { headers, ...members } = refinement;
  const problem: Problem = {
    type: `urn:parapet:problem:${code}`,
    title,
    status,
    detail: message,
    code,
    requestId,
    ...members,
  };
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: JSON.stringify(problem),
  };
};

const tooMany = (what: string, seconds: number): Refusal =>
  new Refusal('rate_limited', `too many ${what}`, { headers: { 'retry-after': `${seconds}` } });

const unavailable = new Refusal('service_unavailable', 'the database is not available', {
  headers: { 'retry-after': '2' },
});

type PathSegment = PropertyKey | { key: PropertyKey };

/** Returns a path such as `threatModelsData[0].title`. */
const pathOf = (path: readonly PathSegment[]): string =>
  path
    .map((segment) => (typeof segment === 'object' ? segment.key : segment))
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
