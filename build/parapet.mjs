import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installPackages } from './setup/packages.mjs';

// Usage: node build/parapet.mjs <command>. npm nearly always runs it with the Node that this project
// brings, so the command runs in this process. Another process would need as long to start as the
// command takes.

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
