import { invertOperation } from '#shared/canvas/apply.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { roleOf } from '#shared/canvas/element-kinds.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { DrawingChange, RecordChange } from '#shared/desktop/change.ts';
import { ensureComponent } from '../canvas/edits/element-edits.ts';

export type Drawing = { canvasId: string; document: CanvasDocument };
type Holder = Parameters<typeof ensureComponent>[1];
export type Component = { id: string; title: string };

/** Something to which threats can be copied: a component, or an element that has no component yet. */
export type ThreatTarget = {
  id: string;
  /** The type of a node, or `flow`, or `undefined` for a component that no drawing shows. */
  kind: string | undefined;
  title: string;
  /** The names of the ends of a flow, or `null` for any other target. A name can be empty. */
  ends: { source: string; target: string } | null;
  /**
   * The element without a component, and its drawing. For a component, this is `null`, and `id` is the
   * ID of the component.
   */
  location: { drawing: Drawing; holder: Holder } | null;
};

/** Returns the sort rank of a target. Flows are last, because there are many, and most have no name. */
const rankOf = ({ kind }: ThreatTarget): number =>
  kind === 'flow' ? 2 : kind !== undefined && roleOf(kind) === 'boundary' ? 1 : 0;

const endsOf = (document: CanvasDocument, { kind, element }: Holder): ThreatTarget['ends'] => {
  if (kind === 'node') return null;
  const nameOf = (id: string): string => nodeById(document, id)?.data.label ?? '';
  return { source: nameOf(element.source), target: nameOf(element.target) };
};

const holdersIn = ({ nodes, edges }: CanvasDocument): Holder[] => [
  ...nodes
    .filter(({ type }) => roleOf(type) !== 'note')
    .map((element): Holder => ({ kind: 'node', element })),
  ...edges.map((element): Holder => ({ kind: 'edge', element })),
];

/**
 * Returns all targets in these drawings, and the components that no drawing shows. Each component is
 * returned only once.
 */
export const targetsIn = (
  drawings: readonly Drawing[],
  components: readonly Component[],
): ThreatTarget[] => {
  const titles = new Map(components.map(({ id, title }) => [id, title]));
  const targets = new Map<string, ThreatTarget>();
  for (const drawing of drawings) {
    for (const holder of holdersIn(drawing.document)) {
      const { id: elementId, type, data } = holder.element;
      const componentId = data?.componentId;
      const id = componentId ?? `${drawing.canvasId} ${elementId}`;
      // Skips an element whose component is deleted or belongs to another model, because it cannot get
      // threats. Also skips an element whose component is already a target.
      if ((componentId !== undefined && !titles.has(componentId)) || targets.has(id)) continue;
      targets.set(id, {
        id,
        kind: holder.kind === 'edge' ? 'flow' : type,
        title: titles.get(id) ?? data?.label?.trim() ?? '',
        ends: endsOf(drawing.document, holder),
        location: componentId === undefined ? { drawing, holder } : null,
      });
    }
  }
  for (const [id, title] of titles) {
    if (!targets.has(id))
      targets.set(id, { id, kind: undefined, title, ends: null, location: null });
  }
  return [...targets.values()].toSorted((one, other) => rankOf(one) - rankOf(other));
};

/**
 * Tells if a target fits a query. Flows are also found by the names of their ends, because most flows
 * have no name.
 */
export const fitsSearch = ({ title, ends }: ThreatTarget, query: string): boolean =>
  [title, ends?.source ?? '', ends?.target ?? ''].some((text) =>
    text.toLocaleLowerCase().includes(query),
  );

export type Prepared = {
  componentIds: string[];
  records: RecordChange[];
  operation: CanvasOperation;
  elsewhere: DrawingChange[];
};

/**
 * Returns the component IDs of targets, and the changes that create missing components. Each element of
 * the open canvas is looked up again, because it may have got a component or may have been deleted since
 * the targets were read.
 */
export const prepareTargets = (
  targets: readonly ThreatTarget[],
  open: { canvasId: string | null; document: CanvasDocument },
  untitled: string,
): Prepared => {
  const prepared: Prepared = { componentIds: [], records: [], operation: [], elsewhere: [] };
  const operations = new Map<Drawing, CanvasOperation>();
  for (const { id, location } of targets) {
    if (!location) {
      prepared.componentIds.push(id);
      continue;
    }
    const { drawing } = location;
    const isOpen = drawing.canvasId === open.canvasId;
    const holder = isOpen ? holderNow(open.document, location.holder) : location.holder;
    if (!holder) continue;
    const ensured = ensureComponent(drawing.canvasId, holder, untitled);
    prepared.componentIds.push(ensured.componentId);
    prepared.records.push(...ensured.records);
    if (isOpen) prepared.operation.push(...ensured.operation);
    else operations.set(drawing, [...(operations.get(drawing) ?? []), ...ensured.operation]);
  }
  for (const [{ canvasId, document }, operation] of operations) {
    const inverse = invertOperation(document, operation);
    prepared.elsewhere.push({ canvasId, operation, inverse });
  }
  return prepared;
};

const holderNow = (document: CanvasDocument, { kind, element }: Holder): Holder | null => {
  if (kind === 'node') {
    const node = nodeById(document, element.id);
    return node ? { kind, element: node } : null;
  }
  const edge = edgeById(document, element.id);
  return edge ? { kind, element: edge } : null;
};
