import type { ConflictSummary } from '#shared/desktop/sync.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { ancestorsWithin } from '../store/record-ancestors.ts';
import type { Store } from '../store/store.ts';
import { nameOf } from './pending.ts';

type Location = ConflictSummary['location'];

/** Returns summaries of the open conflicts for the list in the window. */
export const listConflicts = ({ records, conflicts }: Store): ConflictSummary[] => {
  const locations = new Map<string, Location>();

  const titleOf = (kind: RecordKind, id: string): string => nameOf(records.find(kind, id)?.local);

  const locationOf = (modelId: string | undefined, canvasId: string, title: string): Location => ({
    id: canvasId,
    titles: modelId === undefined ? [title] : [titleOf('threatModel', modelId), title],
  });

  /**
   * Returns the canvas around a record with this kind and parent, or `null` if the record is in no
   * canvas. The result is cached, because many conflicts have the same canvas or component.
   */
  const locationAround = (kind: RecordKind, parentId: string | null): Location => {
    const key = `${kind}:${parentId}`;
    const known = locations.get(key);
    if (known !== undefined) return known;
    const { threatModel, canvas } = ancestorsWithin(records, kind, parentId);
    const location =
      canvas === undefined ? null : locationOf(threatModel, canvas, titleOf('canvas', canvas));
    locations.set(key, location);
    return location;
  };

  return conflicts.keys().map(({ kind, id, type, items }) => {
    const row = records.find(kind, id);
    const conflict = row ? null : conflicts.find(kind, id);
    const deletion = conflict?.type === 'editedThere' ? conflict : null;
    const parentId = row?.parentId ?? deletion?.parentId ?? null;
    const title = nameOf(row?.local ?? deletion?.theirs);
    const location =
      kind === 'canvas'
        ? locationOf(parentId ?? undefined, id, title)
        : locationAround(kind, parentId);
    return { kind, id, type, count: items.length, title, location };
  });
};
