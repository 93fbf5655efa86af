import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * Returns the command that runs npm. If npm started this process, the command runs the same npm,
 * because it has the person's settings.
 *
 * @param {string} root
 * @param {readonly string[]} words
 * @returns {{ command: string; args: string[]; shell: boolean }}
 */
export function npm(root, words) {
  const args = hasCache() ? [...words] : [...words, '--cache', join(root, '.cache', 'npm')];
  const startedBy = process.env.npm_execpath;
  if (startedBy && basename(startedBy) === 'npm-cli.js') {
    return { command: process.execPath, args: [startedBy, ...args], shell: false };
  }
  // On Windows npm is a .cmd file, which needs a shell.
  return { command: 'npm', args, shell: process.platform === 'win32' };
}

/**
 * Tells if npm can write to its usual cache. If npm cannot, for example because the home folder is
 * read-only, npm installs nothing unless it gets another cache.
 */
function hasCache() {
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm');
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
