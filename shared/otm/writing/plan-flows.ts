import type { CanvasEdge } from '../../canvas/document.ts';
import type { CanvasContent, ModelContent } from '../content.ts';
import { fieldsOf, textOf } from '../fields.ts';
import { flowShape } from '../repair/shapes.ts';
import type { EntityOf } from './plan-entities.ts';
import type { PlannedFlow, Verbatim } from './plan.ts';
import { soundLeftover } from './sound.ts';

type FlowGroups = { flows: PlannedFlow[]; verbatim: Map<CanvasContent, Verbatim> };

const factsOf = (edge: CanvasEdge) => fieldsOf(fieldsOf(edge.data?.['otm'])['flow']);

/** Edges on several canvases are one flow when all that a flow can say of them is the same. */
export const flowGroups = (content: ModelContent, entityOf: EntityOf): FlowGroups => {
  const groups = new Map<string, PlannedFlow[]>();
  const flows: PlannedFlow[] = [];
  const verbatim = new Map<CanvasContent, Verbatim>();
  for (const canvas of content.canvases) {
    const rest: Verbatim = {
      notes: canvas.data.nodes.filter(({ type }) => type === 'noteNode'),
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
        shown: [{ canvas, edge }],
        source,
        target,
        component: undefined,
        leftover: soundLeftover(flowShape, facts),
      };
      const key = JSON.stringify([draft.id, draft.name, edge.data?.bidirectional, draft.leftover]);
      const similar = groups.get(key) ?? [];
      const same = similar.find((flow) => isSame(flow, draft, canvas));
      if (same) same.shown.push({ canvas, edge });
      else flows.push(draft);
      if (!same) groups.set(key, [...similar, draft]);
    }
  }
  return { flows, verbatim };
};

/** A flow is drawn once on a canvas: a copy beside the original is a flow of its own. */
const isSame = (flow: PlannedFlow, other: PlannedFlow, canvas: CanvasContent): boolean =>
  flow.source === other.source &&
  flow.target === other.target &&
  flow.shown.every((shown) => shown.canvas !== canvas);
