import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exportText, type TextFormatName } from '#shared/exports/export-formats.ts';
import { smallModel } from '#shared/exports/testing/small-model.ts';
import { commandLine } from '../command-line.ts';

// The timeout is long, because Git starts the program several times, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

const program = join(import.meta.dirname, '../../build/parapet.mjs');

/** The environment that npm gives a script. `INIT_CWD` is the folder in which npm was called. */
const npmEnvironment = { ...process.env, INIT_CWD: '/' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-merge-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = async (...words: string[]) => {
  const printed: string[] = [];
  const complaints: string[] = [];
  const status = await commandLine(words, {
    folder,
    print: (text) => void printed.push(text),
    complain: (text) => void complaints.push(text),
  });
  return { status, printed: printed.join('\n'), complaints };
};

/** Replaces all occurrences of a text in a file. */
const replaced = (name: string, from: string, to: string): void => {
  const text = readFileSync(join(folder, name), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, name), text.replaceAll(from, to));
};

const write = async (name: string, format: TextFormatName = 'otm') =>
  writeFileSync(join(folder, name), await exportText(smallModel(), format));

test('merge writes the merged model into OURS, in the format of OURS', async () => {
  for (const format of ['otm', 'otm-service', 'otm-yaml'] as const) {
    for (const name of ['base', 'ours', 'theirs']) await write(name, format);
    replaced('ours', 'Web app', 'Shop');
    replaced('theirs', 'Orders', 'Ledger');
    expect(await run('merge', 'base', 'ours', 'theirs')).toEqual({
      status: 0,
      printed: '',
      complaints: [],
    });
    replaced('base', 'Web app', 'Shop');
    replaced('base', 'Orders', 'Ledger');
    const [ours, base] = ['ours', 'base'].map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(ours).toBe(base);
  }
  expect(readdirSync(folder).toSorted()).toEqual(['base', 'ours', 'theirs']);
});

test('merge keeps both sides of a conflict, and names it', async () => {
  for (const name of ['base', 'ours', 'theirs']) await write(name);
  replaced('ours', 'Web app', 'Shop');
  replaced('theirs', 'Web app', 'Store front');
  const { status, complaints } = await run('merge', 'base', 'ours', 'theirs', '-o', 'out');
  expect(status).toBe(1);
  expect(complaints).toContain('conflict in component "Shop": title');
  const text = readFileSync(join(folder, 'out'), 'utf8');
  expect(text).toMatch(/<{7} ours\n.*Shop.*\n={7}\n.*Store front.*\n>{7} theirs/);
  expect(readFileSync(join(folder, 'ours'), 'utf8')).not.toContain('<<<<');
});

test('merge does not change OURS if a file cannot be read', async () => {
  await write('ours');
  const before = readFileSync(join(folder, 'ours'), 'utf8');
  const { status, complaints } = await run('merge', 'missing', 'ours', 'ours');
  expect([status, complaints]).toEqual([2, ['missing cannot be read (ENOENT)']]);
  expect(readFileSync(join(folder, 'ours'), 'utf8')).toBe(before);
});

test('merge without a base keeps equal parts and parts of one side', async () => {
  const model = smallModel();
  const less = { ...model, components: model.components.filter(({ id }) => id !== 'c-entity') };
  writeFileSync(join(folder, 'ours'), await exportText(less, 'otm'));
  await write('theirs');
  writeFileSync(join(folder, 'base'), '');
  expect(await run('merge', 'base', 'ours', 'theirs', '-o', 'out')).toMatchObject({ status: 0 });
  expect((await run('diff', 'theirs', 'out')).printed).toBe('No differences.');
  replaced('theirs', 'Web app', 'Shop');
  const { status, complaints } = await run('merge', 'base', 'ours', 'theirs');
  expect(status).toBe(1);
  expect(complaints).toContain('conflict in component "Web app": title');
  expect(readFileSync(join(folder, 'ours'), 'utf8')).toMatch(/Web app.*\n={7}\n.*Shop/);
});

test('merge writes both sides if the content of the base cannot be read', async () => {
  for (const name of ['ours', 'theirs']) await write(name);
  replaced('ours', 'Web app', 'Shop');
  writeFileSync(join(folder, 'base'), '{\n<<<<<<< ours\n');
  const { status, complaints } = await run('merge', 'base', 'ours', 'theirs');
  expect([status, complaints]).toEqual([1, [expect.stringMatching(/^base: .+line 2/)]]);
  expect(readFileSync(join(folder, 'ours'), 'utf8')).toMatch(/Shop.*\n={7}\n.*Web app/);
});

