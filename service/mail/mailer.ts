type Mail = { to: string; subject: string; text: string };

/** Delivers mail to a mail server. */
export type Mailer = {
  /**
   * Resolves when the mail server has accepted the mail.
   * @throws MailServerUnavailable if the server accepts no mail at all now. Any other error concerns
   * only this mail.
   */
  send: (mail: Mail) => Promise<void>;
};

export class MailServerUnavailable extends Error {
  override readonly name = 'MailServerUnavailable';
}
