import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createImportFiles } from './import-files.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'parapet-import-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const bytes = (text: string) => new TextEncoder().encode(text);
const reading = async (path: string, maxBytes = 100) => {
  const files = createImportFiles(maxBytes);
  return await files.find(files.addPath(path))?.read();
};

describe('a chosen file', () => {
  it('is read in its current state, and only its name is known', async () => {
    const path = join(folder, 'model.otm');
    writeFileSync(path, 'one');
    const files = createImportFiles(100);
    const file = files.find(files.addPath(path));
    expect(file?.name).toBe('model.otm');
    expect(await file?.read()).toEqual(bytes('one'));
    appendFileSync(path, ' two');
    expect(await file?.read()).toEqual(bytes('one two'));
  });

  it('is rejected if it is too large', async () => {
    const path = join(folder, 'model.otm');
    writeFileSync(path, 'x'.repeat(101));
    await expect(reading(path)).rejects.toThrow('larger than 100 bytes');
  });

  it.skipIf(!existsSync('/dev/zero'))('is refused when it has no end', async () => {
    await expect(reading('/dev/zero')).rejects.toThrow('not a regular file');
    await expect(reading(folder)).rejects.toThrow(/not a regular file|EISDIR/u);
  });

  it.skipIf(process.platform === 'win32')('is rejected if it is a pipe', async () => {
    const path = join(folder, 'pipe.otm');
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    await expect(reading(path)).rejects.toThrow('not a regular file');
  });
});

describe('a dropped file', () => {
  it('has the content that the window sent', async () => {
    const files = createImportFiles(100);
    const handle = files.addDropped('Model.OTM', bytes('content'));
    expect(await files.find(handle)?.read()).toEqual(bytes('content'));
    files.release(handle);
    expect(files.find(handle)).toBeNull();
  });

  it.each(['passwd', 'id_rsa.pub', 'model.otm.txt', '.json.', ''])(
    'is refused with the name “%s”',
    async (name) => {
      const files = createImportFiles(100);
      const file = files.find(files.addDropped(name, bytes('content')));
      await expect(file?.read()).rejects.toThrow('has to end in');
    },
  );

  it('is rejected if it is too large, and only a few of the largest are kept', async () => {
    const files = createImportFiles(3);
    const large = files.find(files.addDropped('a.otm', bytes('long')));
    await expect(large?.read()).rejects.toThrow('larger than 3 bytes');
    const handles = Array.from({ length: 6 }, () => files.addDropped('a.otm', bytes('abc')));
    const areKept = () => handles.map((handle) => files.find(handle) !== null);
    expect(areKept()).toEqual([false, false, true, true, true, true]);
    for (let at = 0; at < 100; at += 1) files.addDropped('a.otm', bytes(''));
    expect(areKept()).toEqual([false, false, true, true, true, true]);
  });
});
