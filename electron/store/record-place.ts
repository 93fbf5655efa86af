import { workspaceScope } from '#shared/desktop/change.ts';
import { parentKind, type RecordKind } from '#shared/desktop/records.ts';
import type { Records } from './records.ts';

/** What a record is in, by kind, itself included; empty where it is not here. */
type RecordPlace = Partial<Record<RecordKind, string>>;

export const recordPlace = (records: Records, kind: RecordKind, id: string): RecordPlace => {
  const row = records.find(kind, id);
  return row ? { ...placeWithin(records, kind, row.parentId), [kind]: id } : {};
};

const placeWithin = (records: Records, kind: RecordKind, parentId: string | null): RecordPlace => {
  const heldBy = parentKind[kind];
  return heldBy && parentId !== null ? recordPlace(records, heldBy, parentId) : {};
};

/** Whose undo history a change enters of a record that `parentId` holds, whether it is here or not. */
export const scopeWithin = (
  records: Records,
  kind: RecordKind,
  parentId: string | null,
): string => {
  const isInModel = kind !== 'threatModel' && kind !== 'collection';
  const place = isInModel ? placeWithin(records, kind, parentId) : {};
  return place.threatModel ?? workspaceScope;
};

/** The threat model a record is in, or the workspace for models themselves and collections. */
export const scopeOf = (records: Records, kind: RecordKind, id: string): string =>
  scopeWithin(records, kind, records.find(kind, id)?.parentId ?? null);
