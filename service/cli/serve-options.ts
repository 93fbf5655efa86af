import { z } from 'zod';
import { addressRangeOption } from './address-range-option.ts';
import { databaseOption } from './open-database.ts';
import { option } from './option.ts';

const number = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'not a whole number')
    .transform(Number)
    .pipe(z.number().min(least).max(most));

export const serveOptions = {
  port: option(number(0, 65_535).default(8080), {
    value: 'PORT',
    about: 'the port to listen on; 0 takes a free one',
  }),
  host: option(z.string().default('127.0.0.1'), {
    value: 'ADDRESS',
    about: 'the address to listen on; 0.0.0.0 or :: for all of them',
  }),
  database: databaseOption,
  connections: option(number(1, 1000).default(10), {
    value: 'NUMBER',
    about: 'how many connections to PostgreSQL are opened at most',
  }),
  tier: option(z.enum(['enterprise', 'standard']).default('enterprise'), {
    value: 'TIER',
    about: 'enterprise, or standard, which has no admin-scope catalogs',
  }),
  'token-lifetime': option(number(1, 31_536_000).default(3600), {
    value: 'SECONDS',
    about: 'how long an access token can be used',
  }),
  'trusted-proxy': option(z.array(addressRangeOption).default([]), {
    value: 'CIDR',
    many: true,
    about: 'a proxy whose X-Forwarded-For is believed',
  }),
  smtp: option(
    z.string().refine(isSmtp, 'not a URL like smtp://user:password@host:587').optional(),
    {
      value: 'URL',
      env: 'SMTP_URL',
      about: 'the mail server that sends invitations: smtp://user:password@host:587',
    },
  ),
  'mail-from': option(z.string().optional(), {
    value: 'ADDRESS',
    about: 'whom invitations come from; needed with --smtp',
  }),
  'invitation-url': option(z.url().optional(), {
    value: 'URL',
    about:
      'the page that an invitation leads to: its token is appended, as in https://…/accept?token=',
  }),
};

function isSmtp(text: string): boolean {
  return /^smtps?:\/\//.test(text) && URL.canParse(text);
}
