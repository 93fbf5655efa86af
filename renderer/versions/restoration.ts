import { z } from 'zod';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import { operationBetween } from '#shared/merge/operation-between.ts';
import type { Edit } from '../canvas/canvas-store.ts';
import { newComponent } from '../canvas/changes/add-element.ts';
import { elementsOf, isRecord, type Drawing } from '../canvas/changes/drawing.ts';
import { componentsOf } from '../canvas/changes/remove-elements.ts';

type Restoration = {
  edit: Edit;
  /** How many components have a record again. */
  recreated: number;
  /** Those whose last element here goes; one that stands on another canvas too stays there. */
  left: string[];
};

type Version = {
  document: CanvasDocument;
  /** The components that it shows and that have no record any more. */
  gone: readonly string[];
  untitled: string;
};

/**
 * Makes the canvas like an earlier version of it. Records follow the drawing: what nothing shows any
 * more goes, what is gone and is shown again is made anew with the name it has in the drawing, and a
 * label that changes back changes the title of its component.
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

/** A new record has a UUID; the id that another service or a file gave it may be none. */
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

/** A title that its label did not have before is the person's own, and stays. */
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
