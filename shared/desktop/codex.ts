import { eventIterator, oc as contractBuilder } from '@orpc/contract';
import { z } from 'zod';
import {
  codexComparison,
  codexEntry,
  codexFormats,
  codexKinds,
  codexProgress,
  codexSource,
  codexSummary,
  entriesAtOnce,
  kindedEntry,
} from '../codex/codex-entry.ts';
import {
  extensionChangesAtOnce,
  extensionsChange,
  extensionsState,
} from '../codex/codex-extensions.ts';
import type { CodexFile } from '../codex/codex-file.ts';
import { desktopErrors } from './errors.ts';

const oc = contractBuilder.errors(desktopErrors);
const ofCodexKind = z.object({ kind: z.enum(codexKinds) });

/**
 * The part of another tool's template that fits into the codex. `extensions` is not checked again,
 * because the worker that reads the template checks it.
 */
export const codexTemplate = z.object({
  fileName: z.string(),
  entries: z.array(kindedEntry).max(entriesAtOnce),
  extensions: z.custom<CodexFile['extensions']>(),
  untranslated: z.array(
    z.object({ title: z.string(), filter: z.string(), isPartial: z.boolean() }),
  ),
});
export type CodexTemplate = z.infer<typeof codexTemplate>;

/**
 * The codex of the service. The store has no copy of it, so all of these procedures need the service.
 */
export const codexProcedures = {
  list: oc.input(ofCodexKind).output(z.array(codexSummary)),
  read: oc.input(ofCodexKind.extend({ id: z.string() })).output(codexEntry),
  /** Creates an entry if `id` is `null`. Otherwise replaces the entry with this ID. */
  save: oc.input(ofCodexKind.extend({ id: z.string().nullable(), entry: codexEntry })),
  remove: oc.input(ofCodexKind.extend({ ids: z.array(z.string()).max(entriesAtOnce) })),
  /** Compares the entries to add with the entries of the service. */
  compare: oc.input(codexSource).output(codexComparison),
  /**
   * Creates the entries whose titles are missing, and replaces the existing entries with the given IDs.
   * Can be aborted, which keeps the entries added so far.
   */
  add: oc
    .input(codexSource.extend({ replaced: z.array(z.string()).max(entriesAtOnce) }))
    .output(eventIterator(codexProgress)),
  /** Asks where to save, and writes all entries into this file. Returns `null` if the person cancels. */
  exportFile: oc
    .input(z.object({ format: z.enum(codexFormats) }))
    .output(z.object({ handle: z.string(), fileName: z.string() }).nullable()),
};

/**
 * The rules and frameworks of the codex. The store has a copy of them, and sync exchanges it with the
 * service.
 */
export const extensionProcedures = {
  /** Emits the document at once, and again whenever it may have changed. */
  state: oc.output(eventIterator(extensionsState)),
  change: oc.input(z.array(extensionsChange).max(extensionChangesAtOnce)),
};
