import { dirname, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDisplay } from './setup/display.mjs';
import { electronRuntime } from './setup/electron-runtime.mjs';
import { electronStarts } from './setup/electron-starts.mjs';
import { endWithNpm } from './setup/end-with-npm.mjs';
import { foreground } from './setup/foreground.mjs';
import { nodeRuntime } from './setup/node-runtime.mjs';
import { installPackages } from './setup/packages.mjs';
import { fullDisk } from './setup/room.mjs';
import { SetupProblem } from './setup/setup-problem.mjs';

// This file installs the packages and Node 24, so it must run without packages and on any Node from
// version 20. Usage: node build/run.mjs [--window] <script.ts> [arguments]. --window means that the
// script opens Electron.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const words = process.argv.slice(2);
const opensWindow = words[0] === '--window';
const [script, ...args] = opensWindow ? words.slice(1) : words;

endWithNpm();
try {
  if (!script) throw new SetupProblem('Usage: node build/run.mjs [--window] <script.ts> [args]');
  process.exitCode = await run(script);
} catch (error) {
  console.error(error instanceof SetupProblem ? `\n${error.message.trim()}` : error);
  const full = fullDisk(root, error);
  if (full) console.error(`\n${full}`);
  process.exitCode = 1;
}

/** @param {string} file */
async function run(file) {
  const endSetup = () => process.exit(130);
  process.once('SIGINT', endSetup).once('SIGTERM', endSetup);
  await installPackages(root);
  const node = nodeRuntime(root);
  const window = opensWindow ? await prepareWindow(node) : undefined;
  process.off('SIGINT', endSetup).off('SIGTERM', endSetup);

  // npm sets INIT_CWD to the folder in which a person called npm. File names on the command line are
  // relative to this folder.
  const env = { INIT_CWD: process.cwd(), ...process.env, ...window?.env };
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`;
  // Hides warnings about type stripping and SQLite, which some versions of Node 24 still print.
  const nodeArgs = ['--disable-warning=ExperimentalWarning', join(root, file), ...args];
  try {
    return await foreground(node, nodeArgs, { cwd: root, env: { ...env, PATH: path } });
  } finally {
    await window?.end();
  }
}

/** @param {string} node */
async function prepareWindow(node) {
  const dist = await electronRuntime(root, node);
  await electronStarts(root, dist);
  const { env, end } = await openDisplay();
  return { env: { ELECTRON_OVERRIDE_DIST_PATH: dist, ...env }, end };
}
