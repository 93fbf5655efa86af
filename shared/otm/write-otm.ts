import type { CanvasContent, ModelContent } from './content.ts';
import { defined, fieldsOf, isFields, listOf, pick, unlessEmpty, type Fields } from './fields.ts';
import { noNotes } from './notes.ts';
import { extentOf } from './reading/extent.ts';
import { readDocument } from './reading/read-document.ts';
import { repairDocument } from './repair/document.ts';
import { documentShape, flowShape, projectShape, representationShape } from './repair/shapes.ts';
import { isOtmDocument, otmSchema, type OtmDocument } from './schema.ts';
import { writeAttributes } from './vocabulary/attributes.ts';
import { assemble, rewrite, type Dialect } from './writing/assemble.ts';
import { definitionsFor } from './writing/definitions.ts';
import {
  differencesFrom,
  hasDifferences,
  noDifferences,
  type Differences,
} from './writing/differences.ts';
import { absoluteOf } from './writing/elements.ts';
import { flowRecord } from './writing/flow-record.ts';
import { planOf, type Plan } from './writing/plan.ts';
import { componentRecord, orNothing, zoneRecord } from './writing/records.ts';
import { soundLeftover } from './writing/sound.ts';

/**
 * Writes a model as a valid document of OTM 0.2.0. The same model always gives the same document.
 * Account data is never written.
 *
 * First writes only OTM's own keys, and reads the document back. If the result differs from the model,
 * writes the document again, with app data (`attributes.parapet`) that restores the differences.
 */
export const writeOtm = (content: ModelContent, options: { dialect: Dialect }): OtmDocument => {
  const plan = planOf(content);
  const plain = documentOf(plan, options.dialect, noDifferences());
  const differences = differencesFrom(readBack(plain), content);
  // Writes again only if necessary, because this takes as long as reading.
  return hasDifferences(differences) ? documentOf(plan, options.dialect, differences) : plain;
};

const readBack = (plain: OtmDocument): ModelContent => {
  const repaired = repairDocument(plain, noNotes());
  if (!repaired.ok) throw new Error(`wrote no OTM: ${repaired.reason}`);
  return readDocument(repaired.document, noNotes(), Infinity).content;
};

export const stringifyOtm = (document: OtmDocument): string =>
  `${JSON.stringify(document, undefined, 2)}\n`;

const documentOf = (plan: Plan, dialect: Dialect, differences: Differences): OtmDocument => {
  const { content } = plan;
  const lists = fieldsOf(content.kept['lists']);
  const listed = (key: string): Fields[] => listOf(lists[key]).filter(isFields);
  const definitions = definitionsFor(
    dialect,
    content.components.flatMap((component) => component.threats),
    { threats: listed('threats'), mitigations: listed('mitigations') },
  );
  const setting = {
    dialect,
    definitions,
    absolute: absoluteOf(content.canvases),
    differences: differences.nodes,
    zoneIds: new Set(plan.zones.map(({ id }) => id)),
  };
  const trustZones = plan.zones.map((zone) => zoneRecord(zone, setting));
  const components = plan.components.map((component) => componentRecord(component, setting));
  const dataflows = [
    ...plan.flows.map((flow) => flowRecord(flow, setting, differences.edges)),
    ...listed('dataflows').flatMap((flow) => rewrite(dialect, flowShape, flow)),
  ];
  const representations = [
    ...content.canvases.map((canvas) => canvasRecord(canvas, plan, dialect, differences)),
    ...listed('representations').flatMap((other) => rewrite(dialect, representationShape, other)),
  ];
  const { raw } = soundLeftover(documentShape, { raw: content.kept['document'] });
  const document = assemble(dialect, documentShape, {
    plain: {
      otmVersion: '0.2.0',
      project: projectRecord(content, dialect, differences),
      representations,
      assets: raw?.['assets'] ?? [],
      trustZones,
      components,
      dataflows,
      threats: definitions.threats(),
      mitigations: definitions.mitigations(),
    },
    leftover: { ...(dialect === 'service' && raw && { raw }) },
    derived: { parentProjectId: null },
  });
  if (isOtmDocument(document)) return document;
  throw new Error(`wrote no OTM: ${otmSchema.safeParse(document).error?.message ?? ''}`);
};

const canvasRecord = (
  canvas: CanvasContent,
  { verbatim }: Plan,
  dialect: Dialect,
  { nodeOrder, edgeOrder }: Differences,
): Fields => {
  const leftover = soundLeftover(representationShape, canvas.kept);
  const { type, size } = leftover.raw ?? {};
  const isDiagram = typeof type === 'string' && type.toLowerCase() === 'diagram';
  const { notes = [], flows = [] } = verbatim.get(canvas) ?? {};
  const more = pick(canvas.data, (key) => key !== 'nodes' && key !== 'edges');
  return assemble(dialect, representationShape, {
    plain: {
      id: canvas.id,
      name: canvas.title,
      type: isDiagram ? type : 'diagram',
      size: size ?? extentOf(canvas.data.nodes),
    },
    leftover,
    appData: defined({
      document: unlessEmpty(defined(more)),
      notes: notes.length > 0 ? notes : undefined,
      flows: flows.length > 0 ? flows : undefined,
      nodes: nodeOrder.get(canvas),
      edges: edgeOrder.get(canvas),
    }),
  });
};

const projectRecord = (
  content: ModelContent,
  dialect: Dialect,
  { componentOrder }: Differences,
): Fields => {
  const { odd, document } = content.kept;
  const extras = pick(fieldsOf(document), (key) => !Object.hasOwn(documentShape.keys, key));
  const own = defined({
    odd,
    keys: dialect === 'strict' ? unlessEmpty(extras) : undefined,
  });
  return assemble(dialect, projectShape, {
    plain: { id: content.id, name: content.title, description: orNothing(content.description) },
    leftover: soundLeftover(projectShape, content.kept['project']),
    appData: defined({
      ...writeAttributes('threatModel', content),
      noCanvas: content.canvases.length === 0 ? true : undefined,
      components: componentOrder,
      document: unlessEmpty(own),
    }),
  });
};
