import { expect, it, vi } from 'vitest';
import { addFirstLibrary } from './first-library.ts';

/** Preferences of a workspace that wants the library. */
const wanting = () => {
  let isWanted = true;
  return { libraryIsWanted: () => isWanted, noteLibraryAdded: () => void (isWanted = false) };
};

/** A codex whose first additions fail, as if the service had ended. */
const failing = (times: number) => {
  let calls = 0;
  return {
    async *add() {
      calls += 1;
      await Promise.resolve();
      if (calls <= times) throw new Error('The embedded service ended');
      yield { done: 1, total: 1 };
    },
    calls: () => calls,
  };
};

it('retries until the library is there, and then never again', async () => {
  const preferences = wanting();
  const codex = failing(2);
  const log = vi.fn<() => void>();
  const { signal } = new AbortController();
  const workspace = { store: { preferences }, codex, signal, log, delay: 1 };
  await addFirstLibrary(workspace);
  expect(codex.calls()).toBe(3);
  expect(log).toHaveBeenCalledTimes(2);
  expect(preferences.libraryIsWanted()).toBe(false);
  await addFirstLibrary(workspace);
  expect(codex.calls()).toBe(3);
});

it('leaves the rest to the next start if the connection is closed', async () => {
  const preferences = wanting();
  const codex = failing(Infinity);
  const closing = new AbortController();
  const log = vi.fn<() => void>(() => closing.abort());
  await addFirstLibrary({ store: { preferences }, codex, signal: closing.signal, log, delay: 1 });
  expect(codex.calls()).toBe(1);
  expect(preferences.libraryIsWanted()).toBe(true);
});
