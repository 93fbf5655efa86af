import { electronBinary } from './setup/electron-binary.mjs';

/** Electron's program, which build/run.mjs has found and named. */
export function electronProgram(): string {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const binary = dist && electronBinary(dist);
  if (!binary) throw new Error('There is no Electron; start this with build/run.mjs --window.');
  return binary;
}

/**
 * Chromium refuses to run its sandbox as root, which is what containers and build machines are.
 * Only what starts the app for development and tests adds this switch; the product never does.
 */
export const sandboxWords: readonly string[] =
  process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Complaints of Chromium that are of no use to anyone, each with its source file. */
const NOISE = [
  // Dozens of lines on a machine without D-Bus, which the app does not need.
  'dbus/',
  // The graphics process may end before the window does.
  'gpu/ipc/client/command_buffer_proxy_impl',
];

/** Tells which lines on Electron's standard error are left out of what a person sees. */
export function isChromiumNoise(line: string): boolean {
  const source = /^\[\d+:\d+\/[\d.]+:(?:ERROR|WARNING):([^:]+)/.exec(line)?.[1] ?? '';
  return NOISE.some((folder) => source.startsWith(folder));
}
