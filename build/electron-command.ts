import { electronBinary } from './setup/electron-binary.mjs';

/** Returns the path of the Electron program in the folder that build/run.mjs has set. */
export function electronProgram(): string {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const binary = dist && electronBinary(dist);
  if (!binary)
    throw new Error('Electron was not found. Start this script with build/run.mjs --window.');
  return binary;
}

/**
 * Chromium refuses to run its sandbox as root, the usual user in containers and on build machines.
 * Only development and test starts add this switch; the product never does.
 */
export const sandboxWords: readonly string[] =
  process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Folders of Chromium's source code whose log lines help nobody. */
const NOISE = [
  // Without D-Bus, which the app does not need, this code logs dozens of lines.
  'dbus/',
  // The graphics process may end before the window does, and this code then logs an error.
  'gpu/ipc/client/command_buffer_proxy_impl',
];

/** Tells whether to hide a line of Electron's standard error. */
export function isChromiumNoise(line: string): boolean {
  const source = /^\[\d+:\d+\/[\d.]+:(?:ERROR|WARNING):([^:]+)/.exec(line)?.[1] ?? '';
  return NOISE.some((folder) => source.startsWith(folder));
}
