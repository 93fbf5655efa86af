import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { initialPreferences } from '#shared/desktop/window.ts';
import { createWindowPreferences } from './window-preferences.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parapet-window-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const { location: _location, offersTour: _tour, ...ofStore } = initialPreferences;

const open = (colorScheme: 'auto' | 'dark', location = '/') =>
  createWindowPreferences({
    path: join(folder, 'window.json'),
    save: writeFile,
    initial: () => ({ ...ofStore, colorScheme, location }),
  });

it('begin with the values of an earlier version, whichever connection is opened later', async () => {
  const first = open('dark');
  await first.set({});
  await first.set({ sidebarWidth: 300 });
  expect(open('auto').get()).toEqual({ ...ofStore, colorScheme: 'dark', sidebarWidth: 300 });
});

it('keep values that a change does not name', async () => {
  const preferences = open('auto');
  await preferences.set({ colorScheme: 'light', sidebarOpen: undefined });
  expect(preferences.get()).toEqual({ ...ofStore, colorScheme: 'light' });
});

it('have their initial values if an older version did not store them', async () => {
  await writeFile(join(folder, 'window.json'), JSON.stringify({ sidebarOpen: false }));
  expect(open('dark').get()).toEqual({ ...ofStore, sidebarOpen: false });
});

it('offer the tour once, and only to someone who starts the app for the first time', async () => {
  const first = open('auto', '');
  expect([first.takeTour(), first.takeTour()]).toEqual([true, false]);
  await first.set({ sidebarWidth: 300 });
  expect(open('auto', '').takeTour()).toBe(false);
});

it('offer no tour to someone who used a version without these preferences', () => {
  expect(open('auto', '/canvases/1').takeTour()).toBe(false);
});

it('has the language that the organization chose, and keeps that of the person', async () => {
  const source = { path: join(folder, 'window.json'), save: writeFile };
  const initial = () => ({ ...ofStore, colorScheme: 'auto' as const, location: '/' });
  await createWindowPreferences({ ...source, initial }).set({ language: 'fr' });
  const managed = createWindowPreferences({ ...source, initial, managed: { language: 'ja' } });
  await managed.set({ gridShown: false });
  expect(managed.get()).toMatchObject({ language: 'ja', gridShown: false });
  const later = createWindowPreferences({ ...source, initial });
  expect(later.get()).toMatchObject({ language: 'fr', gridShown: false });
});
