import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Extensions } from '#shared/api/codex-extensions.ts';
import { extensionsDocument, noExtensions } from '#shared/codex/codex-extensions.ts';

/**
 * `local` is what the person sees, `base` is the last version of the service, and `etag` is its ETag.
 */
export type StoredExtensions = { local: Extensions; base: Extensions; etag: string | null };

const document = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(extensionsDocument);
const row = z.object({ local: document, base: document, etag: z.string().nullable() });

/** Stores the rules and frameworks of the codex as one document. */
export const createExtensionStore = (database: DatabaseSync) => {
  const select = database.prepare('SELECT local, base, etag FROM codex_extensions');
  const upsert = database.prepare(
    'INSERT OR REPLACE INTO codex_extensions (id, local, base, etag) VALUES (1, ?, ?, ?)',
  );
  let known: StoredExtensions | null = null;

  return {
    read: (): StoredExtensions => {
      const found = select.get();
      known ??= found ? row.parse(found) : { local: noExtensions, base: noExtensions, etag: null };
      return known;
    },
    write: (stored: StoredExtensions): void => {
      upsert.run(JSON.stringify(stored.local), JSON.stringify(stored.base), stored.etag);
      known = stored;
    },
  };
};
