import type { CanvasEdge, CanvasNode } from '../../canvas/document.ts';
import { roleOf } from '../../canvas/element-kinds.ts';
import type { CanvasContent, ComponentContent, ModelContent } from '../content.ts';
import { fieldsOf, textOf } from '../fields.ts';
import type { Leftover } from '../leftover.ts';
import { flowShape } from '../repair/shapes.ts';
import type { EntityOf, PlannedEntity } from './plan-entities.ts';
import { soundLeftover } from './sound.ts';

type FlowGroups = { flows: PlannedFlow[]; verbatim: Map<CanvasContent, Verbatim> };

const factsOf = (edge: CanvasEdge) => fieldsOf(fieldsOf(edge.data?.['otm'])['flow']);

/**
 * Groups the edges of all canvases into flows. Edges on several canvases are one flow if all their flow
 * fields are equal.
 */
export const flowGroups = (content: ModelContent, entityOf: EntityOf): FlowGroups => {
  const groups = new Map<string, PlannedFlow[]>();
  const flows: PlannedFlow[] = [];
  const verbatim = new Map<CanvasContent, Verbatim>();
  for (const canvas of content.canvases) {
    const rest: Verbatim = {
      notes: canvas.data.nodes.filter(({ type }) => roleOf(type) === 'note'),
      flows: [],
    };
    verbatim.set(canvas, rest);
    for (const edge of canvas.data.edges) {
      const [source, target] = [entityOf(canvas, edge.source), entityOf(canvas, edge.target)];
      if (!source || !target) {
        rest.flows.push(edge);
        continue;
      }
      const facts = factsOf(edge);
      const draft: PlannedFlow = {
        id: textOf(facts['id']) ?? edge.id,
        name: edge.data?.label ?? '',
        occurrences: [{ canvas, edge }],
        source,
        target,
        component: undefined,
        leftover: soundLeftover(flowShape, facts),
      };
      const key = JSON.stringify([draft.id, draft.name, edge.data?.bidirectional, draft.leftover]);
      const similar = groups.get(key) ?? [];
      const same = similar.find((flow) => isSame(flow, draft, canvas));
      if (same) same.occurrences.push({ canvas, edge });
      else flows.push(draft);
      if (!same) groups.set(key, [...similar, draft]);
    }
  }
  return { flows, verbatim };
};

/**
 * Tells if two flows are the same. A canvas shows a flow only once, so another edge on the same canvas
 * belongs to another flow.
 */
const isSame = (flow: PlannedFlow, other: PlannedFlow, canvas: CanvasContent): boolean =>
  flow.source === other.source &&
  flow.target === other.target &&
  flow.occurrences.every((each) => each.canvas !== canvas);

export type PlannedFlow = {
  id: string;
  name: string;
  occurrences: { canvas: CanvasContent; edge: CanvasEdge }[];
  source: PlannedEntity;
  target: PlannedEntity;
  component: ComponentContent | undefined;
  leftover: Leftover;
};

/** Nodes and edges that OTM cannot represent: notes, and edges to them. */
export type Verbatim = { notes: CanvasNode[]; flows: CanvasEdge[] };
