import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import {
  thisComputer,
  type ConnectionCandidate,
  type ConnectionCheck,
  type ConnectionList as Listed,
  type ConnectionSaved,
  type SavedConnection,
} from '#shared/desktop/connections.ts';
import { t } from '#shared/locales/texts.ts';
import { baseUrlsOf } from '../connection/base-url.ts';
import { checkConnection } from '../connection/check-connection.ts';
import type { ConnectionList, RemoteConnection } from '../connection/connection-list.ts';
import type { Fetch } from '../connection/fetch.ts';
import type { ManagedSettings } from '../connection/managed-settings.ts';
import type { Vault } from '../connection/vault.ts';
import type { FileHandles } from '../shell/file-handles.ts';
import { fileNameOf, type SaveExport } from '../shell/save-file.ts';
import type { AppEventPublisher } from './app-events.ts';
import { createConnectionStores } from './connection-stores.ts';
import { failure, reasonOf } from './failure.ts';
import type { FileType } from './file-export.ts';
import type { Sessions } from './sessions.ts';

type Dependencies = {
  list: ConnectionList;
  vault: Vault;
  sessions: Sessions;
  events: AppEventPublisher;
  /** Refuses services that `managed` does not allow. */
  fetch: Fetch;
  managed: Pick<ManagedSettings, 'allows' | 'dialogValues'>;
  storePath: (id: string) => string;
  saveExport: SaveExport;
  choosePath: (fileName: string, type: FileType) => Promise<string | null>;
  /** The built-in service. */
  service: { databasePath: string; pause: () => Promise<void> };
  /** Files that the person may open in the file manager. */
  files: FileHandles;
};

