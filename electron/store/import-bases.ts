import type { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { ModelContent } from '#shared/otm/content.ts';

type Key = { modelId: string; fileName: string };

/**
 * The number of bases to keep for each file. The newest is used. Older ones are needed only after an
 * undo.
 */
const maxPerFile = 5;

const contentRow = z.object({ content: z.instanceof(Uint8Array) });
const seqRow = z.object({ seq: z.number().nullable() });
const modelContent = z.custom<ModelContent>(
  (value) => typeof value === 'object' && value !== null && 'components' in value,
);

/**
 * Compresses the content of a model. This takes a quarter of a second for a large model, so a thread
 * does it after an import.
 */
export const packedContent = (content: ModelContent): Uint8Array =>
  deflateRawSync(JSON.stringify(content));

/**
 * Stores the content of each file that was imported into a model, with the IDs of the model's records.
 * This content is the base of the next merge of a file with the same name. If a merge was undone, its
 * content is skipped.
 */
export const createImportBases = (database: DatabaseSync) => {
  const insert = database.prepare(
    'INSERT INTO import_base (model_id, file_name, journal_seq, content) VALUES (?, ?, ?, ?)',
  );
  const thin = database.prepare(`
    DELETE FROM import_base WHERE model_id = :modelId AND file_name = :fileName AND id NOT IN (
      SELECT id FROM import_base WHERE model_id = :modelId AND file_name = :fileName
      ORDER BY id DESC LIMIT ${maxPerFile}
    )`);
  const removeOrphans = database.prepare(`
    DELETE FROM import_base
    WHERE NOT EXISTS (SELECT 1 FROM record WHERE kind = 'threatModel' AND record.id = model_id)`);
  // The journal deletes old entries, but it deletes the entry of an undone merge only together with the
  // base. So a merge whose entry is missing counts as not undone.
  const select = database.prepare(`
    SELECT content FROM import_base
    LEFT JOIN journal ON journal.seq = import_base.journal_seq
    WHERE model_id = ? AND file_name = ? AND coalesce(journal.state, 'done') = 'done'
    ORDER BY import_base.id DESC LIMIT 1`);
  const newestStep = database.prepare(
    `SELECT max(seq) AS seq FROM journal WHERE scope = ? AND state = 'done'`,
  );

  return {
    /**
     * Stores a compressed content. `isStep` tells if the newest undo step of the model is the merge of
     * this file.
     */
    save: ({ modelId, fileName }: Key, content: Uint8Array, isStep: boolean): void => {
      removeOrphans.run();
      const { seq } = isStep ? seqRow.parse(newestStep.get(modelId)) : { seq: null };
      insert.run(modelId, fileName, seq, content);
      thin.run({ modelId, fileName });
    },
    has: ({ modelId, fileName }: Key): boolean => select.get(modelId, fileName) !== undefined,
    /**
     * Returns the newest content that does not come from an undone merge. Returns `null` if there is
     * none.
     */
    last: ({ modelId, fileName }: Key): ModelContent | null => {
      const row = select.get(modelId, fileName);
      if (!row) return null;
      const text = inflateRawSync(contentRow.parse(row).content).toString('utf8');
      return modelContent.parse(JSON.parse(text));
    },
  };
};
