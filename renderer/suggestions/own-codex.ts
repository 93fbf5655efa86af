import type { CodexKind } from '#shared/codex/codex-entry.ts';
import type { OwnCodex } from '#shared/suggestions/own-entries.ts';
import { queries, queryClient } from '../kernel/desktop/desktop.ts';

/**
 * The time, in ms, for which a list of the codex counts as current. It can be long, because the codex
 * changes rarely, and the codex page invalidates the lists after each change.
 */
const staleTime = 5 * 60_000;

const listOf = (kind: CodexKind) =>
  queryClient.query(queries.codex.list.queryOptions({ input: { kind }, staleTime }));

/**
 * Reads the codex of the service, or returns `null` after an error. Without a codex, suggestions have
 * the texts of the default library.
 */
export const ownCodex = async (): Promise<OwnCodex | null> => {
  try {
    const [attributes, threats, mitigations] = await Promise.all([
      listOf('attributes'),
      listOf('threats'),
      listOf('mitigations'),
    ]);
    return { attributes, threats, mitigations };
  } catch {
    return null;
  }
};
