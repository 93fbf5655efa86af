import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commandLine } from '../command-line.ts';

// The timeout is long, because making a report takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

const sample = join(import.meta.dirname, '../../shared/sample/web-shop.otm.yaml');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-export-'));
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

const start = (name: string, length = 4): string =>
  readFileSync(join(folder, name)).subarray(0, length).toString('latin1');

test('export writes a report, an image, and a register in one run', async () => {
  const files = ['r.pdf', 'i.png', 't.xlsx'];
  const options = ['--report', 'r.pdf', '--image', 'i.png', '--register', 't.xlsx'];
  const result = await run('export', sample, ...options);
  expect(result).toEqual({ status: 0, printed: files.join('\n'), complaints: '' });
  expect(files.map((name) => start(name))).toEqual(['%PDF', '\x89PNG', 'PK\x03\x04']);
  expect(readdirSync(folder).toSorted()).toEqual(files.toSorted());
});

test('export writes the other formats, and the named canvas', async () => {
  await run('export', sample, '--report', 'r.html', '--image', 'i.svg', '--register', 't.jira.csv');
  expect(start('r.html', 15)).toBe('<!doctype html>');
  expect(start('t.jira.csv', 7)).toBe('Summary');
  await run('export', sample, '--report', 'r.docx');
  expect(start('r.docx')).toBe('PK\x03\x04');
  const wrong = await run('export', sample, '--image', 'x.png', '--canvas', 'No such');
  expect(wrong).toMatchObject({ status: 2, complaints: 'there is no canvas "No such"' });
});

test('export finds a canvas by its ID, also if another canvas has this title', async () => {
  const component = (id: string, representation: string) => ({
    id,
    name: id,
    type: 'process',
    parent: { trustZone: 'z' },
    representations: [{ representation, id }],
  });
  const model = {
    otmVersion: '0.2.0',
    project: { id: 'p', name: 'P' },
    representations: [
      { id: 'one', name: 'two', type: 'diagram' },
      { id: 'two', name: 'Other', type: 'diagram' },
    ],
    trustZones: [{ id: 'z', name: 'Zone', risk: { trustRating: 10 } }],
    components: [component('Web', 'one'), component('Vault', 'two')],
  };
  writeFileSync(join(folder, 'm.otm'), JSON.stringify(model));
  await run('export', 'm.otm', '--image', 'i.svg', '--canvas', 'two');
  expect(readFileSync(join(folder, 'i.svg'), 'utf8')).toContain('>Vault<');
});

test('export says on standard error that a text was cut', async () => {
  const text = readFileSync(sample, 'utf8');
  const long = text.replace('Scripts of partners', `Scripts ${'x'.repeat(40_000)}`);
  writeFileSync(join(folder, 'long.otm.yaml'), long);
  expect(await run('export', 'long.otm.yaml', '--register', 'long.xlsx')).toEqual({
    status: 0,
    printed: 'long.xlsx',
    complaints: 'long.xlsx: 1 text is longer than 32,767 characters and was cut.',
  });
});

test.each([
  [['export', sample], /^no --report, --image, or --register/],
  [['export', sample, '--report', 'x.txt'], /^--report does not support the suffix of x\.txt/],
  [['export', sample, '--register', 'no/x.csv'], /^no\/x\.csv cannot be written \(ENOENT\)$/],
  [['convert', sample, '-o', '-', '--to', 'pdf'], /^pdf can only be written to a file/],
])('%j ends with status 2 and one line', async (words, message) => {
  const { status, complaints } = await run(...words);
  expect(status).toBe(2);
  expect(complaints).toMatch(message);
  expect(complaints).not.toContain('\n');
});
