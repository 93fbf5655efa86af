import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessToken, type Credentials } from '#shared/api/auth.ts';
import { useRealSecrets } from '../testing/cheap-secrets.ts';
import { startProcess } from './testing/started-process.ts';
import {
  createUserWords,
  startCommandLine,
  type TestCommandLine,
} from './testing/test-command-line.ts';

beforeAll(useRealSecrets);

let cli: TestCommandLine;
let started: ReturnType<typeof startProcess>[];
beforeEach(async () => {
  cli = await startCommandLine();
  started = [];
});
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.map(async ({ ended }) => await ended));
  await cli.stop();
});

const serve = (...words: string[]) => {
  const env = { DATABASE_URL: cli.location };
  const own = ['serve', '--port', '0', '--drain', '0'];
  const process = startProcess([...own, ...words], { folder: cli.folder, env });
  started.push(process);
  return process;
};

/** Ends the process gracefully, so that another process can serve the same file. */
const end = async ({ child, ended }: ReturnType<typeof startProcess>) => {
  child.kill('SIGTERM');
  await ended;
};

const ready = /^listening on (http:\/\/127\.0\.0\.1:\d+)\/api\/v1$/;
const originIn = (line: string) => ready.exec(line)?.[1] ?? `not ready: ${line}`;

const makeToken = async (...more: string[]) => {
  await cli.run(...createUserWords('ann@example.org', '--role', 'owner'));
  const words = ['token', 'create', '--user', 'ann@example.org', '--scope', '*:read'];
  return (await cli.json(...words, '--scope', '*:write', ...more)) as Credentials;
};

