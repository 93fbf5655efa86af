import type { ConflictKey, ConflictSummary } from '#shared/desktop/sync.ts';
import { language } from '#shared/locales/texts.ts';
import { recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';

export const keyOf = ({ kind, id }: ConflictKey): string => `${kind}:${id}`;

export type ConflictGroup = {
  id: string;
  /**
   * The titles of the model and the canvas. The list is empty for conflicts of collections and threat
   * models, because these are not on a canvas.
   */
  titles: string[];
  conflicts: ConflictSummary[];
  kinds: { kind: RecordKind; conflicts: ConflictSummary[] }[];
};

/**
 * Returns the conflicts grouped by canvas, and then by kind of record. Conflicts without a canvas come
 * first.
 */
export const conflictGroups = (conflicts: readonly ConflictSummary[]): ConflictGroup[] => {
  const byLocation = Map.groupBy(conflicts, ({ location }) => location?.id ?? '');
  const groups = [...byLocation].map(([id, of]): ConflictGroup => {
    const byKind = Map.groupBy(of, ({ kind }) => kind);
    const kinds = recordKinds.flatMap((kind) => {
      const ofKind = byKind.get(kind);
      return ofKind ? [{ kind, conflicts: ofKind }] : [];
    });
    return { id, titles: of[0]?.location?.titles ?? [], conflicts: of, kinds };
  });
  return groups.toSorted((a, b) =>
    a.titles.join('\n').localeCompare(b.titles.join('\n'), language()),
  );
};