test('merge refuses files of other formats', async () => {
  await write('theirs');
  writeFileSync(join(folder, 'ours'), 'flowchart LR\nuser[User] --> web[Web]\n');
  const { status, complaints } = await run('merge', 'theirs', 'ours', 'theirs');
  expect([status, complaints]).toEqual([2, ['ours: The format of this file is mermaid. ($)']]);
  expect(readFileSync(join(folder, 'ours'), 'utf8')).toMatch(/^flowchart/);
});

test('merge keeps the line ends and the dialect of a file with another layout', async () => {
  for (const name of ['base', 'ours', 'theirs']) await write(name, 'otm-service');
  replaced('theirs', 'Orders', 'Ledger');
  const model: unknown = JSON.parse(readFileSync(join(folder, 'ours'), 'utf8'));
  const text = JSON.stringify(model, null, 4).replaceAll('\n', '\r\n');
  writeFileSync(join(folder, 'ours'), `\ufeff${text}`);
  expect(await run('merge', 'base', 'ours', 'theirs')).toMatchObject({ status: 0 });
  const merged = readFileSync(join(folder, 'ours'), 'utf8');
  expect(merged.replaceAll('\r\n', '\n')).toBe(readFileSync(join(folder, 'theirs'), 'utf8'));
  expect(merged).toMatch(/\r\n$/);
});

test('merge says that comments in YAML are lost', async () => {
  for (const name of ['base', 'ours', 'theirs']) await write(name, 'otm-yaml');
  replaced('ours', 'Takes orders.', '"Takes # orders."');
  expect(await run('merge', 'base', 'ours', 'theirs', '-o', 'out')).toMatchObject({
    complaints: [],
  });
  replaced('ours', 'trustZones:', '# Drawn in March.\ntrustZones:');
  expect(await run('merge', 'base', 'ours', 'theirs')).toEqual({
    status: 0,
    printed: '',
    complaints: ['ours: comments in YAML are lost'],
  });
});

test('diff lists the differences as lines, JSON, and Markdown', async () => {
  await write('a');
  cpSync(join(folder, 'a'), join(folder, 'b'));
  expect(await run('diff', 'a', 'b')).toMatchObject({ status: 0, printed: 'No differences.' });
  replaced('b', 'Web app', 'Shop *x*');
  expect(await run('diff', 'a', 'b', '--exit-code')).toMatchObject({
    status: 1,
    printed: '~ node "Shop *x*" in "Overview" (label)\n~ component "Shop *x*" (title)',
  });
  expect((await run('diff', 'a', 'b', '--markdown')).printed).toBe(
    '- changed node **Shop \\*x\\*** in Overview (label)\n- changed component **Shop \\*x\\*** (title)',
  );
  const found: unknown = JSON.parse((await run('diff', 'a', 'b', '--json')).printed);
  expect(found).toHaveLength(2);
  expect((await run('diff', '/dev/null', 'b')).printed).toContain('+ canvas "Overview"');
});

test('diff lists differences in data that is only kept', async () => {
  const file = (name: string, owner: string, tags: string[]): void =>
    writeFileSync(
      join(folder, name),
      JSON.stringify({
        otmVersion: '0.2.0',
        project: { id: 'p', name: 'Shop', owner },
        trustZones: [{ id: 'z', name: 'Zone', risk: { trustRating: 10 } }],
        components: [{ id: 'c', name: 'Web', type: 'process', parent: { trustZone: 'z' }, tags }],
      }),
    );
  file('a', 'Ada', ['core']);
  file('b', 'Grace', ['core', 'public']);
  expect(await run('diff', 'a', 'b', '--exit-code')).toMatchObject({
    status: 1,
    printed: '~ model "Shop" (kept.owner)\n~ component "Web" (kept.tags)',
  });
  expect(await run('diff', 'a', 'a', '--exit-code')).toMatchObject({ status: 0 });
});

test.each(['otm-service', 'otm-yaml', 'otm-service-yaml'] as const)(
  'diff finds no difference between otm and %s',
  async (format) => {
    await write('a');
    await write('b', format);
    expect((await run('diff', 'a', 'b')).printed).toBe('No differences.');
  },
);

