import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.ts';
import { captured } from './setup/captured.mjs';
import { foreground } from './setup/foreground.mjs';
import { npm } from './setup/npm.mjs';
import { progress } from './setup/progress.mjs';

// npm run mutation -- FOLDER [--files 'merge-*.ts'] [--workers N]
// Changes the code of a folder in one place at a time, and counts the changes that no test of the
// same folder notices.

const version = '10.1.1';
const home = join(root, '.cache/mutation');
const core = join(home, 'node_modules/@stryker-mutator/core');

/**
 * Installs Stryker only when it is used, because it brings 177 packages that nothing else needs.
 */
const install = async (): Promise<void> => {
  if (existsSync(join(core, 'package.json'))) return;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${version}`);
  // vitest, a peer dependency of Stryker, is not installed again, because the project already has it.
  const quiet = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { command, args, shell } = npm(root, ['install', ...quiet, '--save-exact', ...packages]);
  const { ok, output } = await progress(`Installing Stryker ${version}`, () =>
    captured(command, args, { cwd: home, shell }),
  );
  if (!ok) throw new Error(output);
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string', default: '*.ts' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});
const [folder] = positionals;
if (folder === undefined || !existsSync(join(root, folder))) {
  throw new Error('Usage: npm run mutation -- FOLDER [--files PATTERN] [--workers N]');
}

await install();
const config = join(home, 'stryker.json');
writeFileSync(
  config,
  JSON.stringify({
    mutate: [`${folder}/${values.files}`, `!${folder}/**/*.test.ts`],
    plugins: [join(home, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    testRunner: 'vitest',
    vitest: { configFile: 'build/mutation.vitest.config.ts' },
    // The option names a file that does not exist, because Stryker cannot read tsconfig.json with
    // TypeScript 7 and does not need it.
    tsconfigFile: 'none.json',
    concurrency: Number(values.workers),
    ignorePatterns: ['.cache', 'out', 'test-results'],
    tempDirName: '.cache/mutation/copies',
    reporters: ['clear-text', 'html'],
    htmlReporter: { fileName: '.cache/mutation/report.html' },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    allowEmpty: true,
  }),
);
const env = { ...process.env, MUTATED_FOLDER: folder };
const args = [join(core, 'bin/stryker.js'), 'run', config];
process.exitCode = await foreground(process.execPath, args, { cwd: root, env });
