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

/**
 * Whether a line that Chromium prints is of no use to anyone: on a machine without D-Bus it
 * complains dozens of times, although the app needs no D-Bus.
 */
export function isChromiumNoise(line: string): boolean {
  return /^\[\d+:\d+\/[\d.]+:(ERROR|WARNING):dbus\//.test(line);
}
