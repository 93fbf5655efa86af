import type { Store } from '../store/store.ts';
import type { Codex } from './codex.ts';

type Dependencies = {
  store: Pick<Store, 'preferences'>;
  codex: Pick<Codex, 'add'>;
  signal: AbortSignal;
  log: (message: string, details: Record<string, unknown>) => void;
  /** In ms. The first start has more important work. */
  delay?: number;
};

const usualDelay = 3000;

/**
 * Adds the default library to the codex of a new workspace, after its first start. If the app ends
 * meanwhile, the next start continues: only the missing entries are added.
 */
export const addFirstLibrary = ({
  store: { preferences },
  codex,
  signal,
  log,
  delay = usualDelay,
}: Dependencies): void => {
  if (!preferences.libraryIsWanted()) return;
  const add = async (): Promise<void> => {
    try {
      for await (const _ of codex.add(null, [], signal));
      if (!signal.aborted) preferences.libraryWasAdded();
    } catch (error) {
      if (!signal.aborted) log('library not added', { reason: String(error) });
    }
  };
  const timer = setTimeout(() => void add(), delay);
  timer.unref();
  signal.addEventListener('abort', () => clearTimeout(timer));
};
