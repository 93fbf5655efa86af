type Mail = { to: string; subject: string; text: string };

/** Delivers mail to a mail server. */
export type Mailer = {
  /**
   * Resolves when the mail server has accepted the mail.
   * @throws MailServerUnavailable when it would not accept any other mail now. Any other error
   * concerns this mail only.
   */
  send: (mail: Mail) => Promise<void>;
};

export class MailServerUnavailable extends Error {
  override readonly name = 'MailServerUnavailable';
}
