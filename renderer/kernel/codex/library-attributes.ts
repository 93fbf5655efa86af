import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { titledAsListed } from '#shared/library/entry-names.ts';
import type { NamedLibrary } from '#shared/library/library-titles.ts';
import { language } from '#shared/locales/texts.ts';
import { queries } from '../desktop/desktop.ts';

type Attributes = NamedLibrary['attributes'];

/** Loads the library only when a screen needs it, because it is large. */
const readAttributes = async (): Promise<Attributes> => {
  const { libraryIn } = await import('#shared/library/library-titles.ts');
  return (await libraryIn(language())).attributes;
};

const none: Attributes = [];

/**
 * Returns the attributes of the library. If the window has already read the codex, their titles are
 * those of the codex. Otherwise, their titles are in the language of the app. Never sends a request to
 * the service.
 */
export const useLibraryAttributes = (): Attributes => {
  const { data: library = none } = useQuery({
    queryKey: ['library', 'attributes', language()],
    queryFn: readAttributes,
    staleTime: Infinity,
    networkMode: 'always',
  });
  const { data: codex } = useQuery({
    ...queries.codex.list.queryOptions({ input: { kind: 'attributes' } }),
    enabled: false,
  });
  return useMemo(() => titledAsListed(library, codex ?? []), [library, codex]);
};
