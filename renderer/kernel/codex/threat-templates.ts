import { useQuery } from '@tanstack/react-query';
import type { CodexSummary } from '#shared/codex/codex-entry.ts';
import { language } from '#shared/locales/texts.ts';
import type { ThreatTemplate } from '#shared/suggestions/matching-templates.ts';
import { desktop, queries, queryClient } from '../desktop/desktop.ts';

/**
 * The time, in ms, for which a list of the codex counts as current. It can be long, because the codex
 * changes rarely, and the codex page invalidates the lists after its own changes.
 */
const staleTime = 5 * 60_000;

const listOf = async (kind: 'threats' | 'mitigations'): Promise<CodexSummary[]> =>
  await queryClient
    .query(queries.codex.list.queryOptions({ input: { kind }, staleTime }))
    .catch(() => []);

/**
 * Returns the threats of the codex and the library. If the codex cannot be read, returns only the
 * threats of the library.
 */
const readTemplates = async (): Promise<ThreatTemplate[]> => {
  const { threatTemplates } = await import('#shared/suggestions/threat-templates.ts');
  const { libraryIn } = await import('#shared/library/library-titles.ts');
  const [library, threats, mitigations] = await Promise.all([
    libraryIn(language()),
    listOf('threats'),
    listOf('mitigations'),
  ]);
  return threatTemplates({ threats, mitigations }, library);
};

/** Returns the threats of the codex and the library, but reads them only if `isNeeded` is true. */
export const useThreatTemplates = (isNeeded: boolean): readonly ThreatTemplate[] => {
  const { data = [] } = useQuery({
    queryKey: [...queries.codex.key(), 'templates', language()],
    queryFn: readTemplates,
    enabled: isNeeded,
    staleTime,
  });
  return data;
};

const known = /^(?:CWE|CAPEC|ASVS|T\d)/i;

/**
 * Returns a template with the references of its codex entry, because the list of threats has no
 * references. If the entry cannot be read, returns the template unchanged.
 */
export const withReferences = async (template: ThreatTemplate): Promise<ThreatTemplate> => {
  if (template.entryId === null) return template;
  try {
    const { resources } = await desktop.codex.read({ kind: 'threats', id: template.entryId });
    const references = resources.flatMap(({ title, url }) => {
      const name = title === '' ? url : title;
      return known.test(name) ? [name.slice(0, 500)] : [];
    });
    return { ...template, references };
  } catch {
    return template;
  }
};
