import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database } from '../../database/schema.ts';
import { createService, type Service } from '../../service.ts';
import { createPostgresDatabase } from '../../testing/test-database.ts';
import { openDatabase } from '../open-database.ts';
import { runCommandLine } from '../run-command-line.ts';

type Ran = { code: number; out: string; err: string };

export type TestCommandLine = {
  /** The value for `--database`: a file or a URL. */
  location: string;
  folder: string;
  /** Runs a command on the test's database, in this process. */
  run: (...words: string[]) => Promise<Ran>;
  /** Runs a command with `--json` and requires success. */
  json: (...words: string[]) => Promise<unknown>;
  database: Database;
  /** The service on the same database. */
  service: Service;
  stop: () => Promise<void>;
};

/** Creates an empty, migrated database, and returns a command line that uses it. */
export const startCommandLine = async (): Promise<TestCommandLine> => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-command-line-'));
  const server = inject('postgresUrl');
  const location =
    server === undefined ? join(folder, 'parapet.db') : await createPostgresDatabase(server);

  const run = async (...words: string[]): Promise<Ran> => {
    const printed: string[] = [];
    const complained: string[] = [];
    const code = await runCommandLine(words, {
      env: { DATABASE_URL: location },
      folder,
      print: (text) => printed.push(text),
      complain: (text) => complained.push(text),
      stopped: async () => await Promise.resolve(),
    });
    return { code, out: printed.join('\n'), err: complained.join('\n') };
  };
  await run('migrate');
  const database = await openDatabase(location, { folder, mayCreate: false });
  const logger = { info: () => undefined, error: () => undefined };
  return {
    location,
    folder,
    run,
    json: async (...words) => {
      const { code, out, err } = await run(...words, '--json');
      if (code !== 0) throw new Error(err);
      const value: unknown = JSON.parse(out);
      return value;
    },
    database,
    service: createService({ database, logger }),
    stop: async () => {
      await database.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const createUserWords = (email: string, ...more: string[]): string[] =>
  ['user', 'create', '--email', email, '--first-name', 'Ann', '--last-name', 'Lee'].concat(more);
