type Invitation = { firstName: string; lastName: string; token: string; expiresAt: string };

/** Joins lines, because a name must not add lines to the mail. */
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

export const invitationMail = (
  { firstName, lastName, token, expiresAt }: Invitation,
  invitationUrl: string | undefined,
): { subject: string; text: string } => ({
  subject: 'Your invitation to Parapet',
  text: [
    `Hello ${oneLine(`${firstName} ${lastName}`)},`,
    '',
    'You’ve been invited to Parapet, your organization’s threat modeling tool.',
    '',
    ...howTo(token, invitationUrl),
    '',
    `This invitation expires on ${expiresAt.slice(0, 10)} ${expiresAt.slice(11, 16)} (UTC) and can be used once.`,
    'If you weren’t expecting this, you can ignore it.',
    '',
  ].join('\n'),
});
