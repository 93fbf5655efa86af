import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { installLinuxPackages } from './linux-packages.mjs';
import { SetupProblem } from './setup-problem.mjs';

/**
 * Gives windows a display where Linux has none.
 *
 * @returns {Promise<{ env: Record<string, string>; end: () => Promise<void> }>} What to add to the
 *   environment, and how to take the display away again.
 */
export async function openDisplay() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY) return NOTHING_TO_DO;
  let virtual = await startXvfb();
  if (!virtual) {
    await installLinuxPackages('There is no display, and no Xvfb to make a virtual one.');
    virtual = await startXvfb();
  }
  if (!virtual) throw new SetupProblem('Xvfb is not where it should be: is its folder in PATH?');
  const { name, end } = virtual;
  return { env: { DISPLAY: name, PARAPET_VIRTUAL_DISPLAY: name }, end };
}

const NOTHING_TO_DO = { env: {}, end: async () => {} };

/**
 * Starts a virtual display, which ends with this process at the latest.
 *
 * @returns {Promise<{ name: string; end: () => Promise<void> } | undefined>} Its name for DISPLAY,
 *   or nothing if Xvfb is not installed.
 */
export async function startXvfb() {
  // -displayfd: Xvfb looks for a free number and writes it to that descriptor once it listens.
  // Detached, because Ctrl-C should reach Electron before the display under it goes away.
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const xvfb = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'], detached: true });
  process.once('exit', () => xvfb.kill());
  const end = async () => {
    if (xvfb.kill()) await once(xvfb, 'close');
  };

  return await new Promise((resolve, reject) => {
    let complaint = '';
    xvfb.stderr?.on('data', (chunk) => {
      complaint += String(chunk);
    });
    xvfb.stdio[3]?.once('data', (chunk) => {
      resolve({ name: `:${String(chunk).trim()}`, end });
    });
    xvfb.once('error', () => resolve(undefined));
    xvfb.once('exit', () => reject(new SetupProblem(`${complaint}\nXvfb did not start.`)));
  });
}
