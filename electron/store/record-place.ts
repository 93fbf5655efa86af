import { workspaceScope } from '#shared/desktop/change.ts';
import type { FoundRecord } from '#shared/desktop/contract.ts';
import { parentKind, type RecordKind } from '#shared/records/record-kinds.ts';
import type { Records } from './records.ts';

/** The IDs of a record and its ancestors by kind; empty if the record is not in the store. */
type RecordPlace = Partial<Record<RecordKind, string>>;

export const recordPlace = (records: Records, kind: RecordKind, id: string): RecordPlace => {
  const row = records.find(kind, id);
  return row ? { ...placeWithin(records, kind, row.parentId), [kind]: id } : {};
};

export const placeWithin = (
  records: Records,
  kind: RecordKind,
  parentId: string | null,
): RecordPlace => {
  const heldBy = parentKind[kind];
  return heldBy && parentId !== null ? recordPlace(records, heldBy, parentId) : {};
};

/**
 * Returns the undo scope for a change to a child of `parentId`, even if the child is not stored.
 */
export const scopeWithin = (
  records: Records,
  kind: RecordKind,
  parentId: string | null,
): string => {
  const isInModel = kind !== 'threatModel' && kind !== 'collection';
  const place = isInModel ? placeWithin(records, kind, parentId) : {};
  return place.threatModel ?? workspaceScope;
};

/** Returns the threat model of a record, or the workspace for models and collections. */
export const scopeOf = (records: Records, kind: RecordKind, id: string): string =>
  scopeWithin(records, kind, records.find(kind, id)?.parentId ?? null);

/** Returns `null` if the record is not in the store. */
export const findRecord = (records: Records, kind: RecordKind, id: string): FoundRecord | null => {
  const row = records.find(kind, id);
  if (!row) return null;
  const { threatModel, canvas, component } = recordPlace(records, kind, id);
  return {
    scope: scopeOf(records, kind, id),
    modelId: threatModel ?? null,
    canvasId: canvas ?? null,
    componentId: component ?? null,
    values: row.local,
  };
};
