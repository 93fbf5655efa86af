import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { initialPreferences } from '#shared/desktop/window.ts';
import { diagnosticsOf, safeLog } from './diagnostics.ts';

const line = (details: Record<string, unknown>): string =>
  JSON.stringify({ level: 30, time: 1, msg: 'sync pass failed', ...details });

it('keeps numbers, words of the code, and the class of an error', () => {
  expect(safeLog(line({ code: 7, kind: 'canvas', reason: 'TypeError: fetch failed' }))).toEqual([
    { level: 30, time: 1, msg: 'sync pass failed', code: 7, kind: 'canvas', reason: 'TypeError' },
  ]);
});

it('leaves out titles, addresses, paths, and everything nested', () => {
  const text = [
    line({ reason: 'The threat “Stolen badge” of /home/ann/x at https://threats.example.com' }),
    line({
      error: 'Error: Stolen badge\n    at /home/ann/parapet.js:1',
      data: { title: 'Stolen' },
    }),
    line({ kind: 'Stolen badge at https://threats.example.com/' }),
    'Stolen badge, not JSON',
    JSON.stringify(['Stolen badge']),
  ].join('\n');
  expect(JSON.stringify(safeLog(text))).not.toMatch(/Stolen|ann|example|parapet\.js/);
  expect(safeLog(text)).toHaveLength(3);
});

it('has settings without the titles of saved views and without the IDs of canvases', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-diagnostics-'));
  const logPath = join(folder, 'parapet.log');
  writeFileSync(logPath, `${line({ reason: 'Error: Stolen badge' })}\n`);
  const { location: _location, offersTour: _offersTour, ...preferences } = initialPreferences;
  const text = await diagnosticsOf({
    session: null,
    connectionCount: 3,
    isThisComputer: true,
    preferences: { ...preferences, canvasViews: { 'canvas-of-ann': { x: 1, y: 2, zoom: 1 } } },
    logPath,
    version: '1.2.3',
  });
  rmSync(folder, { recursive: true });
  expect(text).not.toMatch(/Stolen|canvas-of-ann/);
  expect(JSON.parse(text)).toMatchObject({
    format: 'parapet-diagnostics',
    version: '1.2.3',
    connections: { count: 3, isThisComputer: true },
    settings: { canvasViews: 1, colorScheme: 'auto' },
    log: [{ msg: 'sync pass failed', reason: 'Error' }],
  });
});
