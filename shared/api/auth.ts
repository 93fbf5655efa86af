import { z } from 'zod';
import { endpoint, identifier } from './endpoint.ts';

export const credentials = z.object({ clientId: identifier, secret: z.string().max(1000) });
export type Credentials = z.infer<typeof credentials>;

export const accessToken = z.object({
  access_token: z.string(),
  expires_in: z.number().int(),
  token_type: z.literal('Bearer'),
});

export const auth = {
  token: endpoint('POST', '/auth', {
    scope: null,
    // It hashes, which takes long on purpose, and must not hold up the others.
    transaction: false,
    errors: ['invalid_credentials', 'account_disabled', 'ip_not_allowed', 'rate_limited'],
    summary: 'Obtain an access token',
  })
    .input(credentials)
    .output(accessToken),
};
