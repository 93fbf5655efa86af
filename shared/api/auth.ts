import { z } from 'zod';
import { endpoint, openLimit } from './endpoint.ts';
import { identifier } from './values.ts';

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
    maxBodyBytes: openLimit,
    // The endpoint does not run in a transaction, because hashing the secret is slow on purpose and
    // other requests would have to wait for the end of the transaction.
    transaction: false,
    errors: ['invalid_credentials', 'account_disabled', 'ip_not_allowed'],
    summary: 'Get an access token',
  })
    .input(credentials)
    .output(accessToken),
};
