import { z } from 'zod';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import {
  compareRecords,
  type RecordDifference,
  type VersionRecord,
} from '#shared/merge/compare-records.ts';
import { operationBetween } from '#shared/merge/operation-between.ts';
import { newId } from '#shared/records/new-id.ts';
import {
  componentsOf,
  elementsOf,
  isRecord,
  newComponent,
  type Drawing,
} from '../canvas/edits/element-edits.ts';
import type { Edit } from '../canvas/state/canvas-store.ts';

type Restoration = {
  edit: Edit;
  /** The number of components that are created again without threats. */
  recreated: number;
  /** The number of deleted components that come back with their threats. */
  returned: number;
  /**
   * The IDs of the components that lose their last element on this canvas. The components that still
   * have an element on another canvas are not deleted.
   */
  left: string[];
};

type Version = {
  document: CanvasDocument;
  /** The IDs of those components in the document whose records no longer exist. */
  missingIds: readonly string[];
  untitled: string;
  saved?: SavedRecords | null;
};

/** The records that a version holds. */
type SavedRecords = {
  version: number;
  records: readonly VersionRecord[];
  /** The present records, or `null` if the threats of existing components are not restored. */
  present: readonly VersionRecord[] | null;
};

/**
 * Returns the changes that restore an earlier version of the canvas, with the components of its
 * elements. Components that lose their last element are deleted. Missing components come back with their
 * threats if the version contains these records. Otherwise, they are created again with their label as
 * the title.
 */
export const restoration = (drawing: Drawing, version: Version): Restoration => {
  const { saved = null } = version;
  const savedIds = new Set(saved?.records.map(({ id }) => id));
  const returned = version.missingIds.filter((id) => savedIds.has(id));
  const { document, fresh } = withIds({
    ...version,
    missingIds: version.missingIds.filter((id) => !savedIds.has(id)),
  });
  const titles = titlesIn(document);
  const recreated = fresh.map((id) =>
    newComponent(id, drawing.canvasId, titles.get(id) ?? version.untitled),
  );
  const componentIds = componentsOf(document);
  const left = [...componentsOf(drawing.document)].filter(
    (id) => !componentIds.has(id) && isRecord(drawing, id),
  );
  const deleted = left.map((id): RecordChange => ({ op: 'delete', kind: 'component', id }));
  return {
    edit: {
      label: 'versions.label.restore',
      operation: operationBetween(drawing.document, document),
      records: [
        ...deleted,
        ...recreated,
        ...returned.map((id) => returning(saved, 'component', id)),
        ...renamed(drawing, titles),
        ...(saved?.present ? threatChanges(saved, new Set([...left, ...returned])) : []),
      ],
    },
    recreated: recreated.length,
    returned: returned.length,
    left,
  };
};

const returning = (
  saved: SavedRecords | null,
  kind: 'component' | RecordDifference['kind'],
  id: string,
): RecordChange => ({ op: 'restoreVersion', kind, id, version: saved?.version ?? 0 });

/**
 * Returns the differences between the threats of a version and the present threats. Leaves out the
 * components in `whole`, which are deleted or come back as a whole.
 */
export const threatDifferences = (
  { records, present }: Pick<SavedRecords, 'records' | 'present'>,
  whole: ReadonlySet<string>,
): RecordDifference[] => {
  const componentOf = new Map(
    [...records, ...(present ?? [])].flatMap(({ kind, id, parentId }) =>
      kind === 'threat' ? [[id, parentId ?? '']] : [],
    ),
  );
  return compareRecords(records, present ?? []).filter(
    ({ kind, parentId }) =>
      !whole.has(kind === 'threat' ? parentId : (componentOf.get(parentId) ?? '')),
  );
};

const threatChanges = (saved: SavedRecords, whole: ReadonlySet<string>): RecordChange[] =>
  threatDifferences(saved, whole).map(({ kind, id, change, fields }): RecordChange => {
    if (change === 'added') return { op: 'delete', kind, id };
    if (change === 'removed') return returning(saved, kind, id);
    const values = Object.fromEntries(fields.map(({ name, before }) => [name, before]));
    return { op: 'update', kind, id, values };
  });

const isUuid = (id: string): boolean => z.uuid().safeParse(id).success;

/**
 * Gives a new ID to each component that is created again, unless its old ID is a UUID. An ID that is not
 * a UUID comes from another service or from a file.
 */
const withIds = ({
  document,
  missingIds,
}: Version): { document: CanvasDocument; fresh: string[] } => {
  const ids = new Map(missingIds.map((id) => [id, isUuid(id) ? id : newId()]));
  const renewed = <Element extends { data?: { componentId?: string | undefined } | undefined }>(
    element: Element,
  ): Element => {
    const id = element.data?.componentId;
    const next = id === undefined ? undefined : ids.get(id);
    if (next === undefined || next === id) return element;
    return { ...element, data: { ...element.data, componentId: next } };
  };
  const { nodes, edges } = document;
  return {
    document: { ...document, nodes: nodes.map(renewed), edges: edges.map(renewed) },
    fresh: [...ids.values()],
  };
};

/** Returns the first label of each component. */
const titlesIn = (document: CanvasDocument): Map<string, string> => {
  const titles = new Map<string, string>();
  for (const { data } of elementsOf(document)) {
    const title = data?.label?.trim() ?? '';
    if (data?.componentId !== undefined && title !== '' && !titles.has(data.componentId)) {
      titles.set(data.componentId, title);
    }
  }
  return titles;
};

/**
 * Returns the changes that set the titles of components to their restored labels. A title that differed
 * from the label before the restore was set by a person, so it stays.
 */
const renamed = (drawing: Drawing, titles: ReadonlyMap<string, string>): RecordChange[] => {
  const before = titlesIn(drawing.document);
  return [...titles]
    .filter(([id, title]) => {
      const present = before.get(id);
      return (
        present !== undefined && present !== title && drawing.badges?.get(id)?.title === present
      );
    })
    .map(([id, title]) => ({ op: 'update', kind: 'component', id, values: { title } }));
};
