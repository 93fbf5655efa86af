import { t } from '../../locales/texts.ts';
import { fieldsOf, textOf, type Fields } from '../fields.ts';
import { appDataOf } from '../leftover.ts';
import { quoted, type Notes } from '../notes.ts';
import type { OtmDocument, OtmFlow } from '../schema.ts';
import type { Drawings, Sheet } from './drawings.ts';
import { unique, type Entities, type Entity } from './entities.ts';

/** A data flow with both ends, and the canvases that show it. */
export type Flow = {
  id: string;
  path: string;
  record: OtmFlow;
  source: Entity;
  target: Entity;
  sheets: Sheet[];
};

/** `aside` has the flows that cannot be drawn. They are stored unchanged and exported again. */
type Flows = { drawn: Flow[]; aside: Fields[] };

export const flowsOf = (
  document: OtmDocument,
  entities: Entities,
  drawings: Drawings,
  notes: Notes,
): Flows => {
  const flows: Flows = { drawn: [], aside: [] };
  const sheetsOf = (entity: Entity) =>
    new Set(drawings.of.get(entity)?.map((drawing) => drawing.sheet));
  for (const { id, path, record } of unique(document.dataflows ?? [], 'dataflows', notes)) {
    const [source, target] = [record.source, record.destination].map(
      (end) => entities.components.get(end) ?? entities.zones.get(end),
    );
    if (!source || !target) {
      const end = source ? 'destination' : 'source';
      const message = t(`imports:missing-${end}`, { end: quoted(record[end]), id: quoted(id) });
      notes.repairs.push({ place: `${path}.${end}`, message });
      flows.aside.push({ ...record, id });
      continue;
    }
    const [starts, ends] = [sheetsOf(source), sheetsOf(target)];
    const shared = drawings.sheets.filter((sheet) => starts.has(sheet) && ends.has(sheet));
    if (shared.length === 0) {
      const message = t('imports:no-canvas', { id: quoted(id) });
      notes.keptAside.push({ place: path, message });
      flows.aside.push({ ...record, id });
      continue;
    }
    flows.drawn.push({ id, path, record, source, target, sheets: chosen(record, shared) });
  }
  return flows;
};

/**
 * Returns the canvases that show a flow. Only the canvases in `shared` have both ends of the flow. If
 * the file names some of them, returns only those, and otherwise all of them.
 */
const chosen = (record: OtmFlow, shared: Sheet[]): Sheet[] => {
  const representations = Array.isArray(record['representations'])
    ? record['representations'].map((element) => fieldsOf(element)['representation'])
    : [];
  const named = [
    appDataOf(record)['on'],
    representations,
    [record['representationId']],
    [fieldsOf(record['metaData'])['representation']],
  ].map((names) => shared.filter(({ id }) => Array.isArray(names) && names.includes(id)));
  return named.find((sheets) => sheets.length > 0) ?? shared;
};

/** Keys of the service's dialect that belong to an edge. */
export const edgeKeys = ['sourceHandle', 'targetHandle', 'type', 'markerStart', 'markerEnd'];

/** Returns the keys that an export in the service's dialect writes for a flow anyway. */
export const derivedOfFlow = (id: string, label: string, sheetIds: string[]): Fields => ({
  metaData: { label, representation: sheetIds[0] },
  representations: sheetIds.map((representation) => ({ representation, id })),
});

export const entryFor = (record: Fields, sheetId: string): Fields => {
  const appData = appDataOf(record);
  const { edges } = appData;
  const own = Array.isArray(edges)
    ? edges.map(fieldsOf).find((entry) => textOf(entry['representation']) === sheetId)
    : undefined;
  return own ?? appData;
};
