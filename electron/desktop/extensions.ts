import { extensionsBytes } from '#shared/api/codex-extensions.ts';
import {
  changedExtensions,
  noExtensions,
  type ExtensionsChange,
  type ExtensionsState,
} from '#shared/codex/codex-extensions.ts';
import { mergeExtensions } from '#shared/codex/merge-extensions.ts';
import { t } from '#shared/locales/texts.ts';
import { same } from '#shared/merge/same-value.ts';
import { NotModified } from '../connection/answer-failures.ts';
import type { SyncClient } from '../connection/api-client.ts';
import { refusalOf } from '../connection/refusal.ts';
import type { Store } from '../store/store.ts';
import { strongTagIn } from '../sync/endpoints.ts';
import type { Taking } from '../sync/incoming.ts';
import { failure } from './failure.ts';

type Dependencies = {
  store: Pick<Store, 'extensions'>;
  client: Pick<SyncClient, 'codexExtensions'>;
  signal: AbortSignal;
  /**
   * Tells if sync is paused. While it is paused, no changes are sent, because the service may be a
   * different one than before.
   */
  isOnHold: () => boolean;
  announce: (state: ExtensionsState) => void;
  log: (message: string, details: Record<string, unknown>) => void;
};

/**
 * The maximum number of attempts of one exchange. An attempt fails if others change the document after
 * this app has read it and before this app writes it.
 */
const maxAttempts = 3;

/** The statuses with which a service answers if it lacks the endpoint. */
const lacking = new Set([404, 405, 501]);

const names = {
  newId: () => crypto.randomUUID(),
  copyOf: (title: string) => t('rules:copy-of', { title }),
};

/** Keeps the rules and frameworks of the codex in the store, and exchanges them with the service. */
export const createExtensions = (dependencies: Dependencies) => {
  const { store, client, signal, isOnHold, announce, log } = dependencies;
  const { extensions } = store;
  const api = client.codexExtensions;
  let sharing: ExtensionsState['sharing'] = 'unknown';
  let exchanging: Promise<void> | null = null;

  const state = (): ExtensionsState => {
    const { local, base } = extensions.read();
    return { document: local, isPending: !same(local, base), sharing };
  };

  /**
   * Reads the service's document. If the service answers that the document has not changed since the
   * last exchange, returns the base.
   */
  const read = async () => {
    const { base, etag } = extensions.read();
    let tag: string | null = null;
    const onHeaders = (headers: Headers): void => void (tag = strongTagIn(headers));
    const context = etag === null ? { onHeaders } : { onHeaders, ifNoneMatch: etag };
    try {
      const { data } = await api.get({}, { signal, context });
      return { theirs: data, etag: tag };
    } catch (error) {
      if (error instanceof NotModified) return { theirs: base, etag };
      throw error;
    }
  };

  /**
   * Merges both sides and sends the result. Returns true, which means that both sides are now the same.
   * Throws a 412 if others have changed the document meanwhile.
   */
  const exchangeOnce = async (): Promise<boolean> => {
    const { theirs, etag } = await read();
    sharing = 'shared';
    const { local: mine, base } = extensions.read();
    const local = mergeExtensions({ base, mine, theirs }, names);
    const isNew = !same(local, mine) || !same(base, theirs);
    if (isNew || etag !== extensions.read().etag) extensions.write({ local, base: theirs, etag });
    if (same(local, theirs)) return true;
    const context = etag === null ? {} : { ifMatch: etag };
    await api.replace({ data: local }, { signal, context });
    // The ETag of the sent version is unknown, so the next read downloads the document again.
    extensions.write({ ...extensions.read(), base: local, etag: null });
    return true;
  };

  const exchange = async (taking: Taking): Promise<void> => {
    // With `mine`, the person keeps the local data although the service may be another one or in an
    // older state. The service may never have had the version in `base`, so the merge starts without a
    // base.
    if (taking === 'mine') {
      extensions.write({ ...extensions.read(), base: noExtensions, etag: null });
    }
    const before = state();
    try {
      for (let tries = 0; tries < maxAttempts; tries += 1) {
        if (await exchangeOnce().catch(orChanged)) break;
      }
    } catch (error) {
      const status = refusalOf(error)?.status ?? 0;
      if (lacking.has(status)) sharing = 'local';
      else if (status === 403) sharing = 'refused';
      else {
        if (sharing === 'shared') sharing = 'unknown';
        log('rules not exchanged', { reason: String(error) });
      }
    }
    if (!signal.aborted && !same(before, state())) announce(state());
  };

  /** Starts an exchange when the current one has ended, so that only one runs at a time. */
  const exchangeInTurn = async (taking: Taking = 'merge'): Promise<void> => {
    const turn = (exchanging ?? Promise.resolve()).then(() => exchange(taking));
    exchanging = turn;
    await turn;
  };

  return {
    state,
    exchange: exchangeInTurn,
    /** Stores changes of the person, then sends them in the background. */
    change: (changes: readonly ExtensionsChange[]): void => {
      const stored = extensions.read();
      const local = changedExtensions(stored.local, changes);
      if (Buffer.byteLength(JSON.stringify(local)) > extensionsBytes) {
        throw failure('INVALID_CHANGE', t('rules:too-large'));
      }
      extensions.write({ ...stored, local });
      announce(state());
      if (!isOnHold()) void exchangeInTurn();
    },
  };
};

const orChanged = (error: unknown): false => {
  if (refusalOf(error)?.status === 412) return false;
  throw error;
};
