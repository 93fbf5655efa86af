import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createService,
  ensureOwner,
  issueApiToken,
  migrate,
  openSqlite,
  type Database,
} from '#service/service.ts';
import { codexEntry, type CodexProgress, type KindedEntry } from '#shared/codex/codex-entry.ts';
import { noExtensions } from '#shared/codex/codex-extensions.ts';
import { readCodexFile } from '#shared/codex/codex-file.ts';
import { libraryEntries } from '#shared/library/library-entries.ts';
import { libraryIn } from '#shared/library/library-titles.ts';
import { speak } from '#shared/locales/texts.ts';
import { createAuthorizedFetch } from '../connection/access-token.ts';
import { createApiClient } from '../connection/api-client.ts';
import { createFileHandles } from '../shell/file-handles.ts';
import { exportSaver } from '../shell/save-file.ts';
import { createCodexExport } from './codex-export.ts';
import { createCodex, type Codex } from './codex.ts';

const baseUrl = 'http://service.invalid/api/v1';
const library = libraryEntries();

let database: Database;
let codex: Codex;
let folder: string;
/** Handles a request; tests replace it. */
let network: (request: Request) => Promise<Response>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-codex-'));
  database = openSqlite(':memory:');
  await migrate(database);
  const service = createService({ database, logger: { info: () => {}, error: () => {} } });
  network = (request) => service.fetch(request);
  const person = { email: 'ann@example.org', firstName: 'Ann', lastName: 'Lee' };
  const { id: userId } = await ensureOwner(database, person);
  const scopes = ['*:read', '*:write'];
  const credentials = await issueApiToken(database, { userId, name: 'test', scopes });
  const fetch = createAuthorizedFetch({
    baseUrl,
    fetch: (request) => network(request),
    credentials: () => Promise.resolve(credentials),
  });
  codex = createCodex({ client: createApiClient(baseUrl, fetch) });
});

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.destroy();
});

const added = async (
  entries: KindedEntry[] | null,
  replaced: string[] = [],
): Promise<CodexProgress | undefined> => {
  let last: CodexProgress | undefined;
  for await (const progress of codex.add(entries, replaced)) last = progress;
  return last;
};

const threat = (title: string, description = ''): KindedEntry => ({
  kind: 'threats',
  entry: codexEntry.parse({ title, description, priority: 'high' }),
});

const threatTitles = async (): Promise<string[]> =>
  (await codex.list('threats')).map(({ title }) => title);

