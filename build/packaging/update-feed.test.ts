import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { linuxList, updateAddress, updateFile, withPackages } from './update-feed.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-feed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('an address must be https or on this computer', () => {
  expect(updateAddress(undefined)).toBeNull();
  expect(updateAddress('')).toBeNull();
  expect(updateAddress('https://downloads.example.com/parapet/')).toBe(
    'https://downloads.example.com/parapet',
  );
  expect(updateAddress('http://127.0.0.1:8000')).toBe('http://127.0.0.1:8000');
  for (const wrong of ['http://example.com', 'file:///tmp', 'example.com', 'ftp://localhost']) {
    expect(() => updateAddress(wrong)).toThrow(`but is “${wrong}”.`);
  }
});

test('a package contains the address of its updates', () => {
  expect(parse(updateFile('https://downloads.example.com/parapet'))).toEqual({
    provider: 'generic',
    url: 'https://downloads.example.com/parapet',
    updaterCacheDirName: 'parapet-updater',
  });
});

test('the list has each package once, with its hash and size', async () => {
  const deb = join(folder, 'parapet-1.2.0-linux-x64.deb');
  writeFileSync(deb, 'first');
  const version = '1.2.0';
  const appImage = { url: 'parapet-1.2.0-linux-x64.AppImage', sha512: 'abc', size: 3 };
  const before = `version: 1.2.0\nfiles: [${JSON.stringify(appImage)}]\nreleaseDate: then\n`;
  const first = await withPackages({ before, version, packages: [deb] });
  writeFileSync(deb, 'second');
  const second: unknown = parse(await withPackages({ before: first, version, packages: [deb] }));
  const sha512 = createHash('sha512').update('second').digest('base64');
  expect(second).toEqual({
    version,
    releaseDate: 'then',
    files: [appImage, { url: 'parapet-1.2.0-linux-x64.deb', sha512, size: 6 }],
  });
});

test('a list of an earlier version is replaced', async () => {
  const before = 'version: 1.1.0\nfiles: [{ url: parapet-1.1.0.deb }]\n';
  const list: unknown = parse(await withPackages({ before, version: '1.2.0', packages: [] }));
  expect(list).toMatchObject({ version: '1.2.0', files: [] });
});

test('a list without packages of electron-builder is complete too', async () => {
  const deb = join(folder, 'parapet.deb');
  writeFileSync(deb, '');
  const list: unknown = parse(
    await withPackages({ before: '', version: '1.2.0', packages: [deb] }),
  );
  expect(list).toMatchObject({ version: '1.2.0', files: [{ url: 'parapet.deb', size: 0 }] });
  expect([linuxList('x64'), linuxList('arm64')]).toEqual([
    'latest-linux.yml',
    'latest-linux-arm64.yml',
  ]);
});
