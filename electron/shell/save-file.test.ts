import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileNameOf, saveFile } from './save-file.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'parapet-save-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('saving a file', () => {
  it('replaces the old one and leaves nothing beside it', async () => {
    const path = join(folder, 'model.otm.json');
    writeFileSync(path, 'old');
    await saveFile(path, 'new');
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['model.otm.json']);
  });

  it('writes bytes as they are', async () => {
    const path = join(folder, 'image.png');
    const bytes = Uint8Array.from({ length: 256 }, (_, value) => value);
    await saveFile(path, bytes);
    expect(new Uint8Array(readFileSync(path))).toEqual(bytes);
  });

  it('says why it cannot, and leaves nothing behind', async () => {
    await expect(saveFile(join(folder, 'missing', 'model.json'), 'new')).rejects.toThrow('ENOENT');
    await expect(saveFile(folder, 'new')).rejects.toThrow(/EISDIR|ENOTEMPTY/);
    expect(readdirSync(folder)).toEqual([]);
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

  it('never leaves the folder, whatever the title', () => {
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
