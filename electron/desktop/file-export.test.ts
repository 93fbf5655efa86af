import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runInThread } from '#service/documents.ts';
import {
  createService,
  ensureOwner,
  issueApiToken,
  migrate,
  openSqlite,
  type Database,
} from '#service/service.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import {
  fileFormatGroups,
  type ExportKind,
  type ExportOrder,
  type ExportSource,
  type RegisterFormat,
} from '#shared/desktop/exports.ts';
import { createAuthorizedFetch } from '../connection/access-token.ts';
import { createApiClient, type SyncClient } from '../connection/api-client.ts';
import { createDocumentMaker } from '../connection/document-maker.ts';
import { createFileHandles, type FileHandles } from '../shell/file-handles.ts';
import { exportSaver, saveFile } from '../shell/save-file.ts';
import { createStore, type Store } from '../store/store.ts';
import { createSyncEngine, type SyncEngine } from '../sync/engine.ts';
import { createContentAtService } from './content-at-service.ts';
import { createExportOptions, type ExportOptionsFile } from './export-options.ts';
import { createFileExport, type FileExport } from './file-export.ts';
import { createLocalDocuments } from './local-documents.ts';
import { createPeople } from './people.ts';

const baseUrl = 'http://service.invalid/api/v1';
const collectionId = '00000000-0000-4000-8000-000000000001';
const modelId = '00000000-0000-4000-8000-000000000002';
const canvasId = '00000000-0000-4000-8000-000000000003';
const model: ExportOrder = { kind: 'otm', id: modelId };
const report: Extract<ExportOrder, { kind: 'report' }> = {
  kind: 'report',
  id: modelId,
  canvasIds: null,
  owner: '',
  options: { format: 'pdf', comments: false, owner: '', classification: '', footer: '' },
};

let folder: string;
let database: Database;
let store: Store;
let sync: SyncEngine;
let client: SyncClient;
let fileExport: FileExport;
let files: FileHandles;
/** Handles a request; tests replace it. */
let network: (request: Request) => Promise<Response>;
/**
 * The file name and type that the app offers. `chosen` is the path that the person chooses, or `null`
 * for a cancel.
 */
let offered: { fileName: string; type: string } | null;
let chosen: string | null;
let shownPath: string | null;
let exportOptions: ExportOptionsFile;
let chosenLogo: string | null;

