import type { CanvasEdge } from '../../canvas/document.ts';
import type { CanvasContent } from '../content.ts';
import type { Difference } from '../difference.ts';
import { defined, isEmpty, sameValue, type Fields } from '../fields.ts';
import { edgeFields } from '../reading/edges.ts';
import { derivedOfFlow } from '../reading/flows.ts';
import { flowShape } from '../repair/shapes.ts';
import { assemble } from './assemble.ts';
import type { PlannedEntity } from './plan-entities.ts';
import type { PlannedFlow } from './plan-flows.ts';
import { currentLeftover, orNothing, recordNote, type Setting } from './records.ts';

export const flowRecord = (
  flow: PlannedFlow,
  setting: Setting,
  differences: Map<CanvasEdge, Difference>,
): Fields => {
  const { component, name, occurrences } = flow;
  const attached = component && setting.definitions.attach(component.threats);
  const edge = occurrences[0]?.edge;
  const leftover = currentLeftover(flow.leftover, 'flow', edge?.data);
  const canvasIds = occurrences.map(({ canvas }) => canvas.id);
  return assemble(setting.dialect, flowShape, {
    plain: {
      id: flow.id,
      name,
      description: orNothing(component?.description),
      bidirectional: edge?.data?.bidirectional,
      source: flow.source.id,
      destination: flow.target.id,
      threats: attached?.threats,
      ...(edge && edgeFields(edge)),
    },
    leftover,
    derived: derivedOfFlow(flow.id, name, canvasIds),
    appData: defined({
      record: recordNote(flow),
      threats: attached?.notes,
      on: canvasesToName(flow),
      ...edgeNotes(flow, differences),
    }),
  });
};

const canvasesOf = ({ occurrences }: PlannedEntity): Set<CanvasContent> =>
  new Set(occurrences.map(({ canvas }) => canvas));

/**
 * Returns the canvases that the app data of a flow has to name. Without these names, a reader draws the
 * flow on every canvas that has both of its ends, or on the canvases that the service's keys name.
 */
const canvasesToName = ({
  leftover,
  occurrences,
  source,
  target,
}: PlannedFlow): string[] | undefined => {
  const ends = canvasesOf(target);
  const both = [...canvasesOf(source)].filter((canvas) => ends.has(canvas));
  const { representations, representationId, metaData } = leftover.raw ?? {};
  const misleads = [representations, representationId, metaData].some((key) => key !== undefined);
  const isAll = both.length === occurrences.length && (both.length === 1 || !misleads);
  return isAll ? undefined : occurrences.map(({ canvas }) => canvas.id);
};

/**
 * Returns the app data about the edges of a flow, which is on one or more canvases. If all edges have
 * the same data, returns this data once. Otherwise returns `edges`, a list with one entry for each edge
 * that has data. An entry also names the canvas of its edge.
 */
const edgeNotes = (flow: PlannedFlow, differences: Map<CanvasEdge, Difference>): Fields => {
  const notes = flow.occurrences.map(({ canvas, edge }) => ({
    representation: canvas.id,
    note: defined({
      id: edge.id === flow.id ? undefined : edge.id,
      ...differences.get(edge),
    }),
  }));
  const [first] = notes;
  if (!first || notes.every(({ note }) => sameValue(note, first.note))) return first?.note ?? {};
  const edges = notes
    .filter(({ note }) => !isEmpty(note))
    .map(({ representation, note }) => ({ representation, ...note }));
  return { edges };
};
