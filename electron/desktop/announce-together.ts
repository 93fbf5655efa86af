import type { RecordKind } from '#shared/records/record-kinds.ts';

/** The time, in ms, for which changes are gathered after an announcement. */
const gatherMs = 100;

/**
 * Returns a function that announces kinds of changed records. The first announcement is made at once, and
 * the next ones are gathered. While sync sends thousands of new records, it announces each of them, and
 * the window would read the same data again and again.
 */
export const announceTogether = (announce: (kinds: RecordKind[]) => void) => {
  const gathered = new Set<RecordKind>();
  let timer: NodeJS.Timeout | null = null;

  const flush = (): void => {
    timer = null;
    if (gathered.size === 0) return;
    announce([...gathered]);
    gathered.clear();
    timer = setTimeout(flush, gatherMs);
  };

  return {
    changed: (kinds: readonly RecordKind[]): void => {
      for (const kind of kinds) gathered.add(kind);
      if (timer === null) flush();
    },
    stop: (): void => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
};
