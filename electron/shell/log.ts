import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';

export type Log = (message: string, details?: Record<string, unknown>) => void;

/** Keys whose values never go to the log, at any depth. */
const secrets = ['secret', 'clientSecret', 'token', 'access_token', 'authorization', 'password'];

/**
 * Patterns of secrets in plain text, with their replacements. An error may quote a header or a body that
 * contains a secret.
 */
const inText: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, '$1 [Redacted]'],
  [new RegExp(`(\\\\*"(?:${secrets.join('|')})\\\\*" *: *\\\\*")[^"\\\\]+`, 'gi'), '$1[Redacted]'],
];

const redacted = (line: string): string =>
  inText.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), line);

/** Writes JSON lines to `parapet.log` in `folder`. Each line is on disk before the call returns. */
export const createLog = (folder: string): Log => {
  mkdirSync(folder, { recursive: true });
  const destination = pino.destination({ dest: join(folder, 'parapet.log'), sync: true });
  const redact = secrets.flatMap((key) => [key, `*.${key}`]);
  const hooks = { streamWrite: redacted };
  const logger = pino({ base: null, redact, hooks }, destination);
  return (message, details = {}) => logger.info(details, message);
};
