import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './root.ts';

const belowCanvas = ['shared', 'renderer/locales', 'renderer/ui', 'renderer/kernel'] as const;
const belowFeatures = [...belowCanvas, 'renderer/canvas'] as const;
const features = [
  'renderer/codex',
  'renderer/people',
  'renderer/collections',
  'renderer/files',
  'renderer/mitigations',
  'renderer/overview',
  'renderer/register',
  'renderer/settings',
  'renderer/suggestions',
  'renderer/sync',
  'renderer/threats',
  'renderer/versions',
] as const;

/** The modules that each module may import. All other imports must fail to compile. */
const MAY_IMPORT = {
  shared: [],
  service: ['shared'],
  cli: ['shared', 'service'],
  'renderer/locales': ['shared'],
  'renderer/ui': ['shared', 'renderer/locales'],
  'renderer/kernel': ['shared', 'renderer/locales', 'renderer/ui'],
  'renderer/canvas': belowCanvas,
  'renderer/codex': belowFeatures,
  'renderer/people': belowFeatures,
  'renderer/collections': belowFeatures,
  'renderer/files': belowFeatures,
  'renderer/mitigations': belowFeatures,
  'renderer/overview': belowFeatures,
  'renderer/register': belowFeatures,
  'renderer/settings': belowFeatures,
  'renderer/suggestions': belowFeatures,
  'renderer/sync': belowFeatures,
  'renderer/threats': belowFeatures,
  'renderer/versions': belowFeatures,
  'renderer/shell': [...belowFeatures, ...features],
  'electron/shell': ['shared'],
  'electron/store': ['shared'],
  'electron/connection': ['shared', 'service'],
  'electron/sync': ['shared', 'electron/store', 'electron/connection'],
  'electron/desktop': [
    'shared',
    'electron/sync',
    'electron/store',
    'electron/connection',
    'electron/shell',
  ],
  electron: [
    'shared',
    'electron/desktop',
    'electron/sync',
    'electron/store',
    'electron/connection',
    'electron/shell',
  ],
} as const;

type Probe = { from: string; to: string; path: string; specifier: string; allowed: boolean };

/**
 * Tells if an import is tested. No layer of the renderer may import the service or the main process, or
 * be imported by them. So for such imports, only `renderer/kernel` is tested.
 */
const isProbed = (from: string, to: string): boolean => {
  if (from === to) return false;
  const inRenderer = [from, to].filter((name) => name.startsWith('renderer/'));
  return from === 'shared' || to === 'shared' || inRenderer.length !== 1
    ? true
    : inRenderer[0] === 'renderer/kernel';
};

const modules = Object.entries<readonly string[]>(MAY_IMPORT);
const probes: Probe[] = modules.flatMap(([from, allowed]) =>
  modules
    .filter(([to]) => isProbed(from, to))
    .map(([to]) => ({
      from,
      to,
      path: `${from}/imports-${to.replace('/', '-')}.ts`,
      specifier: specifier(from, to),
      allowed: allowed.includes(to),
    })),
);
const insideService: Probe[] = ['electron/connection', 'cli'].map((from) => ({
  from,
  to: 'service/database',
  path: `${from}/imports-inside-service.ts`,
  specifier: '#service/database/tables.ts',
  allowed: false,
}));

/** The files that define the boundaries. */
const CONFIGURATION = [
  'package.json',
  'build/oxlint.json',
  '{build,shared,service,cli,renderer,renderer/*,electron,electron/*}/tsconfig*',
];

/** A copy of the project with the real configuration and one or two small files per module. */
let copy: string;
let complaints: string;

beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  copy = mkdtempSync(join(root, '.cache', 'module-boundaries-'));
  for (const file of globSync(CONFIGURATION, { cwd: root }))
    cpSync(join(root, file), join(copy, file));
  for (const [name] of modules) write(`${name}/${fileOf(name)}`, 'export const value = 1;');
  write('service/database/tables.ts', 'export const value = 1;');
  const files = [...probes, ...insideService].map(({ path }) => path);
  for (const { path, specifier: imported } of [...probes, ...insideService]) {
    write(path, `import { value } from '${imported}';\n\nexport const seen = value;`);
  }
  // The projects are built one by one. A project with a forbidden import also writes the types of the
  // imported file, and the build of another project could be reading these types at the same time.
  const inTurn = ['--build', '--singleThreaded', '--pretty', 'false'];
  const tsc = run('typescript/bin/tsc', ...inTurn, ...Object.keys(MAY_IMPORT));
  // The command names every file, because oxlint skips folders that git ignores, such as this copy.
  const words = ['--config', 'build/oxlint.json', '--format', 'unix'];
  complaints = tsc + run('oxlint/bin/oxlint', ...words, ...files);
}, 60_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each(probes.filter((probe) => probe.allowed))('$from may import $to', ({ path }) => {
  expect(complaintsAbout(path)).toEqual([]);
});

test.each(probes.filter((probe) => !probe.allowed))('$from may not import $to', ({ path }) => {
  expect(complaintsAbout(path)).not.toEqual([]);
});

test.each(insideService)('$from may not import the inside of the service', ({ path }) => {
  expect(complaintsAbout(path)).not.toEqual([]);
});

function complaintsAbout(path: string) {
  return complaints.split('\n').filter((line) => line.startsWith(path));
}

/**
 * Returns the import path: an alias such as `#shared/…`, or a relative path if the module has no alias.
 */
function specifier(from: string, to: string) {
  if (to === 'shared' || to === 'service') return `#${to}/${fileOf(to)}`;
  const path = relative(from, `${to}/${fileOf(to)}`);
  return path.startsWith('.') ? path : `./${path}`;
}

function fileOf(name: string) {
  if (name === 'service') return 'service.ts';
  return name === 'renderer/locales' ? 'i18n.ts' : 'index.ts';
}

function run(program: string, ...words: string[]) {
  const path = join(root, 'node_modules', program);
  return spawnSync(process.execPath, [path, ...words], { cwd: copy, encoding: 'utf8' }).stdout;
}

function write(path: string, text: string) {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), text);
}
