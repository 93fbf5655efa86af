import type { Position } from '#shared/canvas/document.ts';
import { paste, type Fragment } from '#shared/canvas/edits/copy.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { ComponentCopy, Standing } from '#shared/desktop/clip.ts';
import type { Edit } from '../canvas-store.ts';
import { copyComponent } from './copy-component.ts';
import type { Drawing } from './drawing.ts';

/** A part of a drawing with what is known of the components it shows. */
export type Carried = Fragment & { components: readonly ComponentCopy[] };

/** Of the components it shows, by id, those that stay what they are; all others are made anew. */
export type Kept = ReadonlyMap<string, Standing>;

type Pasted = {
  /** What a boundary holds is not among them: it goes where the boundary goes. */
  ids: string[];
  edit: Edit;
  /** Which component each new one is a copy of. */
  origins: ReadonlyMap<string, string>;
};

/** A copy of elements, with components of their own, or with those that are kept. */
export const pasteElements = (
  { canvasId, document }: Pick<Drawing, 'canvasId' | 'document'>,
  carried: Carried,
  { by, kept = noneKept }: { by: Position; kept?: Kept },
): Pasted => {
  const copies = new Map(carried.components.map((each) => [each.id, each]));
  const fresh = new Map<string, string>();
  const records: RecordChange[] = [];

  const renewed = (old: string, copied: Omit<ComponentCopy, 'id'>): string => {
    const known = fresh.get(old);
    if (known !== undefined) return known;
    const id = crypto.randomUUID();
    fresh.set(old, id);
    records.push(...copyComponent(copied, { id, canvasId }));
    return id;
  };

  const nodes = carried.nodes.map((node) => {
    const { componentId, label = '' } = node.data;
    if (componentId === undefined) return node;
    const standing = kept.get(componentId);
    if (standing) {
      const title = standing.isDeleted ? label : standing.title;
      return { ...node, data: { ...node.data, label: title } };
    }
    const copied = copies.get(componentId) ?? { title: label, description: '', threats: [] };
    const title = label.trim() === '' ? copied.title : label;
    const id = renewed(componentId, { ...copied, title });
    return { ...node, data: { ...node.data, componentId: id } };
  });
  const edges = carried.edges.map((edge) => {
    const { componentId, ...data } = edge.data ?? {};
    if (componentId === undefined || kept.has(componentId)) return edge;
    const copied = copies.get(componentId);
    // A flow gets its record when there is something to say of it (ensure-component.ts).
    if (!copied || (copied.description === '' && copied.threats.length === 0)) {
      return { ...edge, data };
    }
    return { ...edge, data: { ...data, componentId: renewed(componentId, copied) } };
  });
  const newId = (): string => crypto.randomUUID();
  const { operation, nodeIds, edgeIds } = paste(document, { nodes, edges }, { by, newId });
  return {
    // Flows that were copied alone are all there is to select.
    ids: nodeIds.size > 0 ? topsOf(carried.nodes, nodeIds) : [...edgeIds.values()],
    edit: {
      label: 'canvas.label.paste',
      operation,
      records: [...restored(kept), ...records],
    },
    origins: new Map([...fresh].map(([old, id]) => [id, old])),
  };
};

const noneKept: Kept = new Map();

const restored = (kept: Kept): RecordChange[] =>
  [...kept.values()]
    .filter(({ isDeleted }) => isDeleted)
    .map(({ id }) => ({ op: 'restore', kind: 'component', id }));

const topsOf = (nodes: Carried['nodes'], ids: ReadonlyMap<string, string>): string[] =>
  nodes.flatMap(({ id, parentId }) => (parentId === undefined ? (ids.get(id) ?? []) : []));
