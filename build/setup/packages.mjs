import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { captured } from './captured.mjs';
import { nodeRuntime } from './node-runtime.mjs';
import { npm } from './npm.mjs';
import { progress } from './progress.mjs';
import { fullDisk } from './room.mjs';
import { SetupProblem } from './setup-problem.mjs';

/**
 * @typedef {{ packages: Record<string, { version?: string; optional?: boolean }> }} Lockfile
 */

/**
 * Installs exactly the packages of package-lock.json in node_modules.
 *
 * @param {string} root
 */
export async function installPackages(root) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const wanted = createHash('sha256').update(lock).digest('hex');
  const marker = join(root, 'node_modules', '.installed-from');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;

  /** @type {Lockfile} */
  const lockfile = JSON.parse(lock);
  if (!installedAlready(root, lockfile)) await installFromLockfile(root);
  try {
    // npm ignores errors with an optional package, such as the package that contains Node. So Node is
    // run once to check it.
    const { ok, end } = await captured(nodeRuntime(root), ['--version']);
    if (!ok) throw new SetupProblem(`The packages were not installed completely: Node ${end}.`);
    writeFileSync(marker, wanted);
  } catch (error) {
    const full = fullDisk(root, error);
    // The folder is removed, because npm runs the project's scripts with the Node in it, and a broken
    // Node would prevent every start.
    rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    throw full ? new SetupProblem(full) : error;
  }
}

/**
 * Tells if npm's own record of node_modules has all packages of the lockfile. The file `.installed-from`
 * does not show this after a manual `npm install`, which does not write the file.
 *
 * @param {string} root
 * @param {Lockfile} lock
 */
function installedAlready(root, lock) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  /** @type {Lockfile} */
  const installed = JSON.parse(readFileSync(record, 'utf8'));
  return Object.entries(lock.packages).every(([path, entry]) => {
    const found = installed.packages[path];
    if (path === '') return true;
    return found ? found.version === entry.version : entry.optional === true;
  });
}

/** @param {string} root */
async function installFromLockfile(root) {
  const { ok, output } = await progress('Installing packages (a minute or so)', () => npmCi(root));
  if (ok) return;
  throw new SetupProblem(
    `${output}\nThe packages could not be installed; npm's message is above. The reason is usually ` +
      'the network or a proxy. When `npm ci` succeeds, start this again.',
  );
}

/** @param {string} root */
async function npmCi(root) {
  // These options hide npm's warnings that several tools want a newer Node than the one that runs npm.
  // Everything after this step runs on the pinned Node 24.
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];
  const { command, args, shell } = npm(root, ['ci', ...quiet]);
  return await captured(command, args, { cwd: root, shell });
}
