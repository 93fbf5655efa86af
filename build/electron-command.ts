import { electronBinary } from './setup/electron-binary.mjs';

/** Returns the path of the Electron program in the folder that build/run.mjs chose. */
export function electronProgram(): string {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const binary = dist && electronBinary(dist);
  if (!binary)
    throw new Error('Electron was not found. Start this script with build/run.mjs --window.');
  return binary;
}

/**
 * The arguments that switch off Chromium's sandbox for root, because Chromium refuses to run its
 * sandbox as root. Root is the usual user in containers and on build machines. Only starts for
 * development and tests add these arguments, and the packaged app never does.
 */
export const sandboxWords: readonly string[] =
  process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Folders of Chromium's source code. Log lines from this code are hidden, because they help nobody. */
const NOISE = [
  // Without D-Bus, which the app does not need, this code logs dozens of lines.
  'dbus/',
  // The graphics process may end before the window does, and this code then logs an error.
  'gpu/ipc/client/command_buffer_proxy_impl',
];

/** Tells if a line of Electron's standard error is hidden. */
export function isChromiumNoise(line: string): boolean {
  const source = /^\[\d+:\d+\/[\d.]+:(?:ERROR|WARNING):([^:]+)/.exec(line)?.[1] ?? '';
  return NOISE.some((folder) => source.startsWith(folder));
}
