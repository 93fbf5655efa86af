import { t } from '../../locales/texts.ts';
import { claimIds } from '../claim-ids.ts';
import { fieldsOf, textOf } from '../fields.ts';
import { appDataOf } from '../leftover.ts';
import { quoted, type Notes } from '../notes.ts';
import type { OtmDocument, OtmElement, OtmRepresentation } from '../schema.ts';
import { unique, type Entities, type Entity } from './entities.ts';

/** A future canvas: a diagram of the file, or one created for entities without a diagram. */
export type Sheet = { id: string; title: string; record: OtmRepresentation | undefined };

/**
 * An entity on a canvas. If `element` is undefined, the file does not say how this canvas draws the
 * entity.
 */
export type Drawing = {
  entity: Entity;
  sheet: Sheet;
  element: OtmElement | undefined;
  path: string;
  nodeId: string;
};

export type Drawings = {
  sheets: Sheet[];
  of: Map<Entity, Drawing[]>;
  /** The elements in representations that are not diagrams, such as code. */
  elsewhere: Map<Entity, OtmElement[]>;
};

type Open = Omit<Drawing, 'nodeId'>;

/**
 * Decides which entity is drawn on which canvas. An entity without a representation goes to the
 * canvas that the service's keys name. Without these keys, it goes to the canvas of its drawn
 * children. All remaining entities go to a canvas that is created for them.
 */
export const drawingsOf = (document: OtmDocument, entities: Entities, notes: Notes): Drawings => {
  const sheets = new Map(
    unique((document.representations ?? []).filter(isDiagram), 'representations', notes).map(
      ({ id, record }): [string, Sheet] => [id, { id, title: record.name, record }],
    ),
  );
  const others = new Set((document.representations ?? []).filter(isOther).map(({ id }) => id));
  const sheetNamed = (id: string, path: string): Sheet | undefined => {
    const [onlyOne] = id === '' ? sheets.values() : [];
    const known = sheets.get(id) ?? onlyOne;
    if (known || others.has(id)) return known;
    const made: Sheet = { id, title: id, record: undefined };
    sheets.set(id, made);
    const message = t('imports:undeclared', { id: quoted(id) });
    notes.repairs.push({ place: path, message });
    return made;
  };

  const open = new Map<Entity, Open[]>();
  const elsewhere = new Map<Entity, OtmElement[]>();
  for (const entity of entities.all) {
    const drawn: Open[] = [];
    for (const [at, element] of (entity.record.representations ?? []).entries()) {
      const path = `${entity.path}.representations[${at}]`;
      const sheet = sheetNamed(element.representation, path);
      if (sheet) drawn.push({ entity, sheet, element, path });
      else elsewhere.set(entity, [...(elsewhere.get(entity) ?? []), element]);
    }
    if (drawn.length === 0) drawn.push(...namedByService(entity, sheets));
    open.set(entity, drawn);
  }
  drawAround(entities, open);
  drawTheRest(document, entities, open, sheets);
  return { sheets: [...sheets.values()], of: withNodeIds(entities, open), elsewhere };
};

export const isDiagram = (record: OtmRepresentation): boolean =>
  record.type.toLowerCase() === 'diagram';
const isOther = (record: OtmRepresentation): boolean => !isDiagram(record);

/**
 * Tells if an entity without a representation is a component that no element showed when Parapet
 * exported it. The app data of such a component names its canvas.
 */
const isUndrawn = (entity: Entity): boolean =>
  textOf(appDataOf(entity.record)['canvasId']) !== undefined;

const namedByService = (entity: Entity, sheets: Map<string, Sheet>): Open[] => {
  if (isUndrawn(entity)) return [];
  const { representationId, metaData } = entity.record;
  const names = [representationId, fieldsOf(metaData)['representation']].map(textOf);
  const sheet = names.flatMap((name) => (name === undefined ? [] : (sheets.get(name) ?? [])))[0];
  return sheet ? [{ entity, sheet, element: undefined, path: entity.path }] : [];
};

const drawAround = (entities: Entities, open: Map<Entity, Open[]>): void => {
  const undrawn = new Set(
    entities.all.filter((entity) => open.get(entity)?.length === 0 && !isUndrawn(entity)),
  );
  for (const entity of entities.all) {
    if (undrawn.has(entity)) continue;
    for (const { sheet } of open.get(entity) ?? []) {
      for (let around = entity.parent; around && undrawn.has(around); around = around.parent) {
        const drawn = open.get(around) ?? [];
        if (drawn.some((drawing) => drawing.sheet === sheet)) break;
        drawn.push({ entity: around, sheet, element: undefined, path: around.path });
      }
    }
  }
};

const drawTheRest = (
  document: OtmDocument,
  entities: Entities,
  open: Map<Entity, Open[]>,
  sheets: Map<string, Sheet>,
): void => {
  const rest = entities.all.filter(
    (entity) => open.get(entity)?.length === 0 && !isUndrawn(entity),
  );
  const { project } = document;
  const empty = sheets.size === 0 && appDataOf(project)['noCanvas'] !== true;
  if (rest.length === 0 && !empty) return;
  // The new canvas must not take the ID of a representation of another kind, because elements refer to
  // that ID.
  const taken = [...sheets.keys(), ...(document.representations ?? []).map(({ id }) => id)];
  const claim = claimIds(taken);
  for (const id of taken) claim(id);
  const sheet: Sheet =
    sheets.size === 0
      ? { id: claim(`${project.id}-diagram`), title: project.name, record: undefined }
      : { id: claim('other-elements'), title: 'Other elements', record: undefined };
  sheets.set(sheet.id, sheet);
  for (const entity of rest) {
    open.set(entity, [{ entity, sheet, element: undefined, path: entity.path }]);
  }
};

/**
 * Returns the ID of a node, which is the ID of its element. If the element has the ID of the canvas
 * instead, as in files of the service, returns the entity's ID.
 */
export const nodeIdOf = (element: OtmElement | undefined, sheetId: string, entityId: string) =>
  element && element.id !== sheetId ? element.id : entityId;

const withNodeIds = (entities: Entities, open: Map<Entity, Open[]>): Map<Entity, Drawing[]> => {
  const wanted = (drawing: Open): string =>
    textOf(drawing.element && appDataOf(drawing.element)['id']) ??
    nodeIdOf(drawing.element, drawing.sheet.id, drawing.entity.id);
  const perSheet = Map.groupBy([...open.values()].flat(), (drawing) => drawing.sheet);
  const claims = new Map(
    [...perSheet].map(([sheet, drawings]) => [sheet, claimIds(drawings.map(wanted))]),
  );
  return new Map(
    entities.all.map((entity) => [
      entity,
      (open.get(entity) ?? []).map((drawing) => {
        const claim = claims.get(drawing.sheet) ?? String;
        return { ...drawing, nodeId: claim(wanted(drawing)) };
      }),
    ]),
  );
};
