import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createStore } from './store.ts';

const rounds = 20;
const program = join(import.meta.dirname, 'testing/draw-until-killed.ts');

/**
 * Runs the program, kills it after it has printed the IDs of `count` nodes, and returns the printed IDs.
 */
const drawAndKill = async (words: string[], count: number): Promise<string[]> => {
  const drawing = spawn(process.execPath, [program, ...words]);
  let output = '';
  drawing.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split('\n').length > count) drawing.kill('SIGKILL');
  });
  const signal = await new Promise((resolve) => drawing.once('close', (_code, by) => resolve(by)));
  expect(signal).toBe('SIGKILL');
  return output.split('\n').slice(0, -1);
};

it('keeps every confirmed gesture, and no partial one, through kills at any moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-crash-'));
  const path = join(folder, 'store.db');
  const [collectionId, modelId] = [randomUUID(), randomUUID()];
  const [canvasId, otherId] = [randomUUID(), randomUUID()];
  const first = createStore({ path });
  first.changes.apply({
    scope: 'workspace',
    label: 'create',
    records: [
      {
        op: 'create',
        kind: 'collection',
        id: collectionId,
        parentId: null,
        values: { title: 'C' },
      },
      {
        op: 'create',
        kind: 'threatModel',
        id: modelId,
        parentId: collectionId,
        values: { title: 'M' },
      },
      { op: 'create', kind: 'canvas', id: canvasId, parentId: modelId, values: { title: 'D' } },
      { op: 'create', kind: 'canvas', id: otherId, parentId: modelId, values: { title: 'E' } },
    ],
  });
  first.close();

  const answered = new Set<string>();
  for (let round = 1; round <= rounds; round += 1) {
    for (const id of await drawAndKill([path, modelId, canvasId, otherId], round * 3)) {
      answered.add(id);
    }
    const store = createStore({ path });
    const [drawn, drawnToo] = [canvasId, otherId].map(
      (each) => new Set(store.documents.read(each)?.nodes.map(({ id }) => id)),
    );
    const recorded = new Set(store.records.children('component', canvasId).map(({ id }) => id));
    const pending = new Set(store.outbox.all().map(({ id }) => id));
    store.close();
    expect([...answered].filter((id) => !drawn?.has(id))).toEqual([]);
    expect(drawnToo).toEqual(drawn);
    expect(recorded).toEqual(drawn);
    expect([...recorded].filter((id) => !pending.has(id))).toEqual([]);
  }
  rmSync(folder, { recursive: true });
});
