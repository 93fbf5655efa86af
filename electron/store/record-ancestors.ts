import { workspaceScope } from '#shared/desktop/change.ts';
import type { FoundRecord } from '#shared/desktop/contract.ts';
import { parentKind, type RecordKind } from '#shared/records/record-kinds.ts';
import type { Records } from './records.ts';

/** The IDs of a record and its ancestors by kind; empty if the record is not in the store. */
type RecordAncestors = Partial<Record<RecordKind, string>>;

export const recordAncestors = (
  records: Records,
  kind: RecordKind,
  id: string,
): RecordAncestors => {
  const row = records.find(kind, id);
  return row ? { ...ancestorsWithin(records, kind, row.parentId), [kind]: id } : {};
};

export const ancestorsWithin = (
  records: Records,
  kind: RecordKind,
  parentId: string | null,
): RecordAncestors => {
  const kindOfParent = parentKind[kind];
  return kindOfParent && parentId !== null ? recordAncestors(records, kindOfParent, parentId) : {};
};

/**
 * Returns the scope of the history for a record of `kind` whose parent is `parentId`. The record itself
 * does not have to be in the store.
 */
export const scopeWithin = (
  records: Records,
  kind: RecordKind,
  parentId: string | null,
): string => {
  const isInModel = kind !== 'threatModel' && kind !== 'collection';
  const ancestors = isInModel ? ancestorsWithin(records, kind, parentId) : {};
  return ancestors.threatModel ?? workspaceScope;
};

/**
 * Returns the scope of the history for a record: its threat model, or the workspace for models and
 * collections.
 */
export const scopeOf = (records: Records, kind: RecordKind, id: string): string =>
  scopeWithin(records, kind, records.find(kind, id)?.parentId ?? null);

/** Returns a record with its ancestors, or `null` if the record is not in the store. */
export const findRecord = (records: Records, kind: RecordKind, id: string): FoundRecord | null => {
  const row = records.find(kind, id);
  if (!row) return null;
  const { threatModel, canvas, component } = recordAncestors(records, kind, id);
  return {
    scope: scopeOf(records, kind, id),
    modelId: threatModel ?? null,
    canvasId: canvas ?? null,
    componentId: component ?? null,
    values: row.local,
  };
};
