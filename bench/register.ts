import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyDocument } from '#shared/canvas/document.ts';
import { emptyFilter } from '#shared/desktop/register.ts';
import { buildApp } from '../build/build-app.ts';
import type { StoredQuery } from '../electron/store/register.ts';
import { createStore, type Store } from '../electron/store/store.ts';
import { inApp } from './in-app.ts';
import { fillStore, firstCanvas } from './register/fill-store.ts';
import { scroll, type Scrolled } from './register/scroll.ts';
import type { Table } from './table.ts';

const sizes = [1000, 10_000, 100_000];

/** Queries that are typed key by key, as a person does. The last query finds nothing. */
const typed = ['sql injection', 'the token of a session', '登录页面', 'T-99', 'xyzzy nowhere'];

type Measured = Scrolled &
  Record<
    | 'fill'
    | 'key'
    | 'slowest'
    | 'edit'
    | 'open'
    | 'filter'
    | 'sort'
    | 'sortByStatus'
    | 'group'
    | 'page'
    | 'summary'
    | 'memory'
    | 'home'
    | 'badges'
    | 'version'
    | 'review'
    | 'merge',
    number
  >;

/**
 * Measures the register and the search in stores of several sizes, then scrolls the register in the
 * app.
 */
export const register = async (): Promise<Table> => {
  const build = await buildApp();
  if (!build.ok) throw new Error(build.output);
  const measured: Measured[] = [];
  for (const size of sizes) measured.push(await measure(size));
  const figure = (name: string, unit: string, key: keyof Measured, aim?: string) => ({
    figure: name,
    unit,
    values: measured.map((each) => each[key]),
    ...(aim !== undefined && { aim }),
  });
  return {
    versions: { node: process.version, sqlite: process.versions['sqlite'] ?? '' },
    columns: sizes.map(String),
    rows: [
      figure('store all threats', 'ms', 'fill'),
      figure('edit a threat', 'ms', 'edit'),
      figure('open: list and first rows', 'ms', 'open', '< 300'),
      figure('filter', 'ms', 'filter', '< 100'),
      figure('sort by component and title', 'ms', 'sort', '< 100'),
      figure('sort by status, component, and title', 'ms', 'sortByStatus', '< 100'),
      figure('group by component', 'ms', 'group'),
      figure('read 100 rows, 95th percentile', 'ms', 'page', '< 33'),
      figure('overview', 'ms', 'summary', '< 300'),
      figure('heap', 'MB', 'memory', '< 250'),
      figure('window: scroll by 120 px, p95 of frames', 'ms', 'wheel', '< 33'),
      figure('window: scroll by 600 px, p95 of frames', 'ms', 'frame', '< 33'),
      figure('window: the same after a jump to the end', 'ms', 'frameAtEnd', '< 33'),
      figure('window: jump, p95 of frames', 'ms', 'jump', '< 33'),
      figure('window: jump, p95 until the rows are there', 'ms', 'filled'),
      figure('search, each key', 'ms', 'key', '< 50'),
      figure('search, slowest key', 'ms', 'slowest', '< 50'),
      figure('main process: home page', 'ms', 'home', '< 16'),
      figure('main process: threats of a canvas', 'ms', 'badges', '< 16'),
      figure('main process: save a version', 'ms', 'version', '< 16'),
      figure('main process: mark as reviewed', 'ms', 'review', '< 16'),
      figure('main process: save a version before a merge', 'ms', 'merge', '< 16'),
    ],
  };
};

/**
 * Returns the processor time of `work` in milliseconds. Elapsed time would include other work on the
 * machine.
 */
