import { useQuery } from '@tanstack/react-query';
import type { CodexSummary } from '#shared/codex/codex-entry.ts';
import { language } from '#shared/locales/texts.ts';
import type { ThreatTemplate } from '#shared/suggestions/matching-templates.ts';
import { desktop, queries, queryClient } from '../desktop/desktop.ts';

/** In ms. The codex changes rarely, and the codex page invalidates the lists when it changes them. */
const staleTime = 5 * 60_000;

const listOf = async (kind: 'threats' | 'mitigations'): Promise<CodexSummary[]> =>
  await queryClient
    .query(queries.codex.list.queryOptions({ input: { kind }, staleTime }))
    .catch(() => []);

/** Reads the threats of the codex and the library. Without the service, only the library is read. */
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

/** Returns the threats of the codex and the library once they are needed. */
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
 * Adds the references of a codex threat, which the list of threats lacks. Adds none if the service
 * cannot be reached.
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
