import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { networkProblem } from './connection-problem.ts';
import { managedSettingsPath, readManagedSettings, ServiceNotAllowed } from './managed-settings.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-managed-'));
  path = join(folder, 'settings.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const readText = (text: string) => {
  writeFileSync(path, text);
  return readManagedSettings(path);
};
const settings = (value: unknown) => readText(JSON.stringify(value));

it('is read from a folder that only administrators can write', () => {
  expect(managedSettingsPath('linux', {})).toBe('/etc/parapet/settings.json');
  expect(managedSettingsPath('win32', { ProgramData: 'D:\\Data' })).toBe(
    'D:\\Data\\Parapet\\settings.json',
  );
  expect(managedSettingsPath('darwin', {})).toMatch(/^\/Library\/Application Support\/Parapet\//);
});

it('has no effect without a file', () => {
  const { hasFile, dialogValues, ignored, allows } = readManagedSettings(
    join(folder, 'missing', 'settings.json'),
  );
  expect(dialogValues).toEqual({
    allowedServices: null,
    language: null,
    updates: null,
    problem: null,
  });
  expect(hasFile).toBe(false);
  expect(ignored).toEqual([]);
  expect(allows('https://any.example.com/api/v1')).toBe(true);
});

it('applies the known keys, and lists unknown ones', () => {
  const { dialogValues, language, ignored, allows } = settings({ language: 'ja', theme: 'dark' });
  expect(language).toBe('ja');
  expect(dialogValues).toEqual({
    allowedServices: null,
    language: 'ja',
    updates: null,
    problem: null,
  });
  expect(ignored).toEqual(['theme']);
  expect(allows('https://any.example.com/api/v1')).toBe(true);
  expect(readText('\uFEFF{ "language": "de" }').language).toBe('de');
});

it('switches updates on or off for everyone, and off if the file is wrong', () => {
  expect(settings({ updates: true })).toMatchObject({
    updates: true,
    dialogValues: { updates: true },
  });
  expect(settings({ updates: false }).updates).toBe(false);
  expect(settings({ language: 'de' }).updates).toBeNull();
  expect(settings({ updates: 'no' })).toMatchObject({
    updates: false,
    dialogValues: { updates: false, allowedServices: [] },
  });
  expect(readText('{').updates).toBe(false);
});

describe('allowed services', () => {
  const list = { allowedServices: ['https://a.example.com', 'b.example.com/threats/api/v1/'] };

  it.each([
    'https://a.example.com',
    'https://a.example.com/api/v1/auth',
    'https://A.example.com:443/api/v1',
    'https://b.example.com/threats/api/v1/collections?limit=1',
  ])('allow %s', (address) => {
    expect(settings(list).allows(address)).toBe(true);
  });

  it.each([
    '',
    'no address',
    'http://a.example.com/api/v1',
    'https://a.example.com:8443/api/v1',
    'https://a.example.com.evil.example',
    'https://a.example.com@evil.example/',
    'https://evil.example/https://a.example.com/',
    'https://b.example.com/api/v1',
    'https://b.example.com/threats2/api/v1',
    'https://b.example.com/threats/../other',
    'https://b.example.com/threats/%2e%2e/other',
  ])('refuse “%s”', (address) => {
    expect(settings(list).allows(address)).toBe(false);
  });

  it('can be an empty list', () => {
    expect(settings({ allowedServices: [] }).allows('https://a.example.com')).toBe(false);
  });

  it('are the only ones that requests can reach', async () => {
    const sent: string[] = [];
    const fetch = settings(list).guard((request) => {
      sent.push(request.url);
      return Promise.resolve(new Response('here'));
    });
    expect((await fetch(new Request('https://a.example.com/api/v1/auth'))).ok).toBe(true);
    const refused = fetch(new Request('https://evil.example/api/v1/auth'));
    await expect(refused).rejects.toBeInstanceOf(ServiceNotAllowed);
    expect(sent).toEqual(['https://a.example.com/api/v1/auth']);
    expect(networkProblem(new ServiceNotAllowed())).toEqual({ kind: 'service_not_allowed' });
  });
});

describe('a wrong file', () => {
  it.each([
    ['{ "allowedServices": ', 'It isn’t valid JSON.'],
    ['[]', 'expected object'],
    ['{ "allowedServices": "https://a.example.com" }', 'allowedServices: '],
    [
      '{ "allowedServices": ["https://a.example.com", "http://b.example.com"] }',
      'allowedServices.1: This isn’t the https address of a service.',
    ],
    ['{ "language": "tlh" }', 'language: Choose one of de, en,'],
    [' '.repeat(1024 * 1024 + 1), 'It has more than 1048576 bytes.'],
  ])('allows no service: %.40s', (text, reason) => {
    const { dialogValues, language, allows } = readText(text);
    expect(dialogValues).toMatchObject({ allowedServices: [], problem: { path } });
    expect(dialogValues.problem?.reason).toContain(reason);
    expect(language).toBeNull();
    expect(allows('https://a.example.com/api/v1')).toBe(false);
  });

  it('allows no service if it is a folder', () => {
    mkdirSync(path);
    expect(readManagedSettings(path).dialogValues.problem).not.toBeNull();
  });

  it.skipIf(process.platform === 'win32')('does not wait for a named pipe', () => {
    execFileSync('mkfifo', [path]);
    expect(readManagedSettings(path).dialogValues.problem?.reason).toBe('It isn’t a file.');
  });
});
