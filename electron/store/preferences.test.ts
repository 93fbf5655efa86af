import { afterEach, beforeEach, expect, it } from 'vitest';
import { initialPreferences } from '#shared/desktop/window.ts';
import { createStore, type Store } from './store.ts';

let store: Store;
beforeEach(() => {
  store = createStore({ path: ':memory:' });
});
afterEach(() => store.close());

it('are the initial ones until a person chooses others, one by one', () => {
  const { preferences } = store;
  expect(preferences.get()).toEqual(initialPreferences);
  preferences.set({ colorScheme: 'dark', sidebarWidth: 300 });
  preferences.set({ gridShown: false, sidebarWidth: undefined });
  expect(preferences.get()).toEqual({
    ...initialPreferences,
    colorScheme: 'dark',
    sidebarWidth: 300,
    gridShown: false,
  });
});

it('knows which user is ours, and counts a record without a user as ours', () => {
  const { preferences } = store;
  const mine = (): boolean[] => ['', 'ann', 'bob'].map((id) => preferences.isMine(id));
  expect([preferences.userId(), mine()]).toEqual([null, [true, false, false]]);
  preferences.learnUserId('ann');
  expect([preferences.userId(), mine()]).toEqual(['ann', [true, true, false]]);
});

it('knows the newest change of each kind, and of all kinds', () => {
  const { preferences } = store;
  expect([preferences.newestChange('threat'), preferences.newestTime()]).toEqual([null, null]);
  preferences.syncedAt('2099-01-01');
  preferences.noteNewestChange('threat', '2026-01-02');
  preferences.noteNewestChange('canvas', '2026-01-01');
  expect(preferences.newestChange('threat')).toBe('2026-01-02');
  expect(preferences.newestTime()).toBe('2026-01-02');
  const writes = store.writes();
  preferences.noteNewestChange('threat', '2026-01-02');
  expect(store.writes()).toBe(writes);
  preferences.noteNewestChange('canvas', '2026-01-03');
  expect(store.writes()).toBeGreaterThan(writes);
  expect(preferences.newestTime()).toBe('2026-01-03');
  expect(preferences.lastSyncedAt()).toBe('2099-01-01');
});

it('remembers the canvas that is being opened, the sample, and the wish for the library', () => {
  const { preferences } = store;
  const facts = () => [
    preferences.openingCanvas(),
    preferences.sampleWasAdded(),
    preferences.libraryIsWanted(),
  ];
  expect(facts()).toEqual([null, false, false]);
  preferences.noteOpeningCanvas('a canvas');
  preferences.wantLibrary();
  expect(facts()).toEqual(['a canvas', false, true]);
  preferences.noteOpeningCanvas(null);
  preferences.rememberSample();
  preferences.noteLibraryAdded();
  expect(facts()).toEqual([null, true, false]);
});
