import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createVault } from './vault.ts';

const secret = 'correct horse battery staple';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-vault-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

type Backend = 'basic_text' | 'gnome_libsecret';

/**
 * Returns a fake secret store that XORs every byte with `key`. It cannot decrypt data of another key.
 */
const secretStore = (backend: Backend = 'gnome_libsecret', isAvailable = true, key = 0x5a) => {
  const turned = (bytes: Uint8Array): Buffer => Buffer.from(bytes.map((byte) => byte ^ key));
  let used = 0;
  return {
    used: () => used,
    backend: () => Promise.resolve(backend),
    isAvailable: () => Promise.resolve(isAvailable),
    encrypt: (text: string) => {
      used += 1;
      return Promise.resolve(turned(Buffer.from(`sealed ${text}`)));
    },
    decrypt: (bytes: Uint8Array) => {
      used += 1;
      const text = turned(bytes).toString();
      if (!text.startsWith('sealed ')) return Promise.reject(new Error('cannot be decrypted'));
      return Promise.resolve({ result: text.slice(7), shouldReEncrypt: false });
    },
  };
};

const open = (store = secretStore(), platform: NodeJS.Platform = 'linux') =>
  createVault({
    path: join(folder, 'secrets.json'),
    save: writeFile,
    secretStore: store,
    platform,
  });

const written = (): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

it('stores a secret for the next start, encrypted by the system', async () => {
  const vault = open();
  await vault.put('office', secret);
  expect(await vault.state('office')).toBe('kept');
  expect(written()).not.toContain(secret);
  expect(await open().get('office')).toBe(secret);
  expect(await open().get('another')).toBeNull();
});

it.each([
  ['encrypts with a key that everybody knows', secretStore('basic_text'), 'linux'],
  ['is locked or missing', secretStore('gnome_libsecret', false), 'linux'],
  ['is missing on macOS', secretStore('basic_text', false), 'darwin'],
] as const)('if the secret store %s, nothing is written', async (_, store, platform) => {
  const vault = open(store, platform);
  await vault.put('office', secret);
  expect(await vault.canEncrypt()).toBe(false);
  expect(await vault.state('office')).toBe('session');
  expect(await vault.get('office')).toBe(secret);
  expect(store.used()).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
  expect(await open(store, platform).state('office')).toBe('missing');
});

it('asks again for a secret that the system can no longer read', async () => {
  await open().put('office', secret);
  const other = open(secretStore('gnome_libsecret', true, 0x21));
  expect(await other.state('office')).toBe('missing');
  expect(await other.get('office')).toBeNull();
});

it('forgets a secret, and leaves the others', async () => {
  const vault = open();
  await vault.put('office', secret);
  await vault.put('customer', 'another');
  await vault.remove('office');
  expect(await vault.state('office')).toBe('missing');
  expect(await open().get('office')).toBeNull();
  expect(await open().get('customer')).toBe('another');
});