/** All tests share the document maker, because it takes time to load. */
const makers = createDocumentMaker(runInThread());
afterAll(() => makers.close());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-export-'));
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
  client = createApiClient(baseUrl, fetch);
  store = createStore({ path: ':memory:' });
  const quiet = { changed: () => {}, announce: () => {}, log: () => {} };
  sync = createSyncEngine({ store, client, connectionName: 'Test', ...quiet });
  [offered, chosen, shownPath, chosenLogo] = [null, null, null, null];
  files = createFileHandles();
  const options = createExportOptions({
    path: join(folder, 'export-options.json'),
    save: (path, text) => saveFile(path, text),
    chooseLogo: () => Promise.resolve(chosenLogo),
  });
  exportOptions = options;
  const people = createPeople({ store, client, hasNames: true });
  const { make } = makers;
  const readerEntry = join(import.meta.dirname, 'otm-reader.ts');
  const contentAtService = createContentAtService({ store, sync, client, readerEntry });
  fileExport = createFileExport({
    store,
    sync,
    client,
    documents: createLocalDocuments({ store, sync, people, make, options, contentAtService }),
    options,
    files,
    readerEntry,
    save: exportSaver(0o022),
    choosePath: (fileName, { name: type }) => {
      offered = { fileName, type };
      return Promise.resolve(chosen);
    },
    chooseFolder: () => Promise.resolve(chosen),
    showInFolder: (path) => {
      shownPath = path;
    },
  });
  change([
    create('collection', collectionId, null, { title: 'Shop', color: '#4c6ef5' }),
    create('threatModel', modelId, collectionId, { title: 'Web shop / 2', status: 'Review' }),
    create('canvas', canvasId, modelId, { title: 'Check: out' }),
  ]);
});
afterEach(async () => {
  await sync.stop();
  store.close();
  await database.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const create = (
  kind: RecordChange['kind'],
  id: string,
  parentId: string | null,
  values: Record<string, unknown>,
): RecordChange => ({ op: 'create', kind, id, parentId, values });

const change = (records: RecordChange[]): void => {
  store.changes.apply({ scope: 'workspace', label: 'test', records });
};

/** Chooses a file with this name, as the person would. Returns the handle of the file. */
const choose = async (source: ExportSource, name: string): Promise<string> => {
  chosen = join(folder, name);
  const target = await fileExport.choose(source);
  expect(target?.fileName).toBe(name);
  return target?.handle ?? '';
};

it.each<[ExportKind, string, string]>([
  ['report', 'Web shop 2.pdf', 'PDF'],
  ['image', 'Web shop 2 – Check out.png', 'PNG'],
  ['svg', 'Web shop 2 – Check out.svg', 'SVG'],
  ['graph', 'Web shop 2 – Check out.graph.json', 'JSON'],
  ['otm', 'Web shop 2.otm.json', 'Open Threat Model'],
])('a file of kind %s is offered as %s', async (kind, fileName, type) => {
  const id = kind === 'otm' || kind === 'report' ? modelId : canvasId;
  expect(await fileExport.choose({ kind, id })).toBeNull();
  expect(offered).toEqual({ fileName, type });
});

it('unsent changes are in the file', async () => {
  const handle = await choose(model, 'shop.otm.json');
  change([{ op: 'update', kind: 'threatModel', id: modelId, values: { title: 'Renamed' } }]);
  await fileExport.save(model, handle);
  const document: unknown = JSON.parse(readFileSync(join(folder, 'shop.otm.json'), 'utf8'));
  expect(document).toMatchObject({ project: { name: 'Renamed' } });
  fileExport.reveal(handle);
  expect(shownPath).toBe(join(folder, 'shop.otm.json'));
});

it('a model without pending changes is exported while the rest of everything is read', async () => {
  await sync.flush();
  const reach = network;
  const answered = Promise.withResolvers<void>();
  network = async (request) => {
    if (new URL(request.url).pathname.endsWith('/components')) await answered.promise;
    return await reach(request);
  };
  const reading = sync.syncAll();
  await fileExport.save(model, await choose(model, 'shop.otm.json'));
  const document: unknown = JSON.parse(readFileSync(join(folder, 'shop.otm.json'), 'utf8'));
  expect(document).toMatchObject({ project: { name: 'Web shop / 2' } });
  answered.resolve();
  await reading;
});

const secondId = canvasId.replace(/3$/, '4');

/** Counts the pictures in a PDF by their alternative texts. */
const picturesIn = (name: string): number | undefined =>
  readFileSync(join(folder, name), 'latin1').match(/\/Alt\b/g)?.length;

it('a report has all canvases of the model, or the chosen ones', async () => {
  change([create('canvas', secondId, modelId, { title: 'Second' })]);
  await fileExport.save(report, await choose(report, 'all.pdf'));
  expect(picturesIn('all.pdf')).toBe(2);
  await fileExport.save({ ...report, canvasIds: [secondId] }, await choose(report, 'one.pdf'));
  expect(picturesIn('one.pdf')).toBe(1);
});

it('a report and images are made without the service, with unsent changes', async () => {
  network = () => Promise.reject(new TypeError('connection lost'));
  change([{ op: 'update', kind: 'threatModel', id: modelId, values: { title: 'Renamed' } }]);
  await fileExport.save(report, await choose(report, 'shop.pdf'));
  expect(readFileSync(join(folder, 'shop.pdf'), 'latin1')).toMatch(/\/Title ?\(Renamed\)/);
  const options = { badges: true, legend: true, title: true, background: false, scale: 1 } as const;
  const svg: ExportOrder = { kind: 'svg', id: canvasId, options };
  await fileExport.save(svg, await choose(svg, 'shop.svg'));
  expect(readFileSync(join(folder, 'shop.svg'), 'utf8')).toContain('Check: out');
  const png: ExportOrder = { kind: 'image', id: canvasId, options };
  await fileExport.save(png, await choose(png, 'shop.png'));
  expect(readFileSync(join(folder, 'shop.png')).subarray(1, 4).toString()).toBe('PNG');
  expect(exportOptions.get().image).toEqual(options);
});

const authorIn = (name: string): string | undefined =>
  /\/Author ?\(([^)]*)\)/.exec(readFileSync(join(folder, name), 'latin1'))?.[1];

it('the owner in a report has the name from the service, unless the person enters one', async () => {
  await sync.flush();
  await sync.syncAll();
  await fileExport.save(report, await choose(report, 'known.pdf'));
  expect(authorIn('known.pdf')).toBe('Ann Lee');
  const options = { ...report.options, owner: 'Grace' };
  await fileExport.save({ ...report, owner: 'Ada', options }, await choose(report, 'written.pdf'));
  expect(authorIn('written.pdf')).toBe('Ada');
  expect(exportOptions.get().report.owner).toBe('Grace');
});

it('a logo is remembered with its type, and other files are rejected', async () => {
  chosenLogo = join(folder, 'logo.svg');
  writeFileSync(chosenLogo, '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  expect((await exportOptions.chooseLogo())?.dataUrl).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(Buffer.from(exportOptions.logoBytes() ?? []).toString()).toContain('<svg');
  await fileExport.save(report, await choose(report, 'shop.pdf'));
  writeFileSync(chosenLogo, 'no picture');
  await expect(exportOptions.chooseLogo()).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  await exportOptions.removeLogo();
  expect(exportOptions.get().logo).toBeNull();
});

it('a report that is canceled in progress leaves no file', async () => {
  const abort = new AbortController();
  const handle = await choose(report, 'shop.pdf');
  const saving = fileExport.save(report, handle, abort.signal);
  setImmediate(() => abort.abort());
  await saving;
  expect(
    readdirSync(folder).filter((name) => name.includes('shop') || name.includes('part')),
  ).toEqual([]);
  await fileExport.save(report, handle);
  expect(existsSync(join(folder, 'shop.pdf'))).toBe(true);
});

it('an unreachable service is reported, and no file is left', async () => {
  const handle = await choose(model, 'shop.otm.json');
  await sync.flush();
  network = () => Promise.reject(new TypeError('connection lost'));
  await expect(fileExport.save(model, handle)).rejects.toMatchObject({
    code: 'SERVICE_UNREACHABLE',
    data: { detail: 'connection lost' },
  });
  expect(readdirSync(folder)).toEqual([]);
});

it('a page of a proxy instead of JSON is reported, and no file is left', async () => {
  const handle = await choose(model, 'shop.otm.json');
  await sync.flush();
  const headers = { 'content-type': 'text/html' };
  network = () => Promise.resolve(new Response('<html>Please sign in</html>', { headers }));
  await expect(fileExport.save(model, handle)).rejects.toMatchObject({
    code: 'SERVICE_UNREACHABLE',
    data: { detail: expect.stringContaining('valid JSON') as string },
  });
  expect(readdirSync(folder)).toEqual([]);
});

it('a refusal is reported in the words of the service', async () => {
  const handle = await choose(model, 'shop.otm.json');
  await sync.flush();
  const serviceId = store.idMap.serviceId('threatModel', modelId);
  await database.deleteFrom('threat_models').execute();
  await expect(fileExport.save(model, handle)).rejects.toMatchObject({
    code: 'SERVICE_REFUSED',
    data: { detail: `threat model ${serviceId} not found` },
  });
});

it('a canceled export leaves no file, however late the service answers', async () => {
  const handle = await choose(model, 'shop.otm.json');
  await sync.flush();
  const reach = network;
  const abort = new AbortController();
  network = async (request) => {
    abort.abort();
    return await reach(request);
  };
  await fileExport.save(model, handle, abort.signal);
  expect(readdirSync(folder)).toEqual([]);
});

it.each<[ExportSource['format'], string, string]>([
  ['html', 'Web shop 2.html', 'HTML'],
  ['docx', 'Web shop 2.docx', 'DOCX'],
  ['xlsx', 'Web shop 2.xlsx', 'XLSX'],
  ['markdown', 'Web shop 2.md', 'MD'],
  ['jira', 'Web shop 2.jira.csv', 'CSV'],
])('a file in the format %s is offered as %s', async (format, fileName, type) => {
  const kind = format === 'html' || format === 'docx' ? 'report' : 'file';
  expect(await fileExport.choose({ kind, id: modelId, format })).toBeNull();
  expect(offered).toEqual({ fileName, type });
});

it('files of other tools and reports have local changes, and need no network', async () => {
  network = () => Promise.reject(new TypeError('offline'));
  const componentId = '00000000-0000-4000-8000-000000000004';
  const threatId = '00000000-0000-4000-8000-000000000005';
  change([
    create('component', componentId, canvasId, { title: 'Cash desk', description: '' }),
    create('threat', threatId, componentId, { title: 'Till is robbed', priority: 'high' }),
  ]);
  const written = async (order: ExportOrder, name: string): Promise<Buffer> => {
    await fileExport.save(order, await choose(order, name));
    return readFileSync(join(folder, name));
  };
  for (const format of Object.values(fileFormatGroups).flat()) {
    const order: ExportOrder = { kind: 'file', id: modelId, canvasId: null, format };
    const content = await written(order, `all.${format}`);
    expect(content.length).toBeGreaterThan(format === 'apoc' ? -1 : 0);
  }
  const csv: ExportOrder = { kind: 'file', id: modelId, canvasId, format: 'csv' };
  expect((await written(csv, 'one.csv')).toString()).toContain('Till is robbed,,Cash desk');
  const elsewhere = { ...csv, canvasId: threatId };
  expect((await written(elsewhere, 'none.csv')).toString()).not.toContain('Till is robbed');
  expect(exportOptions.get().format).toBe('csv');

  for (const format of ['html', 'docx'] as const) {
    const order = { ...report, options: { ...report.options, format } };
    const start = (await written(order, `report.${format}`)).subarray(0, 2).toString();
    expect(start).toBe(format === 'html' ? '<!' : 'PK');
  }
  expect(exportOptions.get().report.format).toBe('docx');
});

const otherModelId = '00000000-0000-4000-8000-000000000012';
const otm = (id: string): ExportOrder => ({ kind: 'file', id, canvasId: null, format: 'otm' });

it('an Open Threat Model file has the data of an imported file that only the service has', async () => {
  await sync.flush();
  const imported = {
    otmVersion: '0.2.0',
    project: { id: 'p', name: 'Imported' },
    assets: [
      {
        id: 'a',
        name: 'Card data',
        risk: { confidentiality: 90, integrity: 0, availability: 0, comment: '' },
      },
    ],
    components: [{ id: 'c', name: 'Web app', type: 'web-service', tags: ['pci'] }],
  };
  const params = { collectionId: store.idMap.serviceId('collection', collectionId) ?? '' };
  const body = new File([JSON.stringify(imported)], 'imported.otm', { type: 'application/json' });
  const { ids } = await client.threatModels.importOtm({ params, body });
  const { fetchRest } = await sync.fetchImported(params.collectionId, ids);
  await fetchRest();
  const id = store.idMap.localId('threatModel', ids[0] ?? '') ?? '';
  const written = async (format: 'otm' | 'otm-yaml', lacksService = false): Promise<string> => {
    const order: ExportOrder = { kind: 'file', id, canvasId: null, format };
    const target = await choose(order, `imported.${format}`);
    expect(await fileExport.save(order, target)).toEqual({ lacksService, notice: null });
    return readFileSync(join(folder, `imported.${format}`), 'utf8');
  };
  const { assets, components } = imported;
  expect(JSON.parse(await written('otm'))).toMatchObject({ assets, components });
  expect(await written('otm-yaml')).toContain('name: Card data');

  // Without the service, the file has everything that the person sees.
  network = () => Promise.reject(new TypeError('offline'));
  change([{ op: 'update', kind: 'threatModel', id, values: { title: 'Renamed' } }]);
  expect(JSON.parse(await written('otm', true))).toMatchObject({ project: { name: 'Renamed' } });
});

it('a register of a collection has the threats of all its models, each with its model', async () => {
  const at = (end: string): string => `00000000-0000-4000-8000-0000000000${end}`;
  change([
    create('threatModel', otherModelId, collectionId, { title: 'Stock' }),
    create('canvas', at('13'), otherModelId, { title: 'Hall' }),
    create('component', at('04'), canvasId, { title: 'Cash desk', description: '' }),
    create('component', at('14'), at('13'), { title: 'Shelf', description: '' }),
    create('threat', at('05'), at('04'), { title: 'Till is robbed', priority: 'low' }),
    create('threat', at('15'), at('14'), { title: 'Shelf falls', priority: 'high' }),
  ]);
  const written = async (format: RegisterFormat): Promise<string> => {
    const order: ExportOrder = { kind: 'register', id: collectionId, format };
    await fileExport.save(order, await choose(order, `all.${format}`));
    return readFileSync(join(folder, `all.${format}`), 'utf8');
  };
  expect(offered).toBeNull();
  const [head, first, second] = (await written('csv')).split('\r\n');
  expect(offered).toEqual({ fileName: 'Shop.csv', type: 'CSV' });
  expect(head).toMatch(/,Threat model$/);
  expect(first).toMatch(/Shelf falls.*,Stock$/);
  expect(second).toMatch(/Till is robbed.*,Web shop \/ 2$/);
  expect(await written('markdown')).toMatch(/Shelf falls .*\| Stock \|/);
  const findings: unknown = JSON.parse(await written('defectdojo'));
  const ids = [otherModelId, modelId].map((id) => ({
    unique_id_from_tool: expect.stringContaining(`${id}/`),
  }));
  expect(findings).toMatchObject({ name: 'Shop', findings: ids });
  expect(await written('jira')).toContain('Stock ');
  expect((await written('sarif')).match(/Shelf falls|Till is robbed/g)?.length).toBeGreaterThan(1);
  expect((await written('xlsx')).startsWith('PK')).toBe(true);
  change([
    { op: 'update', kind: 'threat', id: at('05'), values: { description: 'x'.repeat(40_000) } },
  ]);
  const jira = { kind: 'register', id: collectionId, format: 'jira' } as const;
  expect(await fileExport.save(jira, await choose(jira, 'long.jira.csv'))).toMatchObject({
    notice: '1 text is longer than 32,767 characters and was cut.',
  });
  expect(readFileSync(join(folder, 'long.jira.csv'), 'utf8')).toContain('x…');
  expect(exportOptions.get()).toMatchObject({ kind: 'file', format: 'jira' });
});

it('each model of a collection gets a file, and no file is replaced', async () => {
  change([create('threatModel', otherModelId, collectionId, { title: 'Web shop: 2' })]);
  expect(await fileExport.chooseFolder()).toBeNull();
  const target = join(folder, 'all');
  mkdirSync(target);
  writeFileSync(join(target, 'Web shop 2.otm'), 'old');
  chosen = target;
  const { handle = '', folderName } = (await fileExport.chooseFolder()) ?? {};
  expect(folderName).toBe('all');
  const names = [
    await fileExport.saveInto(otm(modelId), handle),
    await fileExport.saveInto(otm(otherModelId), handle),
    await fileExport.saveInto(
      { ...report, options: { ...report.options, format: 'html' } },
      handle,
    ),
  ];
  expect(names.map((each) => each?.fileName)).toEqual([
    'Web shop 2 (2).otm',
    'Web shop 2 (3).otm',
    'Web shop 2.html',
  ]);
  expect(readFileSync(join(target, 'Web shop 2.otm'), 'utf8')).toBe('old');
  fileExport.reveal(handle);
  expect(shownPath).toBe(join(target, 'Web shop 2 (2).otm'));
  await expect(fileExport.saveInto(otm(modelId), 'other')).rejects.toMatchObject({
    code: 'FILE_NOT_WRITTEN',
  });
});

it('Mermaid flowcharts of several canvases are a Markdown file', async () => {
  const order = { kind: 'file', id: modelId, canvasId: null, format: 'mermaid' } as const;
  await fileExport.save(order, await choose(order, 'one.mmd'));
  expect(offered).toEqual({ fileName: 'Web shop 2.mmd', type: 'MMD' });
  expect(readFileSync(join(folder, 'one.mmd'), 'utf8')).toMatch(/^flowchart LR\n/);

  change([create('canvas', secondId, modelId, { title: 'Stock' })]);
  await fileExport.save(order, await choose(order, 'two.mermaid.md'));
  expect(offered).toEqual({ fileName: 'Web shop 2.mermaid.md', type: 'MD' });
  const two = readFileSync(join(folder, 'two.mermaid.md'), 'utf8');
  expect(two.match(/^```mermaid\nflowchart LR\n/gm)).toHaveLength(2);

  const onlyOne = { ...order, canvasId };
  await fileExport.save(onlyOne, await choose(onlyOne, 'first.mermaid.md'));
  const first = readFileSync(join(folder, 'first.mermaid.md'), 'utf8');
  expect(first).toMatch(/^# Web shop \/ 2\n\n```mermaid\nflowchart LR\n/);
  chosen = folder;
  const { handle = '' } = (await fileExport.chooseFolder()) ?? {};
  expect((await fileExport.saveInto(order, handle))?.fileName).toBe('Web shop 2.mermaid.md');
});

it('a full disk during several files is reported, and only complete files are left', async () => {
  change([create('threatModel', otherModelId, collectionId, { title: 'Stock' })]);
  const target = join(folder, 'all');
  mkdirSync(target);
  chosen = target;
  const { handle = '' } = (await fileExport.chooseFolder()) ?? {};
  await fileExport.saveInto(otm(modelId), handle);
  const file = await open(join(target, 'Web shop 2.otm'));
  const handles: { sync: () => Promise<void> } = Object.getPrototypeOf(file);
  await file.close();
  const full = Object.assign(new Error('no space'), { errno: -28, code: 'ENOSPC' });
  vi.spyOn(handles, 'sync').mockRejectedValueOnce(full);
  await expect(fileExport.saveInto(otm(otherModelId), handle)).rejects.toMatchObject({
    code: 'FILE_NOT_WRITTEN',
    data: { detail: 'ENOSPC: no space left on device' },
  });
  expect(readdirSync(target)).toEqual(['Web shop 2.otm']);
  const canceled = AbortSignal.abort();
  expect(await fileExport.saveInto(otm(otherModelId), handle, canceled)).toBeNull();
  expect(readdirSync(target)).toEqual(['Web shop 2.otm']);
});

it('a file that cannot be written is reported with the system’s reason', async () => {
  const handle = await choose(model, 'shop.otm.json');
  rmSync(folder, { recursive: true });
  await expect(fileExport.save(model, handle)).rejects.toMatchObject({
    code: 'FILE_NOT_WRITTEN',
    data: { detail: 'ENOENT: no such file or directory' },
  });
  expect(existsSync(folder)).toBe(false);
});

it('writes once to the chosen file', async () => {
  const handle = await choose(model, 'shop.otm.json');
  const refused = { code: 'FILE_NOT_WRITTEN', data: { detail: 'Nothing is to be written there' } };
  const path = join(folder, 'shop.otm.json');
  const [first, second] = await Promise.allSettled([
    fileExport.save(model, handle),
    fileExport.save(model, handle),
  ]);
  expect(first.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: refused });
  rmSync(path);
  await expect(fileExport.save(model, handle)).rejects.toMatchObject(refused);
  expect(existsSync(path)).toBe(false);
  fileExport.reveal(handle);
  expect(shownPath).toBe(path);
});

it('retries a failed write', async () => {
  const handle = await choose(model, 'shop.otm.json');
  await sync.flush();
  const reach = network;
  network = () => Promise.reject(new TypeError('connection lost'));
  await expect(fileExport.save(model, handle)).rejects.toThrow('connection lost');
  network = reach;
  await fileExport.save(model, handle);
  expect(existsSync(join(folder, 'shop.otm.json'))).toBe(true);
});

it('does not write to a file that may only be shown', async () => {
  const path = join(folder, 'put-aside.db');
  await expect(fileExport.save(model, files.add(path))).rejects.toMatchObject({
    code: 'FILE_NOT_WRITTEN',
  });
  expect(existsSync(path)).toBe(false);
});

it('writes only to the chosen file', async () => {
  await expect(fileExport.save(model, '/etc/passwd')).rejects.toMatchObject({
    code: 'FILE_NOT_WRITTEN',
  });
  await expect(fileExport.choose({ kind: 'image', id: modelId })).rejects.toMatchObject({
    code: 'RECORD_GONE',
  });
});
