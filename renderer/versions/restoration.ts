import { z } from 'zod';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import { operationBetween } from '#shared/merge/operation-between.ts';
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
  /** The number of components whose record was created again. */
  recreated: number;
  /**
   * Components whose last element here is deleted. One that is also on another canvas stays there.
   */
  left: string[];
};

type Version = {
  document: CanvasDocument;
  /** The components that it shows and whose records no longer exist. */
  gone: readonly string[];
  untitled: string;
};

/**
 * Returns the changes that restore an earlier version of the canvas. Records follow the document: a
 * component without elements is deleted, a missing one is created again with its label as title,
 * and a label that changes back changes the title of its component.
 */
export const restoration = (drawing: Drawing, version: Version): Restoration => {
  const { document, fresh } = withIds(version);
  const titles = titlesIn(document);
  const recreated = fresh.map((id) =>
    newComponent(id, drawing.canvasId, titles.get(id) ?? version.untitled),
  );
  const shown = componentsOf(document);
  const left = [...componentsOf(drawing.document)].filter(
    (id) => !shown.has(id) && isRecord(drawing, id),
  );
  const deleted = left.map((id): RecordChange => ({ op: 'delete', kind: 'component', id }));
  return {
    edit: {
      label: 'versions.label.restore',
      operation: operationBetween(drawing.document, document),
      records: [...deleted, ...recreated, ...renamed(drawing, titles)],
    },
    recreated: recreated.length,
    left,
  };
};

const isUuid = (id: string): boolean => z.uuid().safeParse(id).success;

/** A new record needs a UUID, and the old ID from another service or a file may not be one. */
const withIds = ({ document, gone }: Version): { document: CanvasDocument; fresh: string[] } => {
  const ids = new Map(gone.map((id) => [id, isUuid(id) ? id : crypto.randomUUID()]));
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

/** The first label of each component. */
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

/** A title that differed from its label was set by the person and does not change. */
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
