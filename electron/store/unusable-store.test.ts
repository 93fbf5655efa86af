import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renameUnreadable } from './rename-unreadable.ts';
import { salvage } from './salvage.ts';
import { StoreFailure, storeFailure } from './store-failure.ts';
import { createStore } from './store.ts';
import { addSmallModel, smallModel } from './testing/small-model.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-unusable-'));
  path = join(folder, 'office.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const titled = (title: string) => ({
  op: 'create' as const,
  kind: 'collection' as const,
  id: `id of ${title}`,
  parentId: null,
  values: { title },
});

const fill = (titles: readonly string[]): void => {
  const store = createStore({ path });
  store.changes.apply({ scope: 'workspace', label: 'test', records: titles.map(titled) });
  store.close();
};

const inFile = (sql: string): void => {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
};

/** Overwrites pages of the file with invalid data, as a failing disk may. */
const damagePages = (numbers: readonly number[]): void => {
  const bytes = readFileSync(path);
  for (const number of numbers) bytes.fill(0xa5, (number - 1) * 4096, number * 4096);
  writeFileSync(path, bytes);
};

/** Returns the pages with the rows of a table, in order. */
const pagesOf = (table: string): number[] => {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database
    .prepare(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path`)
    .all(table);
  database.close();
  return rows.map((row) => Number(row['pageno']));
};

const failureOf = (open: () => unknown): StoreFailure => {
  try {
    open();
  } catch (error) {
    if (error instanceof StoreFailure) return error;
  }
  throw new Error('It could be opened');
};

const contents = () =>
  readdirSync(folder)
    .filter((name) => !/-(?:wal|shm)$/.test(name))
    .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);

describe('a store that cannot be used', () => {
  it('is left unchanged if another version made it', () => {
    fill(['Here']);
    inFile(`INSERT INTO migration (name, hash) VALUES ('999-later', 'unknown')`);
    const before = contents();
    const failure = failureOf(() => createStore({ path }));
    expect(failure.kind).toBe('newer');
    expect(failure.message).toContain('999-later');
    expect(contents()).toEqual(before);
  });

  it('is left unchanged if it is no database', () => {
    writeFileSync(path, 'This is no database, whatever its name says.'.repeat(40));
    const before = contents();
    expect(failureOf(() => createStore({ path })).kind).toBe('damaged');
    expect(contents()).toEqual(before);
  });

  it('is damaged if its tables are', () => {
    fill(['Here']);
    inFile('DROP TABLE outbox');
    expect(failureOf(() => createStore({ path })).kind).toBe('damaged');
  });

  it('is not damaged if the system denies access to the file', () => {
    const elsewhere = join(folder, 'not there', 'office.db');
    expect(failureOf(() => createStore({ path: elsewhere })).kind).toBe('denied');
    mkdirSync(path);
    expect(failureOf(() => createStore({ path })).kind).toBe('unreadable');
  });

  it('is not damaged if the disk is full', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('PRAGMA max_page_count = 3; CREATE TABLE kept (text TEXT)');
    const open = (): void => {
      try {
        database.exec('INSERT INTO kept VALUES (zeroblob(100000))');
      } catch (error) {
        throw storeFailure(error);
      }
    };
    expect(failureOf(open).kind).toBe('full');
  });
});

describe('the readable part of a damaged store', () => {
  const all = () => salvage(path, ({ entries, records }) => ({ entries, records }));

  it('is everything in undamaged tables', () => {
    fill(['One', 'Two']);
    damagePages(pagesOf('journal'));
    expect(all()).toMatchObject({
      entries: [{ op: 'create' }, { op: 'create' }],
      records: [{ local: { title: 'One' } }, { local: { title: 'Two' } }],
    });
  });

  it('is the rows before and after a damaged part of a table', () => {
    const titles = Array.from({ length: 200 }, (_, index) => `${index}`.padStart(4, '0'));
    fill(titles);
    damagePages(pagesOf('outbox').slice(1, 2));
    const ids = all().entries.map(({ id }) => id);
    expect(ids.length).toBeLessThan(titles.length);
    expect(ids).toContain('id of 0000');
    expect(ids).toContain('id of 0199');
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });
});

describe('the work in a store', () => {
  const all = () =>
    salvage(path, ({ entries, conflicts, records, drawing }) => ({
      entries: entries.map(({ id, rejection }) => [id, rejection]),
      conflicts: conflicts.map(({ id }) => id),
      records: records.map(({ id }) => id),
      nodes: [smallModel.overview, 'gone'].map((id) => drawing(id)?.nodes.map((each) => each.id)),
    }));
  const everything = Object.values(smallModel);

  beforeEach(() => {
    const store = createStore({ path });
    addSmallModel(store);
    const [first] = store.outbox.all();
    store.outbox.reject(first?.seq ?? 0, { problem: 'invalid', reason: 'Too long' });
    store.conflicts.put({ kind: 'threat', id: smallModel.threat, type: 'accessLost', items: [] });
    store.close();
  });

  it('is its pending changes, conflicts, records, and drawings', () => {
    const { entries, records, ...others } = all();
    expect(entries[0]).toEqual([smallModel.collection, { problem: 'invalid', reason: 'Too long' }]);
    expect(entries.map(([id]) => id)).toEqual(everything);
    expect(records.toSorted()).toEqual(everything.toSorted());
    expect(others).toEqual({ conflicts: [smallModel.threat], nodes: [['web'], undefined] });
  });

  it('is read without what cannot be read, also from an earlier version of the app', () => {
    inFile(`
      ALTER TABLE outbox DROP COLUMN set_aside_problem;
      UPDATE outbox SET fields = 'no list' WHERE kind = 'comment';
      UPDATE record SET local = '[]' WHERE kind = 'threat';
      UPDATE conflict SET type = 'unknown';
      UPDATE canvas_document SET snapshot = 'no drawing'`);
    const { entries, records, ...others } = all();
    expect(entries[0]).toEqual([smallModel.collection, { problem: null, reason: 'Too long' }]);
    expect(entries.map(([id]) => id)).toEqual(everything.filter((id) => id !== smallModel.comment));
    expect(records).not.toContain(smallModel.threat);
    expect(records).toHaveLength(everything.length - 1);
    expect(others).toEqual({ conflicts: [], nodes: [undefined, undefined] });
  });

  it('is empty if the file is no database', () => {
    writeFileSync(path, 'This is no database, whatever its name says.'.repeat(40));
    expect(all()).toEqual({
      entries: [],
      conflicts: [],
      records: [],
      nodes: [undefined, undefined],
    });
  });
});

describe('a renamed store', () => {
  it('is kept with its log under a name with the date, and no file is overwritten', () => {
    const at = new Date('2026-11-21T20:30:08Z');
    for (const text of ['first', 'second']) {
      writeFileSync(path, text);
      writeFileSync(`${path}-wal`, `log of the ${text}`);
      renameUnreadable(path, at);
    }
    expect(readdirSync(folder).toSorted()).toEqual([
      'office.set-aside-2026-11-21T20-30-08-1.db',
      'office.set-aside-2026-11-21T20-30-08-1.db-wal',
      'office.set-aside-2026-11-21T20-30-08.db',
      'office.set-aside-2026-11-21T20-30-08.db-wal',
    ]);
    expect(readFileSync(join(folder, 'office.set-aside-2026-11-21T20-30-08.db'), 'utf8')).toBe(
      'first',
    );
  });
});
