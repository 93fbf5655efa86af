import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installPackages } from './setup/packages.mjs';

// Usage: node build/parapet.mjs <command>. npm usually runs this file with the project's own Node.
// The command then runs in this process, because starting another process would take as long as the
// command.

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const script = 'cli/cli.ts';

if (Number.parseInt(process.versions.node, 10) >= 24) {
  await installPackages(root);
  module.enableCompileCache(join(root, '.cache', 'cli'));
  await import(pathToFileURL(join(root, script)).href);
} else {
  process.argv.splice(2, 0, script);
  await import('./run.mjs');
}
