import type { SafeStorage } from 'electron';
import { z } from 'zod';
import { createJsonFile, type SaveFile } from './json-file.ts';

type Dependencies = {
  path: string;
  save: SaveFile;
  secretStore: SecretStore;
  platform: NodeJS.Platform;
};

/**
 * Electron's `safeStorage`, which exists only in the main thread. The backend is checked only on Linux,
 * because other systems have only one.
 */
export type SecretStore = {
  backend: () => Promise<ReturnType<SafeStorage['getSelectedStorageBackend']>>;
  isAvailable: () => Promise<boolean>;
  encrypt: (text: string) => Promise<Uint8Array>;
  decrypt: (encrypted: Uint8Array) => ReturnType<SafeStorage['decryptStringAsync']>;
};

/** Maps connection IDs to secrets that the system encrypted, as base64. */
const secretsFile = z.record(z.string(), z.string());

/**
 * Linux backends that protect nothing. Without a secret store, Chromium encrypts with a key from its
 * public source code.
 */
const openBackends = new Set(['basic_text', 'unknown']);

/**
 * Stores the secrets of the connections, encrypted by the secret store of the system. If there is no
 * secret store, secrets stay in memory until the app ends and are never written.
 */
export const createVault = ({ path, save, secretStore, platform }: Dependencies) => {
  const file = createJsonFile({ path, save, schema: secretsFile, initial: {} });
  const inMemory = new Map<string, string>();

  /**
   * Tells if the system can encrypt secrets. This is checked before each use, because Electron 42 ends
   * the whole app if it encrypts without a secret store.
   */
  const canEncrypt = async (): Promise<boolean> => {
    if (platform === 'linux' && openBackends.has(await secretStore.backend())) return false;
    return await secretStore.isAvailable();
  };

  const encrypt = async (id: string, secret: string): Promise<void> => {
    const encrypted = Buffer.from(await secretStore.encrypt(secret)).toString('base64');
    await file.change((secrets) => ({ ...secrets, [id]: encrypted }));
  };

  const decrypt = async (id: string): Promise<string | null> => {
    const encrypted = file.value()[id];
    if (encrypted === undefined || !(await canEncrypt())) return null;
    try {
      const { result, shouldReEncrypt } = await secretStore.decrypt(
        Buffer.from(encrypted, 'base64'),
      );
      if (shouldReEncrypt) await encrypt(id, result);
      return result;
    } catch {
      // Another account encrypted the secret, or the system's keys have been reset. The app asks the
      // person for the secret again.
      return null;
    }
  };

  const get = async (id: string): Promise<string | null> => inMemory.get(id) ?? (await decrypt(id));

  return {
    canEncrypt,
    get,
    state: async (id: string): Promise<'kept' | 'session' | 'missing'> => {
      if (inMemory.has(id)) return 'session';
      return (await decrypt(id)) === null ? 'missing' : 'kept';
    },
    put: async (id: string, secret: string): Promise<void> => {
      if (await canEncrypt()) {
        await encrypt(id, secret);
        inMemory.delete(id);
      } else {
        inMemory.set(id, secret);
      }
    },
    remove: async (id: string): Promise<void> => {
      inMemory.delete(id);
      await file.change((secrets) =>
        Object.fromEntries(Object.entries(secrets).filter(([of]) => of !== id)),
      );
    },
  };
};

export type Vault = ReturnType<typeof createVault>;
