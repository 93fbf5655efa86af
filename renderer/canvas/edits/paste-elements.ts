import type { Position } from '#shared/canvas/document.ts';
import { paste, type Fragment } from '#shared/canvas/edits/copy.ts';
import type { RecordChange } from '#shared/desktop/change.ts';
import type { ComponentCopy, ExistingComponent } from '#shared/desktop/clip.ts';
import { newId } from '#shared/records/new-id.ts';
import type { Edit } from '../state/canvas-store.ts';
import { newComponent, type Drawing } from './element-edits.ts';

/** Copied elements and the data of their components. */
export type Carried = Fragment & { components: readonly ComponentCopy[] };

/**
 * The components that pasted elements keep, by component ID. All other components are replaced with new
 * ones.
 */
export type KeptComponents = ReadonlyMap<string, ExistingComponent>;

type Pasted = {
  /**
   * The top-level elements among the pasted elements. The contents of boundaries move with their
   * boundary.
   */
  ids: string[];
  edit: Edit;
  /** Maps each new component to the component from which it was copied. */
  origins: ReadonlyMap<string, string>;
};

/** Returns an edit that pastes elements, with new components or with those in `keptComponents`. */
export const pasteElements = (
  { canvasId, document }: Pick<Drawing, 'canvasId' | 'document'>,
  carried: Carried,
  { by, keptComponents = noComponents }: { by: Position; keptComponents?: KeptComponents },
): Pasted => {
  const copies = new Map(carried.components.map((each) => [each.id, each]));
  const fresh = new Map<string, string>();
  const records: RecordChange[] = [];

  const renewed = (old: string, copied: Omit<ComponentCopy, 'id'>): string => {
    const known = fresh.get(old);
    if (known !== undefined) return known;
    const id = newId();
    fresh.set(old, id);
    records.push(...copyComponent(copied, { id, canvasId }));
    return id;
  };

  const nodes = carried.nodes.map((node) => {
    const { componentId, label = '' } = node.data;
    if (componentId === undefined) return node;
    const standing = keptComponents.get(componentId);
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
    if (componentId === undefined || keptComponents.has(componentId)) return edge;
    const copied = copies.get(componentId);
    // A pasted flow gets a component only to keep a description or threats. Otherwise
    // `ensureComponent` creates the component when the flow needs one.
    if (!copied || (copied.description === '' && copied.threats.length === 0)) {
      return { ...edge, data };
    }
    return { ...edge, data: { ...data, componentId: renewed(componentId, copied) } };
  });
  const { operation, nodeIds, edgeIds } = paste(document, { nodes, edges }, { by, newId });
  return {
    // If only flows were copied, the pasted flows are selected.
    ids: nodeIds.size > 0 ? topsOf(carried.nodes, nodeIds) : [...edgeIds.values()],
    edit: {
      label: 'canvas.label.paste',
      operation,
      records: [...restored(keptComponents), ...records],
    },
    origins: new Map([...fresh].map(([old, id]) => [id, old])),
  };
};

const noComponents: KeptComponents = new Map();

const restored = (keptComponents: KeptComponents): RecordChange[] =>
  [...keptComponents.values()]
    .filter(({ isDeleted }) => isDeleted)
    .map(({ id }) => ({ op: 'restore', kind: 'component', id }));

const topsOf = (nodes: Carried['nodes'], ids: ReadonlyMap<string, string>): string[] =>
  nodes.flatMap(({ id, parentId }) => (parentId === undefined ? (ids.get(id) ?? []) : []));

/**
 * Returns the records of a new component that copies another component, with its threats and
 * mitigations.
 */
const copyComponent = (
  { title, description, threats }: Omit<ComponentCopy, 'id'>,
  { id, canvasId }: { id: string; canvasId: string | null },
): RecordChange[] => [
  newComponent(id, canvasId, title, description),
  ...threats.flatMap(({ mitigations, ...values }): RecordChange[] => {
    const threatId = newId();
    return [
      { op: 'create', kind: 'threat', id: threatId, parentId: id, values },
      ...mitigations.map((of) => ({
        op: 'create' as const,
        kind: 'mitigation' as const,
        id: newId(),
        parentId: threatId,
        values: of,
      })),
    ];
  }),
];
