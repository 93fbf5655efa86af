import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * The npm that started us, so that the one whose settings the person knows does the work.
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
  // On Windows npm is a .cmd file, which only a shell runs.
  return { command: 'npm', args, shell: process.platform === 'win32' };
}

/** Whether npm can write to its cache, without which it installs nothing; a home may be read-only. */
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
