import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { textFormatNames, textFormats } from '#shared/exports/export-formats.ts';
import { otmSchema } from '#shared/otm/schema.ts';
import { commandLine } from '../command-line.ts';

// The timeout is long, because some conversions start a thread or a process, which takes long on a busy
// machine.
vi.setConfig({ testTimeout: 600_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-convert-'));
  writeFileSync(
    join(folder, 'in.mmd'),
    'flowchart LR\nuser[User] -->|order| web[Web] --> db[(Orders)]',
  );
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
  return { status, printed: printed.join('\n'), complaints: complaints.join('\n') };
};
const written = (name: string): string => readFileSync(join(folder, name), 'utf8');

test('a file is converted to OTM in JSON and YAML, and to a graph, by the suffix', async () => {
  const report = await run('convert', 'in.mmd', '-o', 'out.otm');
  expect(report).toMatchObject({ status: 0, complaints: '' });
  expect(report.printed).toContain('1 canvases, 3 elements, 0 boundaries, 2 flows, 0 threats');
  const json: unknown = JSON.parse(written('out.otm'));
  expect(otmSchema.safeParse(json).error).toBeUndefined();

  await run('convert', 'out.otm', '-o', 'out.yaml');
  expect(parse(written('out.yaml'))).toEqual(json);

  await run('convert', 'in.mmd', '-o', 'out.graph.json');
  const graph = JSON.parse(written('out.graph.json')) as {
    nodes: object[];
    relationships: object[];
  };
  expect([graph.nodes.length, graph.relationships.length]).toEqual([3, 2]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('every format is written, by its name and by its first suffix', async () => {
  await run('convert', 'in.mmd', '-o', 'in.otm');
  for (const format of textFormatNames) {
    const file = `out${textFormats[format].suffixes[0]}`;
    expect(await run('convert', 'in.otm', '-o', file)).toMatchObject({ status: 0 });
    const { printed } = await run('convert', 'in.otm', '-o', '-', '--to', format);
    expect(written(file)).toBe(`${printed}\n`);
  }
});

test('Mermaid flowcharts are fenced in a Markdown file, and notices say what tools cannot show', async () => {
  await run('convert', 'in.mmd', '-o', 'one.mermaid.md');
  expect(written('one.mermaid.md')).toMatch(/^# in\n\n```mermaid\nflowchart LR\n/);
  writeFileSync(
    join(folder, 'two.md'),
    `${written('one.mermaid.md')}\n${written('one.mermaid.md')}`,
  );
  expect((await run('convert', 'two.md', '-o', 'two.mermaid.md')).printed).not.toContain('notice');
  expect((await run('convert', 'two.md', '-o', 'two.mmd')).printed).toMatch(
    /^notice {4}A file with several flowcharts is Markdown\. Give it the suffix \.mermaid\.md\.$/m,
  );
  const flows = Array.from({ length: 501 }, () => 'a --> b').join('\n');
  writeFileSync(join(folder, 'large.mmd'), `flowchart LR\n${flows}`);
  expect((await run('convert', 'large.mmd', '-o', 'out.mmd')).printed).toMatch(
    /^notice {4}1 flowchart exceeds/m,
  );
});

test('a file of another format than --from is refused', async () => {
  expect(await run('convert', 'in.mmd', '-o', 'x.otm', '--from', 'mermaid')).toMatchObject({
    status: 0,
  });
  expect(await run('convert', 'in.mmd', '-o', 'y.otm', '--from', 'otm')).toMatchObject({
    status: 2,
    complaints: 'in.mmd: The format of this file is mermaid. ($)',
  });
  expect(readdirSync(folder)).not.toContain('y.otm');
});

test('a large file is read in a thread with the same result', async () => {
  const remark = `%% ${'x'.repeat(1024 * 1024)}\n`;
  writeFileSync(join(folder, 'large.mmd'), `${written('in.mmd')}\n${remark}`);
  await run('convert', 'in.mmd', '-o', 'small.graph.json');
  await run('convert', 'large.mmd', '-o', 'large.graph.json', '--from', 'mermaid');
  expect(written('large.graph.json')).toBe(written('small.graph.json'));
});

test('elements without a position are laid out', async () => {
  await run('convert', 'in.mmd', '-o', 'out.otm');
  const { components } = otmSchema.parse(JSON.parse(written('out.otm')));
  const positions = components?.map(({ representations }) =>
    JSON.stringify(representations?.[0]?.position),
  );
  expect(new Set(positions).size).toBe(3);
});

test('a dash prints the file, and --to sets the format if the suffix does not', async () => {
  const { printed } = await run('convert', 'in.mmd', '-o', '-', '--to', 'graph');
  expect(JSON.parse(printed)).toHaveProperty('relationships');
  expect(await run('convert', 'in.mmd', '-o', 'out.txt')).toMatchObject({
    status: 2,
    complaints: expect.stringContaining('--to'),
  });
});

test.each([
  [['convert', 'missing.tm7', '-o', 'x.otm'], 'missing.tm7 cannot be read (ENOENT)'],
  [['convert', 'in.mmd'], '-o OUT is missing'],
  [['convert', 'in.mmd', '-o', 'x.otm', '--to', 'word'], '--to takes otm'],
  [['convert', 'in.mmd', '-o', 'x.otm', '--from', 'word'], '--from takes otm, threat-dragon'],
  [['convert', 'in.mmd', '-o', 'no/x.otm'], 'no/x.otm cannot be written (ENOENT)'],
])('%j reports the problem in one line', async (words, message) => {
  const { status, complaints } = await run(...words);
  expect(status).toBe(2);
  expect(complaints).toContain(message);
  expect(complaints).not.toContain('\n');
});
