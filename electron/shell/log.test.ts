import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from './log.ts';

const secret = 'Qm9-yW_kX2.s3cr3t~1';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const text = (): string => readFileSync(join(folder, 'parapet.log'), 'utf8');

it.each([
  ['a secret', { secret }],
  ['credentials', { credentials: { clientId: 'id', secret } }],
  ['an answer of /auth, deep inside', { a: { b: { c: { access_token: secret } } } }],
  ['a header', { headers: { authorization: `Bearer ${secret}` } }],
  ['a header in a text', { error: `Error: refused, sent Bearer ${secret} to the service` }],
  ['a body in a text', { error: `not valid: ${JSON.stringify({ clientId: 'id', secret })}` }],
  ['a body in a body', { error: JSON.stringify({ body: JSON.stringify({ token: secret }) }) }],
])('%s is not in the log, but its line is', (_, details) => {
  createLog(folder)('sync pass failed', details);
  expect(text()).not.toContain(secret);
  expect(text()).toContain('sync pass failed');
  expect(JSON.parse(text())).toMatchObject({ msg: 'sync pass failed' });
});

it('other values stay readable', () => {
  createLog(folder)('embedded service ready', { pid: 7, reason: 'The basic rule: "token" ring' });
  expect(JSON.parse(text())).toMatchObject({ pid: 7, reason: 'The basic rule: "token" ring' });
});
