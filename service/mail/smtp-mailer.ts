import { createTransport } from 'nodemailer';
import { MailServerUnavailable, type Mailer } from './mailer.ts';

/** Error codes of nodemailer for an address or a mail that the server rejects. */
const aboutTheMail: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);

const isAboutTheMail = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && aboutTheMail.has(error.code);

/**
 * Returns a mailer for a URL such as `smtp://user:password@host:587`. With `smtps:`, TLS starts with the
 * connection. With `smtp:`, TLS starts when the server offers it. `from` is an address, optionally with
 * a name, such as `Parapet <parapet@example.org>`.
 */
export const smtpMailer = (url: string, from: string): Mailer => {
  const transport = createTransport(url);
  return {
    send: async (mail) => {
      try {
        await transport.sendMail({ ...mail, from });
      } catch (error) {
        if (isAboutTheMail(error)) throw error;
        throw new MailServerUnavailable('the mail server did not accept the mail', {
          cause: error,
        });
      }
    },
  };
};
