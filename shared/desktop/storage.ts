import { eventIterator, oc as contractBuilder } from '@orpc/contract';
import { z } from 'zod';
import { desktopErrors } from './errors.ts';

const oc = contractBuilder.errors(desktopErrors);
const count = z.number().int().nonnegative();
const savedFile = z.object({ handle: z.string(), fileName: z.string() });

/**
 * The progress of a backup. `done` and `total` count the steps. `file` is `null` except in the last
 * event of an export.
 */
const backupProgress = z.object({ done: count, total: count, file: savedFile.nullable() });
export type BackupProgress = z.infer<typeof backupProgress>;

/** The time at which a backup was made, and the numbers of its records. */
const backupContent = z.object({
  createdAt: z.string(),
  collections: count,
  models: count,
  codexEntries: count,
});
export type BackupContent = z.infer<typeof backupContent>;

/** Backups of the open connection, and the diagnostic file. */
export const storageProcedures = {
  /** Returns the size of the app's files in bytes, without Chromium's cache. */
  size: oc.output(z.object({ bytes: count })),
  /**
   * Asks where to save, and writes all threat models and the codex into one file. Emits nothing if the
   * person cancels the dialog. Can be aborted, which leaves no file.
   */
  exportEverything: oc.output(eventIterator(backupProgress)),
  /** Asks for a backup and reads all of it. Returns `null` if the person cancels. */
  chooseBackup: oc.output(savedFile.extend({ content: backupContent }).nullable()),
  /**
   * Adds the content of a backup as new collections. Existing collections stay unchanged. If the call
   * fails or is aborted, the collections that it added are removed again.
   */
  restoreBackup: oc.input(z.object({ handle: z.string() })).output(eventIterator(backupProgress)),
  /** Asks where to save the diagnostic file. Returns `null` if the person cancels. */
  saveDiagnostics: oc.output(savedFile.nullable()),
};
