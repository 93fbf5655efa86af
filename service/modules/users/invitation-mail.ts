type Invitation = { firstName: string; lastName: string; token: string; expiresAt: string };

/** One line, whatever was given as a name: a name must not continue the mail with words of its own. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const howTo = (token: string, invitationUrl: string | undefined): string[] =>
  invitationUrl === undefined
    ? [
        'To accept, send this token to the service,',
        'as POST /api/v1/users/accept-invitation with the body {"token": "<the token>"}:',
        '',
        token,
      ]
    : ['Accept the invitation here:', '', `${invitationUrl}${token}`];

/** Subject and text of the mail that brings an invitation. */
export const invitationMail = (
  { firstName, lastName, token, expiresAt }: Invitation,
  invitationUrl: string | undefined,
): { subject: string; text: string } => ({
  subject: 'Your invitation to Parapet',
  text: [
    `Hello ${oneLine(`${firstName} ${lastName}`)},`,
    '',
    'you are invited to Parapet, where your organization models the threats to its systems.',
    '',
    ...howTo(token, invitationUrl),
    '',
    `It is valid until ${expiresAt.slice(0, 10)} ${expiresAt.slice(11, 16)} (UTC), and only once.`,
    'If you do not expect it, you need do nothing.',
    '',
  ].join('\n'),
});
