import { randomInt } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './root.ts';
import { captured } from './setup/captured.mjs';
import { foreground } from './setup/foreground.mjs';
import { npm } from './setup/npm.mjs';
import { progress } from './setup/progress.mjs';

// npm run mutation -- FOLDER [--files 'merge-*.ts'] [--tests FOLDER] [--sample N] [--workers N]
// Changes the code of a folder in one place at a time, and counts the changes that no test of the same
// folder, or of the folder in `--tests`, notices. With `--sample`, it changes only N random stretches of
// code, which is enough for an estimate.

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
    tests: { type: 'string' },
    sample: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});
const [folder] = positionals;
if (folder === undefined || !existsSync(join(root, folder))) {
  throw new Error(
    'Usage: npm run mutation -- FOLDER [--files PATTERN] [--tests FOLDER] [--sample N] [--workers N]',
  );
}

/** The number of lines in a stretch of a sample. Most changes affect fewer lines. */
const stretch = 12;

/** Returns the stretches of a sample, as `file:firstLine-lastLine`, in random order. */
const sampleOf = (pattern: string, count: number): string[] => {
  const stretches = globSync(pattern, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n').length;
      return Array.from({ length: Math.ceil(lines / stretch) }, (_, at) => {
        const first = at * stretch + 1;
        return `${file}:${first}-${first + stretch - 1}`;
      });
    });
  const ranked = stretches.map((each) => ({ each, rank: randomInt(2 ** 40) }));
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ each }) => each);
};

const pattern = `${folder}/${values.files}`;
const mutated =
  values.sample === undefined
    ? [pattern, `!${folder}/**/*.test.ts`]
    : sampleOf(pattern, Number(values.sample));

await install();
const config = join(home, 'stryker.json');
writeFileSync(
  config,
  JSON.stringify({
    mutate: mutated,
    plugins: [join(home, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
    testRunner: 'vitest',
    vitest: { configFile: 'build/mutation.vitest.config.ts' },
    // The option names a file that does not exist, because Stryker cannot read tsconfig.json with
    // TypeScript 7 and does not need it.
    tsconfigFile: 'none.json',
    concurrency: Number(values.workers),
    // On a busy machine, the first run of the tests can take longer than Stryker's default of five minutes.
    dryRunTimeoutMinutes: 30,
    ignorePatterns: ['.cache', 'out', 'test-results'],
    tempDirName: '.cache/mutation/copies',
    reporters: ['clear-text', 'html'],
    htmlReporter: { fileName: '.cache/mutation/report.html' },
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    allowEmpty: true,
  }),
);
const env = { ...process.env, TESTED_FOLDER: values.tests ?? folder };
const args = [join(core, 'bin/stryker.js'), 'run', config];
process.exitCode = await foreground(process.execPath, args, { cwd: root, env });
