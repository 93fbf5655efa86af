import { emptyDocument } from '#shared/canvas/document.ts';
import type { ImportComparison } from '#shared/desktop/import-merge.ts';
import { compareRecords, type VersionRecord } from '#shared/merge/compare-records.ts';
import { flatKey, type FlatModel, type FlatRecord } from '#shared/merge/flat-model.ts';
import { titleOf, type ImportMerge } from '#shared/merge/merge-import.ts';
import { same } from '#shared/merge/same-value.ts';

/** Returns the changes of a merge, in the form in which the window shows them. */
export const comparisonOf = (
  merge: ImportMerge,
  { fileName, sides }: Pick<ImportComparison, 'fileName' | 'sides'>,
): ImportComparison => {
  const { mine, shown, conflicts, drawings, hasBase } = merge;
  return {
    fileName,
    sides,
    hasBase,
    canvases: canvasesOf(mine, shown),
    ...changedRecords(mine, shown),
    others: otherChanges(mine, shown),
    conflicts,
    drawings,
  };
};

const canvasesOf = (mine: FlatModel, shown: FlatModel): ImportComparison['canvases'] =>
  [...new Set([...mine.drawings.keys(), ...shown.drawings.keys()])].flatMap((id) => {
    const [before, after] = [mine.drawings.get(id), shown.drawings.get(id)];
    if (before && after && same(before, after)) return [];
    const key = flatKey('canvas', id);
    const canvas = shown.records.get(key) ?? mine.records.get(key);
    const title = canvas ? titleOf(canvas) : '';
    const change = !before ? 'added' : after ? 'changed' : 'removed';
    return [{ id, title, change, before: before ?? emptyDocument, after: after ?? emptyDocument }];
  });

/**
 * Returns only the records that differ, with their parents. The window does not get the other records,
 * because a model may have very many threats.
 */
const changedRecords = (
  mine: FlatModel,
  shown: FlatModel,
): Pick<ImportComparison, 'before' | 'after'> => {
  const [before, after] = [versionRecords(mine), versionRecords(shown)];
  const wanted = new Set<string>();
  for (const { id, parentId } of compareRecords(before, after)) wanted.add(id).add(parentId);
  const isWanted = ({ id }: VersionRecord): boolean => wanted.has(id);
  return { before: before.filter(isWanted), after: after.filter(isWanted) };
};

const otherChanges = (mine: FlatModel, shown: FlatModel): number =>
  [...new Set([...mine.records.keys(), ...shown.records.keys()])].filter((key) => {
    const [before, after] = [mine.records.get(key), shown.records.get(key)];
    const isOther = !isVersionRecord(before ?? after) || (before ?? after)?.kind === 'component';
    return isOther && before && after && !same(before.values, after.values);
  }).length;

const versionRecords = ({ records }: FlatModel): VersionRecord[] =>
  [...records.values()].flatMap((record) => (isVersionRecord(record) ? [record] : []));

const isVersionRecord = (record: FlatRecord | undefined): record is FlatRecord & VersionRecord =>
  record?.kind === 'component' || record?.kind === 'threat' || record?.kind === 'mitigation';