const login = async (origin: string, credentials: Credentials, headers = {}) =>
  await fetch(`${origin}/api/v1/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(credentials),
  });

const bearer = async (origin: string, credentials: Credentials) => {
  const response = await login(origin, credentials);
  return `Bearer ${accessToken.parse(await response.json()).access_token}`;
};

test('prints one line when it is ready, serves, logs JSON, and exits with 0', async () => {
  const credentials = await makeToken();
  const process = serve('--token-lifetime', '60');
  const origin = originIn(await process.firstLine);
  const response = await login(origin, credentials);
  expect(await response.json()).toMatchObject({ expires_in: 60, token_type: 'Bearer' });
  expect((await fetch(`${origin}/health`)).status).toBe(200);

  process.child.kill('SIGTERM');
  const { code, out, err } = await process.ended;
  expect(code).toBe(0);
  expect(out).toMatch(/^listening on [^\n]+\n$/);
  const logged = err
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(logged).toContainEqual(
    expect.objectContaining({
      requestId: response.headers.get('x-request-id'),
      method: 'POST',
      pathname: '/api/v1/auth',
      status: 200,
    }),
  );
  expect(err).not.toContain(credentials.secret);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets requests in progress end first',
  async (signal) => {
    const credentials = await makeToken();
    const process = serve();
    const { hostname, port } = new URL(originIn(await process.firstLine));
    const body = JSON.stringify(credentials);
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const path = '/api/v1/auth';
    const sent = request({
      hostname,
      port,
      path,
      method: 'POST',
      headers: { ...headers, expect: '100-continue' },
    });
    sent.flushHeaders();
    // The service has now read the headers and waits for the body, so the request is in progress.
    await once(sent, 'continue');
    process.child.kill(signal);
    await refusesConnections(Number(port));
    sent.end(body);
    const [response] = await once(sent, 'response');
    expect(response.statusCode).toBe(200);
    expect(await text(response)).toContain('access_token');
    expect((await process.ended).code).toBe(0);
  },
);

test('first reports that it is not ready, and accepts requests until it has drained', async () => {
  const process = serve('--drain', '2');
  const origin = originIn(await process.firstLine);
  const askIfReady = async () => await fetch(`${origin}/ready`);
  expect((await askIfReady()).status).toBe(200);
  process.child.kill('SIGTERM');
  let answer = await askIfReady();
  while (answer.status === 200) answer = await askIfReady();
  expect([answer.status, answer.headers.get('connection')]).toEqual([503, 'close']);
  const served = await fetch(`${origin}/api/v1/roles`);
  expect([served.status, served.headers.get('connection')]).toEqual([401, 'close']);
  expect((await process.ended).code).toBe(0);
});

/**
 * Waits until the port is closed. This is the only sign outside the process that the service has stopped
 * listening.
 */
const refusesConnections = async (port: number): Promise<void> => {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (!isOpen) return;
  }
};

test('a port in use is reported, and the exit code is 1', async () => {
  const { port } = new URL(originIn(await serve().firstLine));
  expect(await serve('--port', port, '--database', 'another.db').ended).toEqual({
    code: 1,
    out: '',
    err: expect.stringContaining(
      `cannot listen on port ${port} of 127.0.0.1: the port is already in use\n`,
    ),
  });
});

test('a database that is down is reported without its password, and the exit code is 1', async () => {
  const down = 'postgres://parapet:hushhush@127.0.0.1:1/parapet';
  expect(await serve('--database', down).ended).toEqual({
    code: 1,
    out: '',
    err: 'cannot open the database: connect ECONNREFUSED 127.0.0.1:1\n',
  });
});

test('the client has the address that a trusted proxy gives', async () => {
  const credentials = await makeToken('--allow-ip', '192.0.2.7');
  const statusFrom = async (origin: string, forwarded: string) =>
    (await login(origin, credentials, { 'x-forwarded-for': forwarded })).status;
  const trusting = serve('--trusted-proxy', '127.0.0.1');
  const origin = originIn(await trusting.firstLine);
  expect(await statusFrom(origin, '192.0.2.7')).toBe(200);
  expect(await statusFrom(origin, '192.0.2.7, 192.0.2.8')).toBe(403);
  await end(trusting);
  const other = originIn(await serve().firstLine);
  expect(await statusFrom(other, '192.0.2.7')).toBe(403);
});

test('without the enterprise tier the admin-scope catalogs are refused', async () => {
  const credentials = await makeToken();
  const statusAt = async (...words: string[]) => {
    const process = serve(...words);
    const origin = originIn(await process.firstLine);
    const headers = { authorization: await bearer(origin, credentials) };
    const { status } = await fetch(`${origin}/api/v1/users/admin-scopes/presets`, { headers });
    await end(process);
    return status;
  };
  expect(await statusAt()).toBe(200);
  expect(await statusAt('--tier', 'standard')).toBe(403);
});

test('through npm, a file name is relative to the original folder', async () => {
  const env = { INIT_CWD: cli.folder };
  const words = ['migrate', '--database', 'here.db', '--json'];
  const process = startProcess(words, { folder: tmpdir(), env });
  started.push(process);
  const { code, out, err } = await process.ended;
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toMatchObject({ applied: expect.arrayContaining(['001-tables']) });
  const listed = startProcess(['user', 'list', '--database', 'here.db'], { folder: cli.folder });
  started.push(listed);
  expect(await listed.ended).toEqual({ code: 0, out: 'No users.\n', err: '' });
});

test('commands work while the service is running', async () => {
  const credentials = await makeToken();
  const origin = originIn(await serve().firstLine);
  const authorization = await bearer(origin, credentials);
  const createCollection = async (title: string) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ title });
    return (await fetch(`${origin}/api/v1/collections`, { method: 'POST', headers, body })).status;
  };
  for (let index = 0; index < 5; index++) {
    const [status, { code }] = await Promise.all([
      createCollection(`Collection ${index}`),
      cli.run(...createUserWords(`user${index}@example.org`)),
    ]);
    expect([status, code]).toEqual([201, 0]);
  }
  expect(await cli.json('user', 'list')).toHaveLength(6);
});

test('an invitation is mailed by the configured mail server, and stays pending while that is down', async () => {
  const credentials = await makeToken();
  const mail = Promise.withResolvers<string>();
  const server = createServer((socket) => receiveMail(socket, mail.resolve)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const invite = async (process: ReturnType<typeof serve>) => {
    const origin = originIn(await process.firstLine);
    const authorization = await bearer(origin, credentials);
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'new@example.org', firstName: 'New', lastName: 'One' });
    return await fetch(`${origin}/api/v1/users/invite`, { method: 'POST', headers, body });
  };
  const from = ['--mail-from', 'Parapet <parapet@example.org>'];
  const page = ['--invitation-url', 'https://example.org/accept?token='];

  const down = serve('--smtp', 'smtp://mail:hushhush@127.0.0.1:1', ...from);
  const refused = down.logged('the mail server did not accept the mail');
  expect((await invite(down)).status).toBe(201);
  await refused;
  down.child.kill('SIGTERM');
  const { err } = await down.ended;
  expect(err).not.toContain('hushhush');
  expect(await cli.json('invitation', 'list')).toHaveLength(1);

  const sending = serve('--smtp', `smtp://127.0.0.1:${port}`, ...from, ...page);
  const received = await mail.promise;
  expect(received).toContain('From: Parapet <parapet@example.org>');
  expect(received).toContain('To: new@example.org');
  expect(received.replaceAll('=\r\n', '')).toContain('https://example.org/accept?token=');
  sending.child.kill('SIGTERM');
  expect((await sending.ended).code).toBe(0);
  expect(await cli.json('invitation', 'list')).toEqual([]);
  server.close();
});

test('a token that exceeds its rate gets 429', async () => {
  const credentials = await makeToken();
  const origin = originIn(await serve('--rate', '1', '--at-once', '2').firstLine);
  const headers = { authorization: await bearer(origin, credentials) };
  const answers = await Promise.all(
    Array.from(
      { length: 30 },
      async () => await fetch(`${origin}/api/v1/collections`, { headers }),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(10);
  expect(statuses).toContain(429);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

/** Acts as a minimal SMTP server that receives one mail. */
const receiveMail = (socket: Socket, onMail: (text: string) => void): void => {
  let mail: string | undefined;
  socket.on('error', () => socket.destroy());
  socket.write('220 ready\r\n');
  socket.on('data', (chunk: Buffer) => {
    const line = chunk.toString();
    if (mail !== undefined || line.startsWith('DATA')) {
      const isNew = mail === undefined;
      mail = isNew ? '' : mail + line;
      if (isNew) socket.write('354 go on\r\n');
      else if (mail.endsWith('\r\n.\r\n')) {
        onMail(mail);
        mail = undefined;
        socket.write('250 taken\r\n');
      }
    } else socket.write(line.startsWith('QUIT') ? '221 bye\r\n' : '250 fine\r\n');
  });
};
