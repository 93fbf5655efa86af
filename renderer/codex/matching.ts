import type { CodexSummary } from '#shared/codex/codex-entry.ts';
import { language } from '#shared/locales/texts.ts';

/**
 * Returns the entries whose title or alias contains the query, in alphabetical order. They are sorted
 * here, because the service lists capital letters first (“Zone” before “gRPC”).
 */
export const matching = (entries: readonly CodexSummary[], query: string): CodexSummary[] => {
  const wanted = query.trim().toLocaleLowerCase();
  const { compare } = new Intl.Collator(language(), { numeric: true });
  return entries
    .filter(({ title, aliases }) =>
      [title, ...aliases].some((name) => name.toLocaleLowerCase().includes(wanted)),
    )
    .toSorted((one, other) => compare(one.title, other.title));
};
