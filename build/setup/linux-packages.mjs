import { captured } from './captured.mjs';
import { progress } from './progress.mjs';
import { SetupProblem } from './setup-problem.mjs';

/** The Debian packages of a virtual display, and of the libraries that Electron links to. */
const NEEDED = [
  'xvfb',
  'xauth',
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libxtst6',
  'libatk-bridge2.0-0',
  'libcups2',
  'libdrm2',
  'libnotify4',
  'libsecret-1-0',
  'fonts-dejavu-core',
];

/**
 * Installs the system packages that Electron needs. If that is impossible, the error explains how a
 * person can install them.
 *
 * @param {string} reason A sentence that says why the packages are needed. It is shown before the other
 *   messages.
 */
export async function installLinuxPackages(reason) {
  const isRoot = process.getuid?.() === 0;
  const isDebian = (await captured('apt-get', ['--version'])).ok;
  if (!isDebian) {
    throw new SetupProblem(
      `${reason} Please install the packages of your system, which Debian calls ` +
        `${NEEDED.join(', ')}. If only the display is missing, you can set DISPLAY instead.`,
    );
  }
  if (!isRoot) {
    const names = await availableNames();
    throw new SetupProblem(
      `${reason} Please run:\n\n  sudo apt-get update && sudo apt-get install -y ` +
        `--no-install-recommends ${names.join(' ')}\n`,
    );
  }
  await progress(`${reason} Installing what is missing with apt-get`, async () => {
    await aptGet(['update']);
    await aptGet(['install', '-y', '--no-install-recommends', ...(await availableNames())]);
  });
}

/**
 * Returns the names that the packages have on this system. Debian 13 and Ubuntu 24.04 added `t64` to
 * some names.
 */
async function availableNames() {
  const { output } = await captured('apt-cache', ['pkgnames']);
  const known = new Set(output.split('\n'));
  return NEEDED.map((name) => (known.has(`${name}t64`) ? `${name}t64` : name));
}

/** @param {string[]} args */
async function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { ok, output } = await captured('apt-get', args, { env });
  if (!ok) throw new SetupProblem(`${output}\napt-get ${args.join(' ')} failed; see above.`);
}
