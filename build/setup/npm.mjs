import { basename } from 'node:path';

/**
 * The npm that started us, so that the one whose settings the person knows does the work.
 *
 * @param {readonly string[]} args
 * @returns {{ command: string; args: string[]; shell: boolean }}
 */
export function npm(args) {
  const startedBy = process.env.npm_execpath;
  if (startedBy && basename(startedBy) === 'npm-cli.js') {
    return { command: process.execPath, args: [startedBy, ...args], shell: false };
  }
  // On Windows npm is a .cmd file, which only a shell runs.
  return { command: 'npm', args: [...args], shell: process.platform === 'win32' };
}
