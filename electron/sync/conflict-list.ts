import type { ConflictSummary } from '#shared/desktop/sync.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { ancestorsWithin } from '../store/record-ancestors.ts';
import type { Store } from '../store/store.ts';
import { nameOf } from './pending.ts';

type Place = ConflictSummary['place'];

/** Returns summaries of the open conflicts for the list in the window. */
export const listConflicts = ({ records, conflicts }: Store): ConflictSummary[] => {
  const places = new Map<string, Place>();

  const titleOf = (kind: RecordKind, id: string): string => nameOf(records.find(kind, id)?.local);

  const placeOf = (modelId: string | undefined, canvasId: string, title: string): Place => ({
    id: canvasId,
    titles: modelId === undefined ? [title] : [titleOf('threatModel', modelId), title],
  });

  /** Cached, because many conflicts are on the same canvas or about the same component. */
  const placeAround = (kind: RecordKind, parentId: string | null): Place => {
    const key = `${kind}:${parentId}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const { threatModel, canvas } = ancestorsWithin(records, kind, parentId);
    const place =
      canvas === undefined ? null : placeOf(threatModel, canvas, titleOf('canvas', canvas));
    places.set(key, place);
    return place;
  };

  return conflicts.keys().map(({ kind, id, type, items }) => {
    const row = records.find(kind, id);
    const conflict = row ? null : conflicts.find(kind, id);
    const gone = conflict?.type === 'editedThere' ? conflict : null;
    const parentId = row?.parentId ?? gone?.parentId ?? null;
    const title = nameOf(row?.local ?? gone?.theirs);
    const place =
      kind === 'canvas' ? placeOf(parentId ?? undefined, id, title) : placeAround(kind, parentId);
    return { kind, id, type, count: items.length, title, place };
  });
};
