import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { captured } from './captured.mjs';
import { installLinuxPackages } from './linux-packages.mjs';
import { SetupProblem } from './setup-problem.mjs';

/**
 * Opens a virtual display on Linux if there is no display.
 *
 * @returns {Promise<{ env: Record<string, string>; end: () => Promise<void> }>} Variables to add to the
 *   environment, and a function that closes the display.
 */
export async function openDisplay() {
  if (process.platform !== 'linux' || (await hasDisplay())) return NOTHING_TO_DO;
  let virtual = await startXvfb();
  if (!virtual) {
    await installLinuxPackages('There is no display, and no Xvfb to make a virtual one.');
    virtual = await startXvfb();
  }
  if (!virtual)
    throw new SetupProblem('Xvfb is installed but was not found. Is its folder in PATH?');
  const { name, end } = virtual;
  return { env: { DISPLAY: name, PARAPET_VIRTUAL_DISPLAY: name }, end };
}

const NOTHING_TO_DO = { env: {}, end: async () => {} };

async function hasDisplay() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (WAYLAND_DISPLAY) return true;
  if (!DISPLAY) return false;
  const local = /^:(\d+)/.exec(DISPLAY)?.[1];
  if (!local || (await answers(`/tmp/.X11-unix/X${local}`))) return true;
  console.error(`The display ${DISPLAY}, which DISPLAY names, does not respond.`);
  return false;
}

/**
 * Tells if an X server answers. X servers listen on a socket file, on an abstract socket of the same
 * name, or on both.
 *
 * @param {string} path
 */
async function answers(path) {
  const attempts = [path, `\0${path}`].map(
    async (name) =>
      await new Promise((resolve) => {
        const socket = connect(name, () => resolve(true));
        socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
      }),
  );
  return (await Promise.all(attempts)).includes(true);
}

/**
 * A shell script that runs Xvfb until standard input closes. Standard input closes even if this
 * process is killed.
 */
const XVFB_UNTIL_INPUT_ENDS = 'Xvfb "$@" & read -r _; kill $!';

/**
 * Starts a virtual display. The display closes when this process ends, or earlier if `end` is called.
 *
 * @returns {Promise<{ name: string; end: () => Promise<void> } | undefined>} The display's name for
 *   DISPLAY and a function that closes the display, or undefined if Xvfb is not installed.
 */
export async function startXvfb() {
  if (!(await captured('sh', ['-c', 'command -v Xvfb'])).ok) return undefined;
  // Xvfb chooses a free display number. When Xvfb is ready, it writes this number to the file descriptor
  // that -displayfd names.
  const args = ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  // The shell is detached, so that Ctrl-C does not close the display before Electron has ended.
  const shell = spawn('sh', ['-c', XVFB_UNTIL_INPUT_ENDS, 'sh', ...args], {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const end = async () => {
    shell.stdin?.end();
    if (shell.exitCode === null) await once(shell, 'close');
  };

  return await new Promise((resolve, reject) => {
    let complaint = '';
    let name = '';
    shell.stderr?.on('data', (chunk) => {
      complaint += String(chunk);
    });
    shell.stdio[3]?.on('data', (chunk) => {
      name += String(chunk);
      if (name.endsWith('\n')) resolve({ name: `:${name.trim()}`, end });
    });
    shell.stdio[3]?.once('end', () => {
      void end();
      reject(new SetupProblem(`${complaint}\nXvfb did not start.`));
    });
  });
}
