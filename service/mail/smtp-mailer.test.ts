import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSmtpServer, type SmtpServer } from '../testing/smtp-server.ts';
import { MailServerUnavailable } from './mailer.ts';
import { smtpMailer } from './smtp-mailer.ts';

let server: SmtpServer;
beforeEach(async () => {
  server = await startSmtpServer();
});
afterEach(async () => {
  await server.stop();
});

const mail = { to: 'ada@example.org', subject: 'Grüße', text: 'Überall 100 %\n=E4' };

test('a mail reaches the mail server with its sender, subject, and text', async () => {
  const mailer = smtpMailer(server.url, 'Parapet <parapet@example.org>');
  await mailer.send(mail);
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toMatchObject({
    from: 'parapet@example.org',
    to: 'ada@example.org',
    text: 'Überall 100 %\n=E4',
  });
  expect(server.mails[0]?.headers).toContain('From: Parapet <parapet@example.org>');
  expect(server.mails[0]?.headers).toMatch(/^Subject: =\?UTF-8\?/m);
});

test('a rejected address concerns only that mail', async () => {
  server.refused.add('ada@example.org');
  const mailer = smtpMailer(server.url, 'parapet@example.org');
  const error: unknown = await mailer.send(mail).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ responseCode: 550 });
  expect(error).not.toBeInstanceOf(MailServerUnavailable);
  await mailer.send({ ...mail, to: 'grace@example.org' });
  expect(server.mails).toMatchObject([{ to: 'grace@example.org' }]);
});

test('an unreachable mail server accepts no mail at all', async () => {
  const { url } = server;
  await server.stop();
  await expect(smtpMailer(url, 'parapet@example.org').send(mail)).rejects.toThrow(
    MailServerUnavailable,
  );
  server = await startSmtpServer();
});
