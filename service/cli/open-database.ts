import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import { openPostgres } from '../database/postgres.ts';
import type { Database } from '../database/schema.ts';
import { openSqlite } from '../database/sqlite.ts';
import { Failure, messageOf } from './failure.ts';
import { option } from './option.ts';

const isPostgres = (text: string) => /^postgres(ql)?:\/\//.test(text);
/** What is wrong is not repeated: it may have a password in it. */
const isPlace = (text: string) => (isPostgres(text) ? URL.canParse(text) : !text.includes('://'));

export const databaseOption = option(
  z
    .string()
    .min(1)
    .refine(isPlace, 'neither a file nor a URL like postgres://user:password@host:5432/name')
    .default('./parapet.db'),
  {
    value: 'FILE|URL',
    env: 'DATABASE_URL',
    about: 'an SQLite file, or the postgres:// URL of a PostgreSQL database',
  },
);

type Opening = {
  folder: string;
  mayCreate: boolean;
  connections?: number;
  onLostConnection?: (error: Error) => void;
};

/** Opens what `--database` names, and makes sure that it answers. */
export const openDatabase = async (place: string, opening: Opening): Promise<Database> => {
  const database = isPostgres(place) ? openServer(place, opening) : openFile(place, opening);
  try {
    await sql`select 1`.execute(database);
  } catch (error) {
    await database.destroy();
    throw new Failure(`the database cannot be used: ${messageOf(error)}`);
  }
  return database;
};

/** A connection that is lost while nobody uses it is no matter to a command that is soon over. */
const openServer = (
  url: string,
  { connections = 2, onLostConnection = () => undefined }: Opening,
): Database => openPostgres({ url, connections, onLostConnection });

const openFile = (file: string, { folder, mayCreate }: Opening): Database => {
  const path = resolve(folder, file);
  if (!mayCreate && !existsSync(path)) {
    throw new Failure(`there is no database ${path}; migrate, serve and user create make one`);
  }
  try {
    return openSqlite(path);
  } catch (error) {
    throw new Failure(`the database ${path} cannot be used: ${messageOf(error)}`);
  }
};
