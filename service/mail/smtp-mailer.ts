import { createTransport } from 'nodemailer';
import { MailServerUnavailable, type Mailer } from './mailer.ts';

/** The codes of nodemailer for an address or a mail that the server does not take. */
const aboutTheMail: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE']);

const isAboutTheMail = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && aboutTheMail.has(error.code);

/**
 * `smtp://user:password@host:587`, or `smtps:` for TLS from the start; without it TLS begins as soon
 * as the server offers it. `from` is an address, also with a name: `Parapet <parapet@example.org>`.
 */
export const smtpMailer = (url: string, from: string): Mailer => {
  const transport = createTransport(url);
  return {
    send: async (mail) => {
      try {
        await transport.sendMail({ ...mail, from });
      } catch (error) {
        if (isAboutTheMail(error)) throw error;
        throw new MailServerUnavailable('the mail server took no mail', { cause: error });
      }
    },
  };
};
