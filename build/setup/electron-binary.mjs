import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The program's path in a dist folder. Electron's own install.js has the same table. */
const BINARY =
  process.platform === 'darwin'
    ? 'Electron.app/Contents/MacOS/Electron'
    : process.platform === 'win32'
      ? 'electron.exe'
      : 'electron';

/**
 * @param {string} dist A folder such as node_modules/electron/dist.
 * @returns {string | undefined} The path of the program, if it is there.
 */
export function electronBinary(dist) {
  const path = join(dist, BINARY);
  return existsSync(path) ? path : undefined;
}
