import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const credentials = z.object({ clientId: z.string(), secret: z.string() });

export const accessToken = z.object({
  access_token: z.string(),
  expires_in: z.number().int(),
  token_type: z.literal('Bearer'),
});

export const auth = {
  token: endpoint('POST', '/auth', { scope: null, summary: 'Obtain an access token' })
    .input(credentials)
    .output(accessToken),
};
