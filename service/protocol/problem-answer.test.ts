import { ValidationError } from '@orpc/contract';
import { describe, expect, test } from 'vitest';
import { problems } from '#shared/api/problem.ts';
import { WriteCollision } from '../database/transaction.ts';
import { DatabaseUnavailable } from '../database/unavailable.ts';
import { DocumentAbandoned, DocumentsBusy, DocumentTooLarge } from '../documents/documents.ts';
import { asRefusal, problemAnswer } from './problem-answer.ts';
import { Refusal } from './refusal.ts';

const answered = (error: unknown) => {
  const { status, headers, body } = problemAnswer(asRefusal(error), 'request-1');
  const problem: unknown = JSON.parse(body ?? '');
  return { status, headers, problem };
};

const json = { 'content-type': 'application/problem+json' };

test('a refusal becomes a problem with its code, its text, and what it adds', () => {
  const headers = { allow: 'GET, HEAD' };
  const refusal = new Refusal('missing_scope', 'requires scope a:read', {
    requiredScope: 'a:read',
    headers,
  });
  expect(answered(refusal)).toEqual({
    status: 403,
    headers: { ...json, ...headers },
    problem: {
      type: 'urn:parapet:problem:missing_scope',
      title: problems.missing_scope.title,
      status: 403,
      detail: 'requires scope a:read',
      code: 'missing_scope',
      requestId: 'request-1',
      requiredScope: 'a:read',
    },
  });
});

const fromPostgres = (code: string): Error =>
  Object.assign(new Error('from PostgreSQL'), { severity: 'ERROR', code });

test.each([
  [new WriteCollision(), 'rate_limited', '1', 'too many concurrent changes to the same records'],
  [
    new DatabaseUnavailable(new Error('password wrong')),
    'service_unavailable',
    '2',
    'the database is not available',
  ],
  [new DocumentsBusy(), 'rate_limited', '10', 'too many documents are being generated'],
  [
    new DocumentTooLarge('it takes too much time'),
    'conflict',
    undefined,
    'the document cannot be made: it takes too much time',
  ],
  [new DocumentAbandoned('nobody waits'), 'conflict', undefined, 'nobody waits'],
  [fromPostgres('22021'), 'validation_failed', undefined, 'text contains a NUL character'],
] as const)('%s is refused as %s', (error, code, retryAfter, detail) => {
  expect(answered(error)).toMatchObject({
    status: problems[code].status,
    headers: retryAfter === undefined ? json : { ...json, 'retry-after': retryAfter },
    problem: { code, detail },
  });
});

test.each([
  new Error('secret of the inside'),
  fromPostgres('22P02'),
  new Error('outer', { cause: new Error('secret of the inside') }),
  'secret of the inside',
  undefined,
])('another error is a bug, and its text is not sent: %s', (error) => {
  const answer = answered(error);
  expect(answer).toMatchObject({
    status: 500,
    headers: json,
    problem: { code: 'internal', detail: 'an unexpected error occurred' },
  });
  expect(JSON.stringify(answer)).not.toContain('secret');
});

describe('an invalid input', () => {
  type Issues = ValidationError['issues'];
  const invalidFor = (issues: Issues): Error =>
    new Error('invalid', { cause: new ValidationError({ message: 'invalid', issues, data: {} }) });

  test('names each value by its path, and the first one in the text', () => {
    const issues: Issues = [
      { path: ['models', 1, { key: 'title' }], message: 'too long' },
      { path: [0, 'text'], message: 'missing' },
      { path: [], message: 'expected an object' },
      { message: 'expected a list' },
    ];
    expect(answered(invalidFor(issues))).toMatchObject({
      status: 400,
      problem: {
        code: 'validation_failed',
        detail: 'models[1].title: too long',
        issues: [
          { path: 'models[1].title', message: 'too long' },
          { path: '[0].text', message: 'missing' },
          { path: '', message: 'expected an object' },
          { path: '', message: 'expected a list' },
        ],
      },
    });
  });

  test('as a whole has a text without a path', () => {
    expect(answered(invalidFor([{ message: 'expected a list' }]))).toMatchObject({
      problem: { detail: 'expected a list' },
    });
    expect(answered(invalidFor([]))).toMatchObject({
      problem: { detail: 'not valid', issues: [] },
    });
  });

  test('has at most 20 issues in the response, however many it has', () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({ path: [at], message: 'wrong' }));
    const issues = many.slice(0, 20).map((_, at) => ({ path: `[${at}]`, message: 'wrong' }));
    expect(answered(invalidFor(many))).toMatchObject({ problem: { issues } });
  });
});
