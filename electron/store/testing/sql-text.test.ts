import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStore } from '../store.ts';
import { addSmallModel, smallModel } from './small-model.ts';
import { fileOfSql, sqlOf } from './sql-text.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-sql-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const titles = (store: ReturnType<typeof createStore>, text: string): string[] =>
  store.readings.find({ text, limit: 10 }).map(({ title }) => title);

it('writes a store with its search as SQL, and makes an equal one of it', () => {
  const [path, copy, sql] = ['store.db', 'copy.db', 'store.sql'].map((name) => join(folder, name));
  if (!path || !copy || !sql) throw new Error('There are three names.');
  const store = createStore({ path });
  addSmallModel(store);
  store.close();

  writeFileSync(sql, sqlOf(path));
  fileOfSql(copy, sql);
  expect(sqlOf(copy)).toBe(sqlOf(path));

  const later = createStore({ path: copy });
  expect(titles(later, 'theft')).toEqual(['Session theft']);
  later.changes.apply({
    scope: smallModel.model,
    label: 'rename',
    records: [
      { op: 'update', kind: 'threat', id: smallModel.threat, values: { title: 'Tampering' } },
    ],
  });
  expect(titles(later, 'theft')).toEqual([]);
  expect(titles(later, 'tampering')).toEqual(['Tampering']);
  later.close();
});
