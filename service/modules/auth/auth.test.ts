import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessToken } from '#shared/api/auth.ts';
import { useRealSecrets } from '../../testing/cheap-secrets.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

beforeAll(useRealSecrets);

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(async () => {
  await service.stop();
});

const wrong = { status: 401, body: { code: 'invalid_credentials' } };

test('client ID and secret give a bearer token for an hour', async () => {
  const answer = await service.owner.send('POST', '/auth', { json: service.owner.credentials });
  const { access_token, ...rest } = accessToken.parse(answer.body);
  expect(rest).toEqual({ expires_in: 3600, token_type: 'Bearer' });
  const authorization = `Bearer ${access_token}`;
  expect(await service.owner.send('GET', '/threats', { headers: { authorization } })).toMatchObject(
    { status: 200 },
  );
});

test('a wrong secret and an unknown client ID get the same response', async () => {
  const { clientId, secret } = service.owner.credentials;
  for (const json of [
    { clientId, secret: `${secret}x` },
    { clientId: 'nobody', secret },
    { clientId, secret: '' },
  ]) {
    const answer = await service.owner.send('POST', '/auth', { json });
    expect(answer).toMatchObject(wrong);
    expect(answer.body).toMatchObject({ detail: 'incorrect client ID or secret' });
  }
});

test('neither secrets nor tokens are in the database or in the log', async () => {
  const { credentials, token } = service.owner;
  await service.owner.send('GET', '/threats');
  const rows = [
    await service.database.selectFrom('api_tokens').selectAll().execute(),
    await service.database.selectFrom('access_tokens').selectAll().execute(),
  ];
  const text = JSON.stringify(rows);
  expect(text).toContain(credentials.clientId);
  expect(text).not.toContain(credentials.secret);
  expect(text).not.toContain(token);

  const log = JSON.stringify(service.logged);
  expect(log).toContain('/threats');
  expect(log).not.toContain(credentials.secret);
  expect(log).not.toContain(token);
});

test('after repeated failures, a client has to wait, even with the right secret', async () => {
  service.setClock(new Date('2026-01-01T00:00:00.000Z'));
  const { credentials } = service.owner;
  const guess = { ...credentials, secret: 'guess' };
  for (let attempt = 0; attempt < 6; attempt++) {
    expect(await service.owner.send('POST', '/auth', { json: guess })).toMatchObject(wrong);
  }
  const slowed = await service.owner.send('POST', '/auth', { json: credentials });
  expect(slowed).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(slowed.headers.get('retry-after')).toBe('1');

  service.setClock(new Date('2026-01-01T00:00:01.000Z'));
  expect(await service.owner.send('POST', '/auth', { json: guess })).toMatchObject(wrong);
  const longer = await service.owner.send('POST', '/auth', { json: credentials });
  expect(longer.headers.get('retry-after')).toBe('2');

  service.setClock(new Date('2026-01-01T00:00:03.000Z'));
  const answer = await service.owner.send('POST', '/auth', { json: credentials });
  expect(answer.status).toBe(200);
});

// This test is slow, because it computes fifty hashes of secrets, and each hash is slow on purpose.
test('one address cannot try many clients', async () => {
  service.setClock(new Date('2026-01-01T00:00:00.000Z'));
  for (let attempt = 0; attempt < 51; attempt++) {
    const json = { clientId: `client_${attempt}`, secret: 'guess' };
    expect(await service.owner.send('POST', '/auth', { json })).toMatchObject(wrong);
  }
  const json = { clientId: 'client_51', secret: 'guess' };
  expect(await service.owner.send('POST', '/auth', { json })).toMatchObject({ status: 429 });
  // A client that knows its secret is not locked out, even if it has the attacker's address.
  const { credentials } = service.owner;
  const answer = await service.owner.send('POST', '/auth', { json: credentials });
  expect(answer.status).toBe(200);
});
