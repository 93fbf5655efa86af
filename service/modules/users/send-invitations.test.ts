import { afterEach, beforeEach, expect, test } from 'vitest';
import { smtpMailer } from '../../mail/smtp-mailer.ts';
import { routeTable } from '../../protocol/route-table.ts';
import { serveRoute } from '../../protocol/serve-route.ts';
import { startSmtpServer, type SmtpServer } from '../../testing/smtp-server.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { sendInvitations } from './send-invitations.ts';
import { userRoutes } from './users.routes.ts';

let service: TestService;
let smtp: SmtpServer;
beforeEach(async () => {
  [service, smtp] = await Promise.all([startTestService(), startSmtpServer()]);
});
afterEach(async () => {
  await Promise.all([service.stop(), smtp.stop()]);
});

const invitationUrl = 'https://threats.example.org/accept?token=';
const person = (name: string) => ({
  email: `${name}@example.com`,
  firstName: name,
  lastName: 'Lovelace',
});

const send = async (now = new Date()) => {
  const mailer = smtpMailer(smtp.url, 'parapet@example.org');
  await sendInvitations(service.database, { mailer, invitationUrl }, now);
};
const waiting = async () => {
  const all = service.database.selectFrom('invitations').innerJoin('users', 'id', 'user_id');
  const rows = await all
    .where('token', 'is not', null)
    .orderBy('user_id')
    .select('email')
    .execute();
  return rows.map(({ email }) => email);
};
const recipients = () => smtp.mails.map(({ to }) => to).toSorted();
const accept = async (token: string) =>
  await service.owner.send('POST', '/users/accept-invitation', { json: { token } });

test('a mail names the person, the expiry, and the link to the invitation', async () => {
  service.setClock(new Date('2026-01-01T12:30:00.000Z'));
  const owner = await service.clientOf(service.ownerId);
  await owner.api.users.invite({ ...person('Änne'), email: 'anne@example.com' });
  await send(new Date('2026-01-01T12:30:00.000Z'));
  const [mail] = smtp.mails;
  expect(mail).toMatchObject({ from: 'parapet@example.org', to: 'anne@example.com' });
  expect(mail?.headers).toContain('Subject: Your invitation to Parapet');
  expect(mail?.text).toContain('Hello Änne Lovelace,\n');
  expect(mail?.text).toContain('expires on 2026-01-08 12:30 (UTC)');
  const token = /\/accept\?token=([\w-]+)\n/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(await accept(token)).toMatchObject({ status: 200 });
});

test('without a page to link to, a mail says how to use the token', async () => {
  await service.owner.api.users.invite(person('ada'));
  const mailer = smtpMailer(smtp.url, 'parapet@example.org');
  await sendInvitations(service.database, { mailer }, new Date());
  const text = smtp.mails[0]?.text ?? '';
  expect(text).toContain('POST /api/v1/users/accept-invitation');
  const token = /^[\w-]{43}$/m.exec(text)?.[0] ?? '';
  expect(await accept(token)).toMatchObject({ status: 200 });
});

test('a name cannot add lines to the mail', async () => {
  await service.owner.api.users.invite({
    ...person('ada'),
    firstName: 'Ada\r\n\r\nPay here:\u2028x',
  });
  await send();
  expect(smtp.mails[0]?.text).toContain('Hello Ada Pay here: x Lovelace,\n');
});

test('a mailed token is not stored any more, and is mailed once', async () => {
  await service.owner.api.users.invite(person('ada'));
  await send();
  await send();
  expect(recipients()).toEqual(['ada@example.com']);
  expect(await waiting()).toEqual([]);
});

test('concurrent instances mail each invitation once', async () => {
  const payload = ['one', 'two', 'three', 'four'].map(person);
  await service.owner.api.users.bulkInvite({ payload });
  await Promise.all([send(), send(), send()]);
  expect(recipients()).toEqual(payload.map(({ email }) => email).toSorted());
});

test('an invitation that the mail server rejects stays pending, and the others are mailed', async () => {
  await service.owner.api.users.bulkInvite({ payload: ['one', 'two', 'three'].map(person) });
  smtp.refused.add('two@example.com');
  await expect(send()).rejects.toThrow('invitations could not be mailed');
  expect(recipients()).toEqual(['one@example.com', 'three@example.com']);
  expect(await waiting()).toEqual(['two@example.com']);
  smtp.refused.clear();
  await send();
  expect(await waiting()).toEqual([]);
  expect(recipients()).toContain('two@example.com');
});

test('without a mail server, all invitations stay pending', async () => {
  await service.owner.api.users.bulkInvite({ payload: ['one', 'two'].map(person) });
  await smtp.stop();
  await expect(send()).rejects.toThrow('invitations could not be mailed');
  expect(await waiting()).toEqual(['one@example.com', 'two@example.com']);
  smtp = await startSmtpServer();
  await send();
  expect(await waiting()).toEqual([]);
});

test('an invitation that was replaced while it was being mailed does not return', async () => {
  const { users } = service.owner.api;
  const { id } = await users.invite(person('ada'));
  const token = async () => {
    const row = service.database.selectFrom('invitations').where('user_id', '=', id);
    return (await row.select('token').executeTakeFirstOrThrow()).token;
  };
  let replaced: string | null = null;
  const mailer = {
    send: async () => {
      await users.reinvite({ email: 'ada@example.com' });
      replaced = await token();
      throw new Error('too late');
    },
  };
  await expect(sendInvitations(service.database, { mailer }, new Date())).rejects.toThrow(
    'could not be mailed',
  );
  expect(replaced).toMatch(/^[\w-]{43}$/);
  expect(await token()).toBe(replaced);
});

test('an invitation that cannot be accepted is not mailed', async () => {
  const { users } = service.owner.api;
  const disabled = await users.invite(person('disabled'));
  await users.disable({ id: disabled.id });
  await send();
  await users.invite(person('late'));
  await send(new Date(Date.now() + 7 * 24 * 3_600_000 + 60_000));
  expect(smtp.mails).toEqual([]);
});

test.each([
  ['POST', '/users/invite', person('new')],
  ['POST', '/users/bulk-invite', { payload: [person('new')] }],
  ['POST', '/users/re-invite', person('old')],
  ['POST', '/users/bulk-re-invite', { emails: ['old@example.com'] }],
])('%s %s is followed by its mail', async (method, path, value) => {
  await service.owner.api.users.invite(person('old'));
  await send();
  smtp.mails.length = 0;

  const mailer = smtpMailer(smtp.url, 'parapet@example.org');
  const { route, params } = routeTable(userRoutes({ mailer, invitationUrl })).find(method, path);
  const { later } = await serveRoute(service.database, {
    route,
    params,
    url: new URL(`${service.url}${path}`),
    incoming: {
      method,
      target: path,
      header: () => null,
      body: null,
      address: undefined,
      signal: new AbortController().signal,
    },
    body: { value, bytes: new Uint8Array() },
    caller: { userId: service.ownerId, role: 'owner', tokenId: 'one' },
    now: new Date(),
    answerPart: async () => await Promise.reject(new Error('it has no parts')),
    file: undefined,
  });
  expect(smtp.mails).toEqual([]);
  for (const work of later) await work(service.database);
  expect(recipients()).toEqual([
    path.includes('re-invite') ? 'old@example.com' : 'new@example.com',
  ]);
});
