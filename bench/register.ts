import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStore, type Store } from '../electron/store/store.ts';
import { fillStore } from './register/fill-store.ts';
import type { Table } from './table.ts';

const sizes = [1000, 10_000, 100_000];

/** The queries as a person types them, one key after another. The last ones find nothing. */
const typed = ['sql injection', 'the token of a session', '登录页面', 'T-99', 'xyzzy nowhere'];

type Measured = Record<'fill' | 'key' | 'slowest' | 'edit', number>;

/** Measures the search in stores of several sizes. */
export const register = async (): Promise<Table> => {
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
      figure('search, each key', 'ms', 'key', '< 50'),
      figure('search, slowest key', 'ms', 'slowest', '< 50'),
    ],
  };
};

const timed = (work: () => void): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const measure = async (size: number): Promise<Measured> => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-bench-'));
  const store = createStore({ path: join(folder, 'store.db') });
  try {
    const fill = timed(() => fillStore(store, size));
    return await Promise.resolve({ fill, edit: edit(store), ...search(store) });
  } finally {
    store.close();
    rmSync(folder, { recursive: true });
  }
};

const search = (store: Store): Pick<Measured, 'key' | 'slowest'> => {
  const keys = typed.flatMap((text) =>
    Array.from(text).map((_, at, signs) => signs.slice(0, at + 1).join('')),
  );
  const times = keys.map((text) => timed(() => store.search.find({ text, limit: 80 })));
  return { key: mean(times), slowest: Math.max(...times) };
};

const edit = (store: Store): number => {
  const threat = store.search
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
