import { edgeSchema, type CanvasEdge } from '../../canvas/document.ts';
import { t } from '../../locales/texts.ts';
import { claimIds } from '../claim-ids.ts';
import { restore } from '../difference.ts';
import { defined, isEmpty, listOf, pick, textOf, unlessEmpty, type Fields } from '../fields.ts';
import { leftoverOf, appDataOf } from '../leftover.ts';
import { quoted, type Notes } from '../notes.ts';
import { readSecurity } from '../vocabulary/security.ts';
import type { Drawings, Sheet } from './drawings.ts';
import type { Entity } from './entities.ts';
import { derivedOfFlow, edgeKeys, entryFor, type Flow } from './flows.ts';
import { inOrder } from './nodes.ts';
import type { Records } from './records.ts';

/** Returns the edges of one canvas, each corrected by the app data of its flow. */
export const edgesOf = (
  sheet: Sheet,
  flows: Flow[],
  drawings: Drawings,
  records: Records,
  notes: Notes,
): CanvasEdge[] => {
  const nodeOf = (entity: Entity): string =>
    drawings.of.get(entity)?.find((drawing) => drawing.sheet === sheet)?.nodeId ?? entity.id;
  const notesOf = flows.map(({ record }) => entryFor(record, sheet.id));
  const wanted = flows.map((flow, at) => textOf(notesOf[at]?.['id']) ?? flow.id);
  const claim = claimIds(wanted);
  const drawn = flows.map((flow, at) => {
    const ends = { source: nodeOf(flow.source), target: nodeOf(flow.target) };
    const base = baseEdge(flow, claim(wanted[at] ?? flow.id), ends, records);
    return restored(base, notesOf[at] ?? {}, flow.path, notes);
  });
  const appData: Fields = sheet.record ? appDataOf(sheet.record) : {};
  const taken = new Set(drawn.map(({ id }) => id));
  const extra = listOf(appData['flows'])
    .filter(isEdge)
    .filter(({ id }) => !taken.has(id));
  return inOrder([...drawn, ...extra], listOf(appData['edges']));
};

const isEdge = (value: unknown): value is CanvasEdge => edgeSchema.safeParse(value).success;

const restored = (base: CanvasEdge, note: Fields, path: string, notes: Notes): CanvasEdge => {
  if (isEmpty(note)) return base;
  const edge = { ...restore(base, note), id: base.id };
  if (isEdge(edge)) return edge;
  const message = t('imports:unmatched-note', { id: quoted(base.id) });
  notes.repairs.push({ place: path, message });
  return base;
};

const baseEdge = (
  flow: Flow,
  id: string,
  ends: { source: string; target: string },
  records: Records,
): CanvasEdge => {
  const { record } = flow;
  const componentId = records.idOf.get(flow);
  const facts = flowFacts(flow, id);
  const { bidirectional } = record;
  return {
    id,
    ...ends,
    ...edgeFields(record),
    data: {
      label: record.name,
      ...(componentId !== undefined && { componentId }),
      ...(typeof bidirectional === 'boolean' && { bidirectional }),
      ...readSecurity('flow', record),
      ...(facts && { otm: { flow: facts } }),
    },
  };
};

export const edgeFields = (record: Fields): Fields =>
  pick(record, (key, value) => edgeKeys.includes(key) && isPossible(key, value));

/**
 * Tells if an edge can have this value. A marker may be anything except null, and any other value must
 * be text.
 */
const isPossible = (key: string, value: unknown): boolean =>
  typeof value === 'string' || (key.startsWith('marker') && value !== null);

const flowFacts = ({ id, record, sheets }: Flow, edgeId: string): Fields | undefined => {
  const stored = ['id', 'name', 'description', 'bidirectional', 'source', 'destination', 'threats'];
  const known = [...stored, ...Object.keys(edgeFields(record))];
  const ids = sheets.map((sheet) => sheet.id);
  const leftover = leftoverOf(record, known, derivedOfFlow(id, record.name, ids));
  return unlessEmpty(defined({ id: id === edgeId ? undefined : id, ...leftover }));
};
