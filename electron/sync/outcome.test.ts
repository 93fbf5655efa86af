import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { AnswerLost, CredentialsRefused, UnreadableAnswer } from '../connection/answer-failures.ts';
import { Redirected } from '../connection/network.ts';
import { refusalError, type Refusal } from '../connection/refusal.ts';
import { ServiceDamaged, SignInNeeded } from '../connection/service-connection.ts';
import {
  AlwaysChanged,
  classifyFailure,
  CreatedRecordUnknown,
  PossibleDuplicate,
} from './outcome.ts';
import { RestoredService, UnfamiliarService } from './service-hold.ts';

const refusal = (fields: Partial<Refusal>) =>
  refusalError({
    status: 400,
    message: 'No',
    endpoint: 'PATCH /threats/{id}',
    code: 'unknown',
    requiredScope: null,
    deleted: false,
    retryAfterSeconds: null,
    requestId: null,
    ...fields,
  });

describe('an answer of the service with status', () => {
  test.each([408, 425, 429, 502, 503, 504])('%i pauses everything', (status) => {
    expect(classifyFailure(refusal({ status, retryAfterSeconds: 7 }))).toEqual({
      kind: 'unreachable',
      reason: 'No',
      afterSeconds: 7,
      problem: null,
    });
  });

  test.each([500, 501, 505, 507])('%i is a failure of one request', (status) => {
    expect(classifyFailure(refusal({ status, retryAfterSeconds: 7 }))).toEqual({
      kind: 'later',
      reason: 'No',
      afterSeconds: 7,
    });
  });

  test.each([
    [400, 'refused', 'invalid'],
    [403, 'refused', 'noPermission'],
    [404, 'gone', 'missing'],
    [410, 'gone', 'missing'],
    [412, 'changed', 'changed'],
    [499, 'refused', null],
  ])('%i says something about the record: %s, %s', (status, kind, problem) => {
    const written = { kind, reason: 'No', problem, ofRead: false };
    expect(classifyFailure(refusal({ status }))).toEqual(written);
    const read = refusal({ status, endpoint: 'GET /threats/{id}' });
    expect(classifyFailure(read)).toEqual({ ...written, ofRead: true });
  });

  test.each([
    [401, 'unknown', 'signIn'],
    [403, 'account_disabled', 'disabled'],
    [401, 'account_disabled', 'disabled'],
    [403, 'ip_not_allowed', 'addressNotAllowed'],
  ])('%i and the code %s pauses sync until the person acts: %s', (status, code, hold) => {
    const failure = { kind: 'hold', hold, reason: 'No' };
    expect(classifyFailure(refusal({ status, code }))).toEqual(failure);
  });
});

describe('a failure without an answer of the service', () => {
  test.each([
    ['rejected credentials', 'invalid_credentials', 'signIn'],
    ['a disabled account', 'account_disabled', 'disabled'],
    ['a network address that is not allowed', 'ip_not_allowed', 'addressNotAllowed'],
  ])('pauses sync until the person acts: %s', (_what, code, hold) => {
    const error = new CredentialsRefused({ status: 401, code, message: 'No' });
    expect(classifyFailure(error)).toEqual({ kind: 'hold', hold, reason: 'No' });
  });

  test.each([
    ['signIn', new SignInNeeded()],
    ['serviceDamaged', new ServiceDamaged('It is not a database.')],
    ['restored', new RestoredService()],
    ['unfamiliar', new UnfamiliarService()],
  ])('pauses sync until the person acts: %s', (hold, error) => {
    expect(classifyFailure(error)).toEqual({ kind: 'hold', hold, reason: error.message });
  });

  test.each([
    ['others keep changing the record', new AlwaysChanged()],
    ['the answer is not of this API', new UnreadableAnswer('GET /threats', 'items', 'is missing')],
    ['a field has an unexpected type', z.string().safeParse(1).error],
    ['the local database is busy', Object.assign(new Error('database is locked'), { errcode: 5 })],
  ])('concerns one request if %s', (_what, error) => {
    const reason = error?.message;
    expect(classifyFailure(error)).toEqual({ kind: 'later', reason, afterSeconds: null });
  });

  test.each([
    [new TypeError('net::ERR_CONNECTION_REFUSED'), 'connection_refused'],
    [new TypeError('net::ERR_INTERNET_DISCONNECTED'), 'no_network'],
    [new Redirected('https://login.example.org/'), 'redirected'],
    // The message says more than a general problem.
    [new TypeError('net::ERR_FAILED'), null],
    [new TypeError('net::ERR_EMPTY_RESPONSE'), null],
    [new AnswerLost('No answer after 30 seconds'), null],
    [new TypeError('connection reset'), null],
  ])('pauses everything otherwise: %s', (error, problem) => {
    expect(classifyFailure(error)).toEqual({
      kind: 'unreachable',
      reason: error.message,
      afterSeconds: null,
      problem,
    });
  });

  it('may be something other than an error', () => {
    expect(classifyFailure('stopped')).toMatchObject({ kind: 'unreachable', reason: 'stopped' });
  });
});

describe('a created record that cannot be identified', () => {
  it('is not created again by a retry if the service only did not say which one it is', () => {
    const error = new CreatedRecordUnknown();
    expect(classifyFailure(error)).toEqual({
      kind: 'refused',
      problem: 'unknownRecord',
      reason: error.message,
      ofRead: true,
    });
  });

  test.each([
    [{ title: 'Session theft' }, 'Session theft'],
    [{ text: 'Ask Bob' }, 'Ask Bob'],
    [{}, ''],
  ])('is named to the person if it may be another one: %o', (values, reason) => {
    const error = new PossibleDuplicate({ remote: { id: 'a', ...values }, etag: null });
    expect(classifyFailure(error)).toEqual({
      kind: 'refused',
      problem: 'possibleDuplicate',
      reason,
      ofRead: false,
    });
  });
});
