import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createConnectionList } from './connection-list.ts';

const office = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Office',
  baseUrl: 'https://threats.example.com/api/v1',
  clientId: 'client',
};
const customer = { ...office, id: '00000000-0000-4000-8000-000000000002', name: 'Customer' };
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-list-'));
  path = join(folder, 'connections.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => createConnectionList({ path, save: writeFile });

it('remembers the connections in order, and the open one', async () => {
  const list = open();
  expect(list.openId()).toBe('this-computer');
  await Promise.all([list.put(office), list.put(customer), list.rememberOpen(customer.id)]);
  await list.put({ ...office, name: 'Head office' });
  const again = open();
  expect(again.all().map(({ name }) => name)).toEqual(['Head office', 'Customer']);
  expect(again.openId()).toBe(customer.id);
  await again.remove(customer.id);
  expect(again.openId()).toBe('this-computer');
  expect(open().all()).toEqual([{ ...office, name: 'Head office' }]);
});

it.each(['', '{"openId":"x"', '{"openId":1}', 'null'])(
  'a file that was damaged to %j costs no connection, and is put aside',
  async (damaged) => {
    await open().put(office);
    writeFileSync(path, damaged);
    expect(open().all()).toEqual([office]);
    expect(readFileSync(`${path}.unreadable`, 'utf8')).toBe(damaged);
  },
);

it('a missing file loses no connection', async () => {
  await open().put(office);
  rmSync(path);
  expect(open().all()).toEqual([office]);
});

it('a failed write changes nothing, and the next change is written', async () => {
  let isFull = true;
  const list = createConnectionList({
    path,
    save: async (to, text) => {
      if (isFull) throw new Error('no space left');
      await writeFile(to, text);
    },
  });
  await expect(list.put(office)).rejects.toThrow('no space left');
  expect(list.all()).toEqual([]);
  isFull = false;
  await list.put(customer);
  expect(open().all()).toEqual([customer]);
  expect(readdirSync(folder)).toContain('connections.json');
});