describe('the codex of a service', () => {
  it('gets the complete default library once', async () => {
    const total = library.length;
    expect(await codex.compare(null)).toEqual({ missing: total, same: 0, different: [] });
    expect(await added(null)).toEqual({ done: total, total });
    expect(await codex.compare(null)).toEqual({ missing: 0, same: total, different: [] });
    expect(await added(null)).toEqual({ done: 0, total: 0 });
    const byTitle = (one: KindedEntry, other: KindedEntry): number =>
      one.entry.title < other.entry.title ? -1 : 1;
    const sorted = (entries: KindedEntry[]): KindedEntry[] => entries.toSorted(byTitle);
    const all = await codex.all();
    for (const each of all) each.entry.aliases.sort();
    for (const each of library) each.entry.aliases.sort();
    expect(sorted(all)).toEqual(sorted(library));
  });

  it('gets the default in the language of the app, and keeps it when the language changes', async () => {
    const total = library.length;
    const nothingNew = { missing: 0, same: total, different: [] };
    await speak('de');
    try {
      await added(null);
      expect(await threatTitles()).toContain('Offenlegung des Systemprompts');
      const storage = (await codex.list('attributes')).find(({ aliases }) =>
        aliases.includes('Object storage'),
      );
      expect(storage?.title).toBe('Objektspeicher');
      expect(await codex.compare(null)).toEqual(nothingNew);
      expect(await codex.compare(library)).toEqual(nothingNew);
    } finally {
      await speak('en');
    }
    expect(await codex.compare(null)).toEqual(nothingNew);
    expect(await added(null)).toEqual({ done: 0, total: 0 });
    expect(await codex.compare(libraryEntries(await libraryIn('ja')))).toEqual(nothingNew);
  });

  it('replaces a changed entry in another language and keeps its title', async () => {
    await added([threat('Offenlegung des Systemprompts', 'Unsere Worte')]);
    const { different } = await codex.compare(null);
    expect(different).toMatchObject([{ title: 'Offenlegung des Systemprompts' }]);
    const description = async (): Promise<string | undefined> =>
      (await codex.list('threats')).find(({ title }) => title === 'Offenlegung des Systemprompts')
        ?.description;
    await added(null);
    expect(await description()).toBe('Unsere Worte');
    await added(
      null,
      different.map(({ id }) => id),
    );
    expect(await description()).toContain('**Check:**');
    expect(await threatTitles()).not.toContain('The system prompt is revealed');
  });

  it('keeps entries that an organization wrote, unless a person chooses otherwise', async () => {
    await added([threat('Phishing', 'Our text'), threat('Theft', 'Our text')]);
    const newer = [threat('phishing', 'New text'), threat('Theft', 'Our text'), threat('Fraud')];
    const comparison = await codex.compare(newer);
    expect(comparison).toMatchObject({ missing: 1, same: 1, different: [{ title: 'phishing' }] });

    expect(await added(newer)).toEqual({ done: 1, total: 1 });
    const texts = async (): Promise<unknown> =>
      (await codex.list('threats')).map(({ title, description }) => [title, description]);
    expect(await texts()).toEqual([
      ['Fraud', ''],
      ['Phishing', 'Our text'],
      ['Theft', 'Our text'],
    ]);

    await added(
      newer,
      comparison.different.map(({ id }) => id),
    );
    expect(await texts()).toContainEqual(['phishing', 'New text']);
  });

  it('shows entries with another priority or other aliases as different', async () => {
    const attribute = (title: string, ...aliases: string[]): KindedEntry => ({
      kind: 'attributes',
      entry: codexEntry.parse({ title, description: '', aliases }),
    });
    await added([threat('Theft'), attribute('Bucket', 'S3', 'Blob'), attribute('Queue', 'SQS')]);
    const { entry } = threat('Theft');
    const newer: KindedEntry[] = [
      { kind: 'threats', entry: { ...entry, priority: 'low' } },
      attribute('Bucket', 'blob', 's3'),
      attribute('Queue', 'SQS', 'RabbitMQ'),
    ];
    const { same, different } = await codex.compare(newer);
    expect(same).toBe(1);
    expect(different.map(({ title }) => title).toSorted()).toEqual(['Queue', 'Theft']);
  });

  it('continues where an aborted addition ended', async () => {
    const many = Array.from({ length: 120 }, (_, at) => threat(`Threat ${at}`));
    const abort = new AbortController();
    const seen: number[] = [];
    const addition = async (): Promise<void> => {
      for await (const { done } of codex.add(many, [], abort.signal)) {
        seen.push(done);
        if (done > 0) abort.abort();
      }
    };
    await expect(addition()).rejects.toThrow(/abort/i);
    expect(seen).toEqual([0, 50]);
    expect(await threatTitles()).toHaveLength(50);
    expect(await added(many)).toEqual({ done: 70, total: 70 });
    expect(new Set(await threatTitles()).size).toBe(120);
  });

  it('creates, changes, and deletes entries with all their fields', async () => {
    const entry = codexEntry.parse({
      title: 'Rate limit',
      description: 'Limit requests.',
      question: 'Is there one?',
      explanation: 'Floods stop.',
      consideration: 'Cheap',
      example: 'nginx',
      resources: [{ url: 'https://example.com', title: 'Guide' }],
    });
    await codex.save('mitigations', null, entry);
    const [created] = await codex.list('mitigations');
    const id = created?.id ?? '';
    expect(await codex.read('mitigations', id)).toEqual(entry);
    await codex.save('mitigations', id, { ...entry, example: '' });
    expect(await codex.read('mitigations', id)).toEqual({ ...entry, example: '' });

    const attribute = codexEntry.parse({ title: 'Object storage', aliases: ['S3', 'GCS'] });
    await codex.save('attributes', null, attribute);
    const [stored] = await codex.list('attributes');
    expect(stored?.aliases.toSorted()).toEqual(['GCS', 'S3']);

    await codex.remove('mitigations', [id]);
    expect(await codex.list('mitigations')).toEqual([]);
  });

  it('does not read forever if a service answers each page with everything', async () => {
    await added([threat('One'), threat('Two')]);
    const all = network;
    network = async (request) => {
      const response = await all(request);
      if (request.method !== 'GET') return response;
      return Response.json({ ...Object(await response.json()), count: 5000 });
    };
    expect(await threatTitles()).toEqual(['One', 'Two']);
  });

  it('is exported to a file that can be read again', async () => {
    await added([threat('=cmd', 'a "quoted", text'), threat('Theft')]);
    const path = join(folder, 'codex.csv');
    const exportCodex = createCodexExport({
      codex,
      extensions: () => noExtensions,
      files: createFileHandles(),
      save: exportSaver(0o022),
      choosePath: () => Promise.resolve(path),
    });
    expect(await exportCodex('csv')).toMatchObject({ fileName: 'codex.csv' });
    expect(readCodexFile(readFileSync(path, 'utf8')).entries).toEqual(await codex.all());
  });
});
