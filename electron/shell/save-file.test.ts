import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exportSaver, fileNameOf, filesSaved, saveFile } from './save-file.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'parapet-save-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('saving a file', () => {
  it('replaces the old one and leaves no temporary file', async () => {
    const path = join(folder, 'model.otm.json');
    writeFileSync(path, 'old');
    await saveFile(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['model.otm.json']);
  });

  it('writes bytes unchanged', async () => {
    const path = join(folder, 'image.png');
    const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
    await saveFile(path, bytes);
    expect(new Uint8Array(readFileSync(path))).toEqual(bytes);
  });

  it('reports why it failed, and leaves nothing behind', async () => {
    await expect(saveFile(join(folder, 'missing', 'model.json'), 'new')).rejects.toThrow('ENOENT');
    await expect(saveFile(folder, 'new')).rejects.toThrow(/EISDIR|ENOTEMPTY/);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves the old file and no temporary file if the disk is full', async () => {
    const path = join(folder, 'report.pdf');
    writeFileSync(path, 'old');
    const file = await open(path);
    const handles: { writeFile: (content: string) => Promise<void> } = Object.getPrototypeOf(file);
    await file.close();
    const full = Object.assign(new Error('ENOSPC: no space left'), { errno: -28, code: 'ENOSPC' });
    vi.spyOn(handles, 'writeFile').mockRejectedValueOnce(full);
    await expect(saveFile(path, 'new')).rejects.toThrow('ENOSPC');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['report.pdf']);
  });
});

describe('waiting for files that are being saved', () => {
  it('ends when all are saved, also a copy that is saved after its original', async () => {
    const [file, copy] = ['secrets.json', 'secrets.json.copy'];
    void saveFile(join(folder, file), 'new').then(
      async () => await saveFile(join(folder, copy), 'new'),
    );
    void saveFile(join(folder, 'connections.json'), 'new');
    await filesSaved();
    expect(readdirSync(folder).toSorted()).toEqual(['connections.json', file, copy]);
  });

  it('ends too if a file cannot be saved', async () => {
    const failing = saveFile(join(folder, 'missing', 'secrets.json'), 'new');
    await Promise.all([expect(failing).rejects.toThrow('ENOENT'), filesSaved()]);
  });
});

describe.skipIf(process.platform === 'win32')('the permissions of a saved file', () => {
  const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

  it('are for this account only in a file of the app, whatever they were before', async () => {
    const path = join(folder, 'secrets.json');
    writeFileSync(path, 'old');
    chmodSync(path, 0o644);
    await saveFile(path, 'new');
    expect(modeOf(path)).toBe('600');
  });

  it.each([0o600, 0o640, 0o664])('stay unchanged in an export: %o', async (mode) => {
    const path = join(folder, 'model.otm.json');
    writeFileSync(path, 'old');
    chmodSync(path, mode);
    await exportSaver(0o022)(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(modeOf(path)).toBe(mode.toString(8));
  });

  it('are those of the file to which a link leads, and the link stays', async () => {
    const path = join(folder, 'model.otm.json');
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    const link = join(folder, 'link.json');
    symlinkSync(path, link);
    await exportSaver(0o022)(link, 'new');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(modeOf(path)).toBe('640');
  });

  it('are the defaults of the person for a new export', async () => {
    const path = join(folder, 'model.otm.json');
    await exportSaver(0o027)(path, 'new');
    expect(modeOf(path)).toBe('640');
  });

  it('are not changed by an export to something that is no file', async () => {
    const path = join(folder, 'folder.otm.json');
    mkdirSync(path);
    await expect(exportSaver(0o022)(path, 'new')).rejects.toThrow('not a regular file');
    expect(readdirSync(folder)).toEqual(['folder.otm.json']);
  });
});

describe('a file name', () => {
  it.each([
    ['Web shop', 'Web shop.otm.json'],
    ['a/b\\c: "d"?', 'a b c d.otm.json'],
    ['../../etc/passwd', 'etc passwd.otm.json'],
    ['  ', 'threat-model.otm.json'],
    ['متجر 🛒', 'متجر 🛒.otm.json'],
    ['Shop – Payments', 'Shop – Payments.otm.json'],
    ['nul', 'nul_.otm.json'],
    ['com1.2', 'com1_.2.otm.json'],
    ['Console', 'Console.otm.json'],
    ['模'.repeat(500), `${'模'.repeat(60)}.otm.json`],
    [`a${'🛒'.repeat(500)}`, `a${'🛒'.repeat(44)}.otm.json`],
  ])('of %j is %j', (title, name) => {
    expect(fileNameOf(title, 'otm.json')).toBe(name);
  });

  it('never leads out of the folder, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        const name = fileNameOf(title, 'json');
        expect(name).not.toMatch(/[/\\:]|^\./);
        expect(name.length).toBeGreaterThan('.json'.length);
        expect(Buffer.byteLength(name)).toBeLessThan(200);
      }),
    );
  });
});
