import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';

export type Log = (message: string, details?: Record<string, unknown>) => void;

/** Never of use in a log, wherever they stand. */
const secrets = ['secret', 'clientSecret', 'token', 'access_token', 'authorization', 'password'];

/** The same in what is only text: a header, or a body that an error quotes. */
const inText: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, '$1 [Redacted]'],
  [new RegExp(`(\\\\*"(?:${secrets.join('|')})\\\\*" *: *\\\\*")[^"\\\\]+`, 'gi'), '$1[Redacted]'],
];

const redacted = (line: string): string =>
  inText.reduce((text, [pattern, instead]) => text.replaceAll(pattern, instead), line);

/** JSON lines in `parapet.log` of the given folder; a line is on disk before the call returns. */
export const createLog = (folder: string): Log => {
  mkdirSync(folder, { recursive: true });
  const destination = pino.destination({ dest: join(folder, 'parapet.log'), sync: true });
  const redact = secrets.flatMap((key) => [key, `*.${key}`]);
  const hooks = { streamWrite: redacted };
  const logger = pino({ base: null, redact, hooks }, destination);
  return (message, details = {}) => logger.info(details, message);
};
