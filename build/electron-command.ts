import { electronBinary } from './setup/electron-binary.mjs';

/** Returns the path of Electron's program, which build/run.mjs has set. */
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

/** Source files of Chromium log lines that are of no use to anyone. */
const NOISE = [
  // Dozens of lines on a machine without D-Bus, which the app does not need.
  'dbus/',
  // The graphics process may end before the window does.
  'gpu/ipc/client/command_buffer_proxy_impl',
];

/** Tells which lines of Electron's standard error are hidden. */
export function isChromiumNoise(line: string): boolean {
  const source = /^\[\d+:\d+\/[\d.]+:(?:ERROR|WARNING):([^:]+)/.exec(line)?.[1] ?? '';
  return NOISE.some((folder) => source.startsWith(folder));
}
