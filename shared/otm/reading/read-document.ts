import type { CanvasContent, ModelContent, OtmReport, Unstated } from '../content.ts';
import { defined, fieldsOf, listOf, unlessEmpty, type Fields } from '../fields.ts';
import { leftoverOf, meaningful, appDataOf } from '../leftover.ts';
import type { Notes } from '../notes.ts';
import type { OtmDocument } from '../schema.ts';
import { readAttributes } from '../vocabulary/attributes.ts';
import { drawingsOf, isDiagram, type Drawing, type Sheet } from './drawings.ts';
import { edgesOf } from './edges.ts';
import { entitiesOf } from './entities.ts';
import { extentOf } from './extent.ts';
import { flowsOf, type Flow } from './flows.ts';
import { inOrder, nodesOf } from './nodes.ts';
import { isPlaced, placed } from './placement.ts';
import { holdersOf, recordsOf, type Records } from './records.ts';
import { threatsOf } from './threats.ts';

type ReadDocument = {
  content: ModelContent;
  counts: OtmReport['counts'];
  /** The IDs of canvases for which the file has no positions. */
  unplaced: string[];
  unstated: Map<string, Unstated>;
  expanded: number;
};

/**
 * Reads a document that fits the schema into a model. Repairs dangling references, and reports the
 * repairs in `notes`. The writer also calls this function, to find out which app data it has to add to
 * OTM's own keys.
 */
export const readDocument = (
  document: OtmDocument,
  notes: Notes,
  nesting: number,
): ReadDocument => {
  const { project } = document;
  const appData = appDataOf(project);
  const entities = entitiesOf(document, notes, nesting);
  const drawings = drawingsOf(document, entities, notes);
  const flows = flowsOf(document, entities, drawings, notes);
  const holders = holdersOf(entities, flows.drawn);
  const threats = threatsOf(document, holders, notes);
  const records = recordsOf(holders, drawings, threats.of);
  const drawn = Map.groupBy([...drawings.of.values()].flat(), (drawing) => drawing.sheet);
  const flowing = flowsBySheet(flows.drawn);
  const canvases = drawings.sheets.map((sheet): CanvasContent => {
    const own = { drawings: drawn.get(sheet) ?? [], flows: flowing.get(sheet) ?? [] };
    const nodes = canvasNodes(sheet, own, records, notes);
    const edges = edgesOf(sheet, own.flows, drawings, records, notes);
    const more = fieldsOf(sheet.record && appDataOf(sheet.record)['document']);
    const { id, title } = sheet;
    return { id, title, data: { ...more, nodes, edges }, kept: canvasKept(sheet, nodes) };
  });
  const content: ModelContent = {
    id: project.id,
    title: project.name,
    description: project.description ?? '',
    ...readAttributes('threatModel', appData),
    canvases,
    components: inOrder(records.components, listOf(appData['components'])),
    kept: modelKept(document, { ...threats.unused, dataflows: flows.aside }),
  };
  const drawnThreats = records.components.flatMap((component) => component.threats);
  const counts = {
    canvases: canvases.length,
    components: entities.components.size,
    dataFlows: flows.drawn.length + flows.aside.length,
    trustZones: entities.zones.size,
    threats: drawnThreats.length + threats.unused.threats.length,
    mitigations:
      drawnThreats.flatMap((threat) => threat.mitigations).length +
      threats.unused.mitigations.length,
  };
  const unplaced = drawings.sheets.flatMap((sheet) => {
    const own = drawn.get(sheet) ?? [];
    return own.length > 0 && !own.some(isPlaced) ? [sheet.id] : [];
  });
  const unstated = new Map(
    drawings.sheets.flatMap((sheet): [string, Unstated][] => {
      const found = unstatedOf(drawn.get(sheet) ?? []);
      return found.positions.size + found.sizes.size === 0 ? [] : [[sheet.id, found]];
    }),
  );
  return { content, counts, unplaced, unstated, expanded: threats.expanded };
};

const unstatedOf = (own: Drawing[]): Unstated => {
  const idsOf = (some: Drawing[]): Set<string> => new Set(some.map(({ nodeId }) => nodeId));
  return {
    positions: idsOf(own.filter((drawing) => !isPlaced(drawing))),
    sizes: idsOf(own.filter(({ element }) => !element?.size)),
  };
};

const flowsBySheet = (flows: Flow[]): Map<Sheet, Flow[]> => {
  const bySheet = new Map<Sheet, Flow[]>();
  for (const flow of flows) {
    for (const sheet of flow.sheets) {
      const known = bySheet.get(sheet);
      if (known) known.push(flow);
      else bySheet.set(sheet, [flow]);
    }
  }
  return bySheet;
};

const canvasNodes = (
  sheet: Sheet,
  own: { drawings: Drawing[]; flows: Flow[] },
  records: Records,
  notes: Notes,
) => nodesOf(placed(own.drawings, own.flows, notes), sheet.record ?? {}, records, notes);

const canvasKept = (sheet: Sheet, nodes: CanvasContent['data']['nodes']): Fields => {
  if (!sheet.record) return {};
  const derived = { size: extentOf(nodes), type: 'diagram' };
  return leftoverOf(sheet.record, ['id', 'name'], derived);
};

const read = [
  'otmVersion',
  'project',
  'representations',
  'trustZones',
  'components',
  'dataflows',
  'threats',
  'mitigations',
];

/** Returns the data of the file that belongs to no record of the model. */
const modelKept = (document: OtmDocument, unused: Record<string, Fields[]>): Fields => {
  const others = (document.representations ?? []).filter((record) => !isDiagram(record));
  const all: Record<string, Fields[]> = { ...unused, representations: others };
  const lists = Object.fromEntries(
    Object.entries(all).flatMap(([key, list]) =>
      list.length > 0 ? [[key, list.map(meaningful)] as const] : [],
    ),
  );
  const { raw } = leftoverOf(document, read);
  const odd = listOf(fieldsOf(appDataOf(document.project)['document'])['odd']);
  return defined({
    project: unlessEmpty(leftoverOf(document.project, ['id', 'name', 'description'])),
    document: raw,
    lists: unlessEmpty(lists),
    odd: odd.length > 0 ? odd : undefined,
  });
};
