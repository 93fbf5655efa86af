import { exportText } from '#shared/exports/export-formats.ts';
import { readModelFile } from '#shared/foreign/read-model-file.ts';
import { mergeImport } from '#shared/merge/merge-import.ts';
import { resolveImport } from '#shared/merge/resolve-import.ts';
import type { ModelContent } from '#shared/otm/content.ts';
import { largeModel } from '#shared/otm/testing/large-model.ts';
import { buildApp } from '../build/build-app.ts';
import { importInApp, type Imported } from './files/import-in-app.ts';
import type { Table } from './table.ts';

const sizes = [400, 2000, 10_000];
const kibi = 1024;

/**
 * Measures how long it takes to read, merge, and write files of several sizes, first without the
 * window and the service, then in the app.
 */
export const files = async (): Promise<Table> => {
  const build = await buildApp();
  if (!build.ok) throw new Error(build.output);
  // The first run is not counted, because it compiles the code.
  await measure(100);
  const measured: (Measured & Imported)[] = [];
  for (const size of sizes) {
    measured.push({ ...(await measure(size)), ...(await importInApp(size)) });
  }
  const row = (figure: string, unit: string, key: keyof (Measured & Imported), aim?: string) => ({
    figure,
    unit,
    values: measured.map((each) => each[key]),
    ...(aim !== undefined && { aim }),
  });
  return {
    versions: { node: process.version },
    columns: sizes.map(String),
    rows: [
      row('file', 'KiB', 'file'),
      row('read', 'CPU ms', 'read', '< 3000 for 10000'),
      row('merge with itself', 'CPU ms', 'merge'),
      row('write OTM', 'CPU ms', 'write', '< 2000 for 10000'),
      row('app: drop until the dialog says what is in it', 'ms', 'found'),
      row('app: its button until the drawing is there', 'ms', 'drawn', '< 3000 for 10000'),
      row('app: longest turn of the main process', 'ms', 'late', '< 50'),
      row('app: longest task of the window', 'ms', 'task', '< 50'),
      row('app: memory grown, all processes', 'MB', 'grown', '< 6 times the file'),
      row('app: export OTM', 'ms', 'exported', '< 2000 for 10000'),
      row('app: report', 'ms', 'report', '< 10000 for 400'),
    ],
  };
};

type Measured = Record<'file' | 'read' | 'merge' | 'write', number>;

const timed = async <Result>(task: () => Result | Promise<Result>) => {
  const before = process.cpuUsage();
  const result = await task();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, result };
};

const measure = async (size: number): Promise<Measured> => {
  const bytes = new TextEncoder().encode(largeModel(`Model of ${size}`, size));
  const read = await timed(() => modelOf(bytes));
  const model = read.result;
  const merge = await timed(() =>
    resolveImport(mergeImport({ own: model, file: model, base: model }), new Map()),
  );
  const write = await timed(() => exportText(model, 'otm'));
  return {
    file: bytes.length / kibi,
    read: read.ms,
    merge: merge.ms,
    write: write.ms,
  };
};

const modelOf = (bytes: Uint8Array): ModelContent => {
  const reading = readModelFile(bytes, 'model.otm');
  const [first] = reading.ok ? reading.models : [];
  if (!first) throw new Error('The model cannot be read.');
  return first.content;
};