const timed = (work: () => void): number => {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const measure = async (size: number): Promise<Measured> => {
  const profile = mkdtempSync(join(tmpdir(), 'parapet-bench-'));
  try {
    const stored = measureStore(createStore({ path: join(profile, 'this-computer.db') }), size);
    return { ...stored, ...(await inApp(profile, [], scroll)) };
  } finally {
    rmSync(profile, { recursive: true, maxRetries: 5, retryDelay: 100 });
  }
};

const measureStore = (store: Store, size: number): Omit<Measured, keyof Scrolled> => {
  try {
    const fill = timed(() => fillStore(store, size));
    const times = { ...search(store), ...lists(store), ...inMainProcess(store) };
    return { fill, edit: edit(store), ...times };
  } finally {
    store.close();
  }
};

const query: StoredQuery = {
  of: 'threat',
  scope: { kind: 'all' },
  filter: emptyFilter,
  sort: [
    { column: 'priority', isDescending: true },
    { column: 'reference', isDescending: false },
  ],
  grouping: null,
  today: '2026-11-22',
};

const lists = ({ readings }: Store) => {
  let numbers: number[] = [];
  const open = timed(() => {
    ({ numbers } = readings.list(query));
    readings.rows(numbers.slice(0, 100));
  });
  const filter = timed(() =>
    readings.list({
      ...query,
      filter: { ...query.filter, status: ['open'], priority: ['high', 'critical'] },
    }),
  );
  const byComponent: StoredQuery['sort'] = [
    { column: 'component', isDescending: false },
    { column: 'title', isDescending: true },
  ];
  const sort = timed(() => readings.list({ ...query, sort: byComponent }));
  const sortByStatus = timed(() =>
    readings.list({ ...query, sort: [{ column: 'status', isDescending: false }, ...byComponent] }),
  );
  const group = timed(() => readings.list({ ...query, grouping: 'component' }));
  const pages = Array.from({ length: 100 }, (_, at) => {
    const first = Math.floor((at / 100) * numbers.length);
    return timed(() => readings.rows(numbers.slice(first, first + 100)));
  }).toSorted((one, other) => one - other);
  const summary = timed(() => readings.summary({ scope: query.scope, today: query.today }));
  const memory = process.memoryUsage().heapUsed / 1024 / 1024;
  return { open, filter, sort, sortByStatus, group, page: pages[94] ?? 0, summary, memory };
};

/**
 * Measures the work that the app does in its main process. Counting the threats and packing the versions
 * are not measured, because the app does both in a worker thread.
 */
const inMainProcess = ({ readings, reads, versions }: Store) => {
  const counts = readings.modelCounts();
  const home = timed(() => reads.overview(counts));
  const badges = timed(() => reads.componentBadges(firstCanvas));
  const merge = beforeMerge(versions, readings);
  const drawing = readings.packVersion({ canvasId: firstCanvas, reason: 'named' });
  const version = timed(() => versions.name(firstCanvas, 'Before', drawing));
  const review = timed(() => versions.review([firstCanvas], 'Review', 'Ann Lee', [drawing]));
  return { home, badges, version, review, merge };
};

/**
 * Measures the time to save a version of a canvas before a merge. Sync saves this version before it
 * merges the changes of others into the canvas.
 */
const beforeMerge = (
  versions: Store['versions'],
  readings: Pick<Store['readings'], 'packVersion'>,
): number => {
  const drawing = readings.packVersion({ canvasId: firstCanvas, reason: 'automatic' });
  return timed(() => {
    versions.needsBeforeMerge(firstCanvas);
    versions.expectMerge(firstCanvas);
    versions.saveBeforeMerge(firstCanvas, emptyDocument);
    versions.saveMerged(firstCanvas, versions.endMerge(firstCanvas), [drawing]);
  });
};

const search = (store: Store): Pick<Measured, 'key' | 'slowest'> => {
  const keys = typed.flatMap((text) =>
    Array.from(text).map((_, at, signs) => signs.slice(0, at + 1).join('')),
  );
  const times = keys.map((text) => timed(() => store.readings.find({ text, limit: 80 })));
  return { key: mean(times), slowest: Math.max(...times) };
};

const edit = (store: Store): number => {
  const threat = store.readings
    .find({ text: 'sql injection', limit: 80 })
    .find(({ kind }) => kind === 'threat');
  const { id = '', model } = threat ?? {};
  const times = ['accepted', 'open', 'mitigated'].map((status) =>
    timed(() =>
      store.changes.apply({
        scope: model?.id ?? '',
        label: 'threats.label.status',
        records: [{ op: 'update', kind: 'threat', id, values: { status } }],
      }),
    ),
  );
  return mean(times);
};
