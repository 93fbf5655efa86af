import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { messageOf } from '../database/message-of.ts';
import { openPostgres } from '../database/postgres.ts';
import type { Database } from '../database/schema.ts';
import { openSqlite } from '../database/sqlite.ts';
import { noTimeouts, type Timeouts } from '../database/timeouts.ts';
import { Failure } from './failure.ts';
import { option } from './option.ts';

export const isPostgres = (text: string) => /^postgres(ql)?:\/\//.test(text);
/**
 * Tells if a text is a file name or a valid PostgreSQL URL. The error message for any other text does
 * not repeat the text, because a URL may contain a password.
 */
const isLocation = (text: string) =>
  isPostgres(text) ? URL.canParse(text) : !text.includes('://');

export const databaseOption = option(
  z
    .string()
    .min(1)
    .refine(isLocation, 'neither a file nor a URL like postgres://user:password@host:5432/name')
    .default('./parapet.db'),
  {
    value: 'FILE|URL',
    env: 'DATABASE_URL',
    about: 'SQLite file, or postgres:// URL of a PostgreSQL database',
  },
);

type Opening = {
  folder: string;
  mayCreate: boolean;
  connections?: number;
  /**
   * By default, only the wait for a connection is limited. Statements have no time limit, because a
   * migration may take long, and the person who runs the command can stop it.
   */
  timeouts?: Timeouts;
  onLostConnection?: (error: Error) => void;
};

/** Opens the database that `--database` names, and throws if it does not respond. */
export const openDatabase = async (location: string, opening: Opening): Promise<Database> => {
  const database = isPostgres(location)
    ? openServer(location, opening)
    : openFile(location, opening);
  try {
    await sql`select 1`.execute(database);
  } catch (error) {
    await database.destroy();
    throw new Failure(`cannot open the database: ${messageOf(error)}`);
  }
  return database;
};

/**
 * Opens a PostgreSQL database. By default, ignores the loss of an idle connection, because a short-lived
 * command does not need that connection again.
 */
const openServer = (
  url: string,
  { connections = 2, timeouts = noTimeouts, onLostConnection = () => undefined }: Opening,
): Database => openPostgres({ url, connections, timeouts, onLostConnection });

const openFile = (file: string, { folder, mayCreate }: Opening): Database => {
  const path = resolve(folder, file);
  if (!mayCreate && !existsSync(path)) {
    throw new Failure(
      `database ${path} does not exist; run migrate, serve, or user create to create it`,
    );
  }
  try {
    return openSqlite(path);
  } catch (error) {
    throw new Failure(`cannot open the database ${path}: ${messageOf(error)}`);
  }
};
