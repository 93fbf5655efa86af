import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '../store/store.ts';
import type { Codex } from './codex.ts';

type Dependencies = {
  store: { preferences: Pick<Store['preferences'], 'libraryIsWanted' | 'noteLibraryAdded'> };
  codex: Pick<Codex, 'add'>;
  signal: AbortSignal;
  log: (message: string, details: Record<string, unknown>) => void;
  /**
   * The time, in ms, before the first attempt. The app waits, because the first start has more important
   * work. The wait doubles after each failure.
   */
  delay?: number;
};

const usualDelay = 3000;
const maxDelay = 60_000;

/**
 * Adds the default library to the codex of a new workspace. Tries again if the service fails. If the app
 * ends before all entries are added, the next start adds the missing ones.
 */
export const addFirstLibrary = async ({
  store: { preferences },
  codex,
  signal,
  log,
  delay = usualDelay,
}: Dependencies): Promise<void> => {
  for (let wait = delay; preferences.libraryIsWanted(); wait = Math.min(2 * wait, maxDelay)) {
    await pause(wait, null, { signal, ref: false }).catch(() => null);
    if (signal.aborted) return;
    try {
      for await (const _ of codex.add(null, [], signal));
      if (signal.aborted) return;
      preferences.noteLibraryAdded();
    } catch (error) {
      if (signal.aborted) return;
      log('library not added', { reason: String(error) });
    }
  }
};
