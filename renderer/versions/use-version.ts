import { useQuery } from '@tanstack/react-query';
import type { VersionSource } from '#shared/desktop/versions.ts';
import { desktop, queries } from '../app/desktop.ts';
import { inTurn } from '../app/in-turn.ts';

/** The drawing of a version; nothing is read where there is none to read. */
export const useVersion = (source: VersionSource | null, canvasId: string) => {
  const input: VersionSource = source ?? { from: 'now', canvasId };
  return useQuery({
    ...queries.versions.read.queryOptions({ input }),
    // After what is still being saved.
    queryFn: async ({ signal }) => await inTurn(() => desktop.versions.read(input, { signal })),
    enabled: source !== null,
    // Comparing what was read with what was there before costs more than drawing it again.
    structuralSharing: false,
  });
};