test('Git shows differences with the documented driver, also if a model cannot be read', async () => {
  const git = (...words: string[]): string =>
    execFileSync('git', words, {
      cwd: folder,
      env: npmEnvironment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const docs = readFileSync(join(import.meta.dirname, '../../docs/cli.md'), 'utf8');
  const [, documented = ''] = /diff\.parapet\.command \\\n +'(.+)'\n/.exec(docs) ?? [];
  const npm = 'npm --prefix /opt/parapet run -s parapet --';
  expect(documented).toContain(npm);
  git('init', '-q', '-b', 'main');
  git(
    'config',
    'diff.parapet.command',
    documented.replace(npm, `"${process.execPath}" "${program}"`),
  );
  writeFileSync(join(folder, '.gitattributes'), '*.otm diff=parapet\n');
  for (const name of ['a.otm', 'b.otm']) await write(name);
  git('add', '.');
  writeFileSync(join(folder, 'a.otm'), '{ "otmVersion": \n');
  replaced('b.otm', 'Web app', 'Shop');
  const shown = git('diff');
  expect(shown).toContain('+{ "otmVersion":');
  expect(shown).toContain('~ component "Shop" (title)');

  git('update-index', '--force-remove', 'a.otm');
  const blob = git('hash-object', '-w', 'b.otm').trim();
  const stages = [1, 2, 3].map((stage) => `100644 ${blob} ${stage}\ta.otm\n`).join('');
  execFileSync('git', ['update-index', '--index-info'], { cwd: folder, input: stages });
  expect(git('diff')).toContain('~ component "Shop" (title)');
});

test('Git merges models with the driver, and leaves conflicts to people', async () => {
  const git = (...words: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...words], {
      cwd: folder,
      env: npmEnvironment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const commit = (message: string): string => git('commit', '-qam', message);
  git('init', '-q', '-b', 'main');
  const command = `"${process.execPath}" "${program}" merge %O %A %B`;
  git('config', 'merge.parapet.driver', command);
  writeFileSync(join(folder, '.gitattributes'), '*.otm merge=parapet\n');
  await write('m.otm');
  git('add', '.');
  commit('base');
  git('checkout', '-qb', 'theirs');
  replaced('m.otm', 'Orders', 'Ledger');
  replaced('m.otm', 'Input becomes a query.', 'Input is a query.');
  commit('theirs');
  git('checkout', '-q', 'main');
  replaced('m.otm', 'Web app', 'Shop');
  commit('ours');
  git('merge', '-q', '--no-edit', 'theirs');
  const merged = readFileSync(join(folder, 'm.otm'), 'utf8');
  for (const text of ['Ledger', 'Shop', 'Input is a query.']) expect(merged).toContain(text);
  expect(git('status', '--porcelain')).toBe('');

  git('checkout', '-qb', 'other');
  replaced('m.otm', 'Shop', 'Kiosk');
  commit('other');
  git('checkout', '-q', 'main');
  replaced('m.otm', 'Shop', 'Stall');
  commit('mine');
  const words = ['merge', '-q', '--no-edit', 'other'];
  const result = spawnSync('git', words, { cwd: folder, env: npmEnvironment });
  expect(result.status).toBe(1);
  expect(git('status', '--porcelain')).toBe('UU m.otm\n');
  expect(readFileSync(join(folder, 'm.otm'), 'utf8')).toMatch(/Stall[\s\S]*={7}[\s\S]*Kiosk/);
});

test('merge places new elements of both sides if files state no positions', async () => {
  const file = (name: string, ...ids: string[]): void =>
    writeFileSync(
      join(folder, name),
      JSON.stringify({
        otmVersion: '0.2.0',
        project: { id: 'p', name: 'P' },
        trustZones: [{ id: 'z', name: 'Zone', risk: { trustRating: 10 } }],
        components: ids.map((id) => ({ id, name: id, type: 'x', parent: { trustZone: 'z' } })),
      }),
    );
  file('base', 'm', 'n');
  file('ours', 'a', 'm', 'n');
  file('theirs', 'm', 'b', 'n', 'c', 'd');
  expect(await run('merge', 'base', 'ours', 'theirs', '-o', 'out')).toEqual({
    status: 0,
    printed: '',
    complaints: [],
  });
  const { printed } = await run('diff', 'ours', 'out');
  const lines = printed.split('\n');
  expect(lines.filter((line) => !/"[bcd]"/.test(line))).toEqual([]);
});
