import type { CanvasDocument, Position } from '#shared/canvas/document.ts';
import { paste, type Fragment } from '#shared/canvas/edits/copy.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { Edit } from '../canvas-store.ts';
import { newComponent } from './add-element.ts';
import type { Drawing } from './drawing.ts';

/**
 * A copy of elements. A copy is a thing of its own: it gets a component record of its own, with the
 * title and the description, and without the threats. Nodes stay in the boundary they were in.
 */
export const pasteElements = (
  { canvasId, document, badges }: Drawing,
  fragment: Fragment,
  by: Position,
): { ids: string[]; edit: Edit } => {
  const fresh = new Map<string, string>();
  const records: RecordChange[] = [];
  const componentFor = (old: string, title: string): string => {
    const known = fresh.get(old);
    if (known !== undefined) return known;
    const id = crypto.randomUUID();
    fresh.set(old, id);
    records.push(newComponent(id, canvasId, title, badges?.get(old)?.description));
    return id;
  };
  const nodes = fragment.nodes.map((node) => {
    const { componentId, label = '' } = node.data;
    if (componentId === undefined) return node;
    return { ...node, data: { ...node.data, componentId: componentFor(componentId, label) } };
  });
  const edges = fragment.edges.map((edge) => {
    if (edge.data?.componentId === undefined) return edge;
    // A flow gets its record when there is something to say of it (ensure-component.ts).
    const { componentId: _, ...data } = edge.data;
    return { ...edge, data };
  });
  const { operation, ids } = paste(
    document,
    { nodes, edges },
    { by, newId: () => crypto.randomUUID(), parents: parentsOf(document, fragment) },
  );
  return {
    // What a boundary holds is not selected with it: it goes where the boundary goes.
    ids: fragment.nodes
      .filter(({ parentId }) => parentId === undefined)
      .map(({ id }) => ids.get(id) ?? id),
    edit: { label: 'canvas.label.paste', operation, records },
  };
};

const parentsOf = (document: CanvasDocument, { nodes }: Fragment): Map<string, string> => {
  const parents = new Map<string, string>();
  for (const { id, parentId } of nodes) {
    const original = parentId === undefined ? nodeById(document, id) : undefined;
    if (original?.parentId !== undefined) parents.set(id, original.parentId);
  }
  return parents;
};
