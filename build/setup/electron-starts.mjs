import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { captured } from './captured.mjs';
import { electronBinary } from './electron-binary.mjs';
import { installLinuxPackages } from './linux-packages.mjs';
import { SetupProblem } from './setup-problem.mjs';

/**
 * Checks that Electron starts on this machine. A success is remembered, so later calls do nothing while
 * the program stays the same. Throws if Electron does not start.
 *
 * @param {string} root
 * @param {string} dist
 */
export async function electronStarts(root, dist) {
  const binary = electronBinary(dist) ?? dist;
  const { size, mtimeMs } = statSync(binary);
  const tried = `${binary} ${size} ${mtimeMs}`;
  const marker = join(root, '.cache', 'electron-starts');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === tried) return;

  let attempt = await start(binary);
  if (!attempt.ok && process.platform === 'linux' && (await lacksLibraries(binary))) {
    await installLinuxPackages('Electron needs libraries that are not on this machine.');
    attempt = await start(binary);
  }
  if (!attempt.ok) throw new SetupProblem(`${attempt.output}\nElectron does not start: ${binary}`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(marker, tried);
}

/**
 * Starts Electron as plain Node, which needs all of its libraries but no display and no sandbox.
 *
 * @param {string} binary
 */
async function start(binary) {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  return await captured(binary, ['--print', 'process.versions.electron'], { env });
}

/** @param {string} binary */
async function lacksLibraries(binary) {
  const { output } = await captured('ldd', [binary]);
  return output.includes('not found');
}
