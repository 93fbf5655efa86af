import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  thisComputer,
  type ConnectionCandidate,
  type ConnectionCheck,
  type ConnectionList as Listed,
  type ConnectionSaved,
  type SavedConnection,
} from '#shared/desktop/connections.ts';
import { baseUrlsOf } from '../connection/base-url.ts';
import { checkConnection } from '../connection/check-connection.ts';
import type { ConnectionList, RemoteConnection } from '../connection/connection-list.ts';
import type { Fetch } from '../connection/fetch.ts';
import type { Vault } from '../connection/vault.ts';
import { fileNameOf, saveFile } from '../shell/save-file.ts';
import { createStore, type Store } from '../store/store.ts';
import { failure } from './failure.ts';
import { reasonOf, type FileType } from './file-export.ts';
import type { NewsPublisher } from './news.ts';
import type { Sessions } from './sessions.ts';
import { countUnsent, unsentWork } from './unsent-work.ts';

type Dependencies = {
  list: ConnectionList;
  vault: Vault;
  sessions: Sessions;
  news: NewsPublisher;
  fetch: Fetch;
  storePath: (id: string) => string;
  choosePath: (fileName: string, type: FileType) => Promise<string | null>;
};

/** What a person does with the connections, but for what they do on one. */
export const createConnections = (dependencies: Dependencies) => {
  const { list, vault, sessions, news, fetch, storePath, choosePath } = dependencies;

  const listed = async (): Promise<Listed> => ({
    openId: sessions.current().id,
    keepsSecrets: await vault.keeps(),
    connections: [
      { ...thisComputer, baseUrl: '', clientId: '', secret: 'none' },
      ...(await Promise.all(
        list.all().map(async (each) => ({ ...each, secret: await vault.state(each.id) })),
      )),
    ],
  });
  const tell = async (): Promise<void> => {
    news.publish('connections', await listed());
  };

  const found = (id: string): RemoteConnection => {
    const connection = list.find(id);
    if (!connection) throw failure('RECORD_GONE', 'There is no such connection');
    return connection;
  };

  /**
   * A kept secret goes to the host it was given for and to no other: a window that was taken over
   * could otherwise have it sent to an address of its choice.
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
    await tell();
    return { ok: true, id: connection.id, found: seen };
  };

  const open = async (id: string): Promise<void> => {
    if (id !== thisComputer.id) found(id);
    if (sessions.current().id === id) return;
    void sessions.enter(id);
    await list.rememberOpen(id);
    await tell();
  };

  /** The store of a connection that is not open, for as long as it is looked at. */
  const inStore = <Value>(id: string, look: (store: Store) => Value): Value | null => {
    const session = sessions.current();
    if (session.id === id) return look(session.store);
    if (!existsSync(storePath(id))) return null;
    const store = createStore({ path: storePath(id) });
    try {
      return look(store);
    } finally {
      store.close();
    }
  };

  const exportUnsent = async (id: string): Promise<{ fileName: string } | null> => {
    const { name } = found(id);
    const work = inStore(id, unsentWork);
    const type = { name: 'JSON', extensions: ['json'] };
    const path = await choosePath(fileNameOf(`${name} – unsent work`, 'json'), type);
    if (path === null) return null;
    try {
      await saveFile(path, `${JSON.stringify({ connection: name, ...work }, null, 2)}\n`);
    } catch (error) {
      throw failure('FILE_NOT_WRITTEN', reasonOf(error));
    }
    return { fileName: basename(path) };
  };

  const remove = async ({ id, discardUnsent }: { id: string; discardUnsent: boolean }) => {
    found(id);
    const unsent = inStore(id, countUnsent) ?? 0;
    if (unsent > 0 && !discardUnsent) return { removed: false, unsent };
    if (sessions.current().id === id) await sessions.enter(thisComputer.id);
    await vault.remove(id);
    await list.remove(id);
    for (const part of ['', '-wal', '-shm']) await rm(`${storePath(id)}${part}`, { force: true });
    await tell();
    return { removed: true, unsent };
  };

  return {
    listed,
    check: async (candidate: ConnectionCandidate, signal?: AbortSignal): Promise<ConnectionCheck> =>
      await check(candidate, signal),
    save,
    open,
    exportUnsent,
    remove,
    /** Forgets the secret and every token; what is here stays, sent or not. */
    signOut: async (id: string): Promise<void> => {
      await vault.remove(found(id).id);
      sessions.renew(id);
      await tell();
    },
  };
};

const hostOf = (address: string): string | null => {
  const urls = baseUrlsOf(address);
  return urls.ok ? (URL.parse(urls.candidates[0] ?? '')?.origin ?? null) : null;
};

export type Connections = ReturnType<typeof createConnections>;
