import { z } from 'zod';
import { usualTimeouts } from '../database/timeouts.ts';
import { usualLimits } from '../limits/limits.ts';
import { addressRangeOption } from './address-range-option.ts';
import { databaseOption } from './open-database.ts';
import { option } from './option.ts';

const number = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'not a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max));

const seconds = (usualMs: number, what: string) =>
  option(number(1, 86_400).default(usualMs / 1000), {
    value: 'SECONDS',
    about: `how long to wait ${what}`,
  });
const rate = (perSecond: number) => number(0, 1_000_000).default(perSecond);

export const serveOptions = {
  port: option(number(0, 65_535).default(8080), {
    value: 'PORT',
    about: 'port to listen on; 0 picks a free port',
  }),
  host: option(z.string().default('127.0.0.1'), {
    value: 'ADDRESS',
    about: 'address to listen on; 0.0.0.0 or :: for all addresses',
  }),
  database: databaseOption,
  connections: option(number(1, 1000).default(10), {
    value: 'NUMBER',
    about: 'maximum PostgreSQL connections',
  }),
  'connect-timeout': seconds(usualTimeouts.connect, 'for a connection to PostgreSQL'),
  'statement-timeout': seconds(usualTimeouts.statement, 'for PostgreSQL to run a statement'),
  'lock-timeout': seconds(usualTimeouts.lock, 'for what another transaction has locked'),
  'idle-transaction-timeout': seconds(
    usualTimeouts.idleInTransaction,
    'for the next statement of a transaction, before PostgreSQL ends it',
  ),
  'query-timeout': seconds(usualTimeouts.query, 'for an answer of PostgreSQL'),
  drain: option(number(0, 3600).default(5), {
    value: 'SECONDS',
    about: 'how long requests are still taken after SIGTERM, while /ready says no',
  }),
  tier: option(z.enum(['enterprise', 'standard']).default('enterprise'), {
    value: 'TIER',
    about: 'enterprise, or standard (no admin-scope catalogs)',
  }),
  'token-lifetime': option(number(1, 31_536_000).default(3600), {
    value: 'SECONDS',
    about: 'access token lifetime',
  }),
  'trusted-proxy': option(z.array(addressRangeOption).default([]), {
    value: 'CIDR',
    many: true,
    about: 'trusted proxy (its X-Forwarded-For is used)',
  }),
  rate: option(rate(3000), {
    value: 'NUMBER',
    about: 'requests a second of one API token, on average over ten; 0 for no limit',
  }),
  'address-rate': option(rate(6000), {
    value: 'NUMBER',
    about: 'requests a second from one address, on average over ten; 0 for no limit',
  }),
  'at-once': option(number(1, 10_000).default(usualLimits.token.atOnce), {
    value: 'NUMBER',
    about: 'requests of one API token that are served at one time; others wait',
  }),
  'address-at-once': option(number(1, 100_000).default(usualLimits.address.atOnce), {
    value: 'NUMBER',
    about: 'requests from one address that are served or wait at one time',
  }),
  'address-connections': option(number(1, 100_000).default(usualLimits.connections), {
    value: 'NUMBER',
    about: 'connections from one address that is no trusted proxy',
  }),
  smtp: option(
    z.string().refine(isSmtp, 'not a URL like smtp://user:password@host:587').optional(),
    {
      value: 'URL',
      env: 'SMTP_URL',
      about: 'mail server for invitations: smtp://user:password@host:587',
    },
  ),
  'mail-from': option(z.string().optional(), {
    value: 'ADDRESS',
    about: 'sender of invitations (required with --smtp)',
  }),
  'invitation-url': option(z.url().optional(), {
    value: 'URL',
    about: 'page an invitation links to; its token is appended, as in https://…/accept?token=',
  }),
};

function isSmtp(text: string): boolean {
  return /^smtps?:\/\//.test(text) && URL.canParse(text);
}