/** The procedures for managing connections. */
export const createConnections = (dependencies: Dependencies) => {
  const {
    list,
    vault,
    sessions,
    events,
    fetch,
    managed,
    storePath,
    saveExport,
    choosePath,
    service,
    files,
  } = dependencies;
  const stores = createConnectionStores(dependencies);

  const listed = async (): Promise<Listed> => ({
    openId: sessions.id(),
    problem: stores.problem(),
    keepsSecrets: await vault.canEncrypt(),
    managed: managed.dialogValues,
    connections: [
      { ...thisComputer, baseUrl: '', clientId: '', secret: 'none', isAllowed: true },
      ...(await Promise.all(
        list.all().map(async (each) => ({
          ...each,
          secret: await vault.state(each.id),
          isAllowed: managed.allows(each.baseUrl),
        })),
      )),
    ],
  });
  const announce = async (): Promise<void> => {
    events.publish('connections', await listed());
  };

  const found = (id: string): RemoteConnection => {
    const connection = list.find(id);
    if (!connection) throw failure('RECORD_GONE', 'Connection not found.');
    return connection;
  };

  /**
   * Returns the entered secret or, for an unchanged host and client ID, the stored one. The stored
   * secret is never sent to another host, because a compromised window could choose any address.
   */
  const secretFor = async (candidate: ConnectionCandidate): Promise<string | null> => {
    if (candidate.secret !== null || candidate.id === null) return candidate.secret;
    const known = found(candidate.id);
    const isSame =
      known.clientId === candidate.clientId && hostOf(known.baseUrl) === hostOf(candidate.baseUrl);
    return isSame ? await vault.get(known.id) : null;
  };

  const check = async (candidate: ConnectionCandidate, signal?: AbortSignal) => {
    const { baseUrl: address, clientId } = candidate;
    const urls = baseUrlsOf(address);
    if (!urls.ok) return urls;
    if (!urls.candidates.some(managed.allows)) {
      return { ok: false, problem: { kind: 'service_not_allowed' } } as const;
    }
    const secret = await secretFor(candidate);
    if (secret === null) return { ok: false, problem: { kind: 'secret_needed' } } as const;
    return await checkConnection({ address, credentials: { clientId, secret }, fetch, signal });
  };

  const save = async (saved: SavedConnection, signal?: AbortSignal): Promise<ConnectionSaved> => {
    const { name, clientId, secret } = saved;
    const known = saved.id === null ? null : found(saved.id);
    const isRenamed =
      known?.baseUrl === saved.baseUrl && known.clientId === clientId && secret === null;
    if (known && isRenamed) return await put({ ...known, name }, null);
    const checked = await check(saved, signal);
    if (!checked.ok) return checked;
    signal?.throwIfAborted();
    const id = known?.id ?? randomUUID();
    if (secret !== null) await vault.put(id, secret);
    return await put({ id, name, clientId, baseUrl: checked.baseUrl }, checked.found);
  };

  const put = async (
    connection: RemoteConnection,
    seen: Extract<ConnectionSaved, { ok: true }>['found'],
  ): Promise<ConnectionSaved> => {
    await list.put(connection);
    sessions.renew(connection.id);
    await announce();
    return { ok: true, id: connection.id, found: seen };
  };

  const open = async (id: string): Promise<void> => {
    if (id !== thisComputer.id && !managed.allows(found(id).baseUrl)) {
      // The detail is empty, because the window has its own text for this problem.
      throw failure('SERVICE_NOT_ALLOWED', '');
    }
    if (sessions.id() === id) return;
    void sessions.enter(id);
    await list.rememberOpen(id);
    await announce();
  };

  const exportUnsent = async (id: string): Promise<{ fileName: string } | null> => {
    const { name } = id === thisComputer.id ? thisComputer : found(id);
    const unsent = stores.unsentWork(id);
    const type = { name: 'JSON', extensions: ['json'] };
    const path = await choosePath(fileNameOf(t('dialogs:unsynced-file', { name }), 'json'), type);
    if (path === null) return null;
    try {
      await saveExport(path, `${JSON.stringify({ connection: name, ...unsent }, null, 2)}\n`);
    } catch (error) {
      throw failure('FILE_NOT_WRITTEN', reasonOf(error));
    }
    return { fileName: basename(path) };
  };

  const remove = async ({ id, discardUnsent }: { id: string; discardUnsent: boolean }) => {
    found(id);
    const counted = stores.countUnsent(id);
    const unsent = counted ?? 0;
    if (unsent > 0 && !discardUnsent) return { removed: false, unsent, renamedTo: null };
    if (sessions.id() === id) await sessions.enter(thisComputer.id);
    await vault.remove(id);
    await list.remove(id);
    // A store that cannot be read is renamed and kept, because it may contain pending changes.
    const renamedTo = counted === null ? basename(stores.putAside(storePath(id))) : null;
    await stores.delete(id);
    await announce();
    return { removed: true, unsent, renamedTo };
  };

  const reopen = async (): Promise<void> => {
    if (!sessions.problem()) return;
    sessions.renew(sessions.id());
    await announce();
  };

  const startAfresh = async (): Promise<{ fileName: string; handle: string }> => {
    const id = sessions.id();
    if (sessions.problem()?.kind !== 'damaged')
      throw failure('STORE_FAILED', 'The local copy is fine.');
    await sessions.closed();
    const path = stores.putAside(storePath(id));
    stores.begin(id);
    await reopen();
    return { fileName: basename(path), handle: files.add(path) };
  };

  /**
   * Renames the damaged database of the built-in service, so that the service creates a new one. Sync
   * does not recognize the new database, so it sends local data there only after the person confirms.
   */
  const renewService = async (): Promise<{ fileName: string; handle: string }> => {
    const { id, sync } = sessions.current();
    if (id !== thisComputer.id || sync.status().hold !== 'serviceDamaged') {
      throw failure('STORE_FAILED', 'The local copy is fine.');
    }
    await service.pause();
    const path = stores.putAside(service.databasePath);
    await sync.syncAll().catch(() => undefined);
    return { fileName: basename(path), handle: files.add(path) };
  };

  return {
    listed,
    check: async (candidate: ConnectionCandidate, signal?: AbortSignal): Promise<ConnectionCheck> =>
      await check(candidate, signal),
    save,
    open,
    exportUnsent,
    remove,
    reopen,
    startAfresh,
    renewService,
    /** Announces to the window that the store is damaged, if a procedure failed for this reason. */
    noteFailure: (error: unknown): void => {
      if (sessions.noteFailure(error)) void announce();
    },
    /** Deletes the secret and every token. All local data stays, including pending changes. */
    signOut: async (id: string): Promise<void> => {
      await vault.remove(found(id).id);
      sessions.renew(id);
      await announce();
    },
  };
};

const hostOf = (address: string): string | null => {
  const urls = baseUrlsOf(address);
  return urls.ok ? (URL.parse(urls.candidates[0] ?? '')?.origin ?? null) : null;
};

export type Connections = ReturnType<typeof createConnections>;
