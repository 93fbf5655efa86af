type Mail = { to: string; subject: string; text: string };

/** What takes a mail off our hands. */
export type Mailer = {
  /**
   * Done when the mail server took it.
   * @throws MailServerUnavailable when no other mail would be taken now either; any other error is
   * about this mail alone.
   */
  send: (mail: Mail) => Promise<void>;
};

export class MailServerUnavailable extends Error {
  override readonly name = 'MailServerUnavailable';
}
