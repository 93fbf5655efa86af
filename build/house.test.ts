import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './root.ts';

/** The order of the house: what the files of a room may import. Nothing else compiles. */
const MAY_IMPORT = {
  shared: [],
  service: ['shared'],
  renderer: ['shared'],
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

const rooms = Object.entries<readonly string[]>(MAY_IMPORT);
const probes: Probe[] = rooms.flatMap(([from, allowed]) =>
  rooms
    .filter(([to]) => to !== from)
    .map(([to]) => ({
      from,
      to,
      path: `${from}/imports-${to.replace('/', '-')}.ts`,
      specifier: specifier(from, to),
      allowed: allowed.includes(to),
    })),
);
const insideService: Probe = {
  from: 'electron/connection',
  to: 'service/database',
  path: 'electron/connection/imports-inside-service.ts',
  specifier: '#service/database/room.ts',
  allowed: false,
};

/** What the order is laid down in. */
const PLAN = [
  'package.json',
  'build/oxlint.json',
  '{build,shared,service,renderer,electron,electron/*}/tsconfig*',
];

/** The house once more, beside the real one: its own tsconfig files, and a file or two a room. */
let house: string;
let complaints: string;

beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  house = mkdtempSync(join(root, '.cache', 'house-'));
  for (const file of globSync(PLAN, { cwd: root })) cpSync(join(root, file), join(house, file));
  for (const [room] of rooms) write(`${room}/${fileOf(room)}`, 'export const room = 1;');
  write('service/database/room.ts', 'export const room = 1;');
  const files = [...probes, insideService].map(({ path }) => path);
  for (const { path, specifier: module } of [...probes, insideService]) {
    write(path, `import { room } from '${module}';\n\nexport const seen = room;`);
  }
  // One project after the other: a forbidden import makes the wrong project emit the file's types
  // as well, while another may be reading them.
  const inTurn = ['--build', '--singleThreaded', '--pretty', 'false'];
  const tsc = run('typescript/bin/tsc', ...inTurn, ...Object.keys(MAY_IMPORT));
  // Named one by one, because oxlint looks into no folder that git ignores, as this one.
  const words = ['--config', 'build/oxlint.json', '--format', 'unix'];
  complaints = tsc + run('oxlint/bin/oxlint', ...words, ...files);
}, 60_000);

afterAll(() => rmSync(house, { recursive: true, force: true }));

test.each(probes.filter((probe) => probe.allowed))('$from may import $to', ({ path }) => {
  expect(complaintsAbout(path)).toEqual([]);
});

test.each(probes.filter((probe) => !probe.allowed))('$from may not import $to', ({ path }) => {
  expect(complaintsAbout(path)).not.toEqual([]);
});

test('of the service, electron/connection may import service.ts alone', () => {
  expect(complaintsAbout(insideService.path)).not.toEqual([]);
});

function complaintsAbout(path: string) {
  return complaints.split('\n').filter((line) => line.startsWith(path));
}

/** Imports go by alias where the project has one; the compiler sees the same file either way. */
function specifier(from: string, to: string) {
  if (to === 'shared' || to === 'service') return `#${to}/${fileOf(to)}`;
  const path = relative(from, `${to}/${fileOf(to)}`);
  return path.startsWith('.') ? path : `./${path}`;
}

function fileOf(room: string) {
  return room === 'service' ? 'service.ts' : 'room.ts';
}

function run(program: string, ...words: string[]) {
  const path = join(root, 'node_modules', program);
  return spawnSync(process.execPath, [path, ...words], { cwd: house, encoding: 'utf8' }).stdout;
}

function write(path: string, text: string) {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), text);
}
