import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';

export type Log = (message: string, details?: Record<string, unknown>) => void;

const secrets = ['secret', 'clientSecret', 'token', 'access_token', 'authorization', 'password'];

/** JSON lines in `parapet.log` of the given folder; a line is on disk before the call returns. */
export const createLog = (folder: string): Log => {
  mkdirSync(folder, { recursive: true });
  const destination = pino.destination({ dest: join(folder, 'parapet.log'), sync: true });
  const redact = secrets.flatMap((key) => [key, `*.${key}`]);
  const logger = pino({ base: null, redact }, destination);
  return (message, details = {}) => logger.info(details, message);
};
