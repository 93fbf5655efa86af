import { ValidationError } from '@orpc/contract';
import { problems, type Problem } from '#shared/api/problem.ts';
import { sqlStateOf } from '../database/sql-state.ts';
import { WriteCollision } from '../database/transaction.ts';
import { DocumentsBusy } from '../documents/documents.ts';
import type { Answer } from './answer.ts';
import { Refusal } from './refusal.ts';

const untranslatableCharacter = '22021';

/** Enough to repair a request by; a hostile one could have a million. */
const mostIssues = 20;

/** What was thrown, as a refusal; nothing for a bug. */
export const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (error instanceof WriteCollision) return tooMany('change the same records', 1);
  if (error instanceof DocumentsBusy) return tooMany('wait for documents', 10);
  // PostgreSQL cannot store it; where the contract has no say, it is the content of a file.
  if (sqlStateOf(error) === untranslatableCharacter) {
    return new Refusal('validation_failed', 'a text has a NUL character');
  }
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof ValidationError)) return undefined;
  const issues = cause.issues.slice(0, mostIssues).map(({ path, message }) => ({
    path: pathOf(path ?? []),
    message,
  }));
  const [first] = issues;
  const detail = first ? [first.path, first.message].filter(Boolean).join(': ') : 'not valid';
  return new Refusal('validation_failed', detail, { issues });
};

/** An error as `application/problem+json` (RFC 9457); a bug shows nothing of the inside. */
export const problemAnswer = (refusal: Refusal | undefined, requestId: string): Answer => {
  const { code, message, refinement } =
    refusal ?? new Refusal('internal', 'the request could not be served');
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

type PathSegment = PropertyKey | { key: PropertyKey };

/** `threatModelsData[0].title` */
const pathOf = (path: readonly PathSegment[]): string =>
  path
    .map((segment) => (typeof segment === 'object' ? segment.key : segment))
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
