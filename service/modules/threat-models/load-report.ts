import type { Selectable } from 'kysely';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { elementsOf } from '#shared/drawing/elements.ts';
import { grouped } from '../../database/grouped.ts';
import { fromJson } from '../../database/json-text.ts';
import type { Database, Schema } from '../../database/schema.ts';
import type { ReportContent, ReportThreat } from '../../documents/report-content.ts';
import { attributesOf } from '../components/component-attributes.ts';
import { heldBy } from './held-by.ts';

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/**
 * All that the report of a canvas says; nothing if the threat model has no such canvas. The
 * components are those that were made on the canvas and those that it shows.
 */
export const loadReport = async (
  database: Database,
  modelId: string,
  canvasId: string,
): Promise<ReportContent | undefined> => {
  const held = await heldBy(database, modelId);
  const canvas = held.canvases.find(({ id }) => id === canvasId);
  if (!canvas) return undefined;
  const document = fromJson(canvas.data);
  const place = placesIn(document);
  const components = held.components
    .filter(({ id, canvas_id }) => canvas_id === canvasId || place.has(id))
    .toSorted((one, other) => (place.get(one.id) ?? last) - (place.get(other.id) ?? last));
  const threats = await threatsOf(database, held);
  const ofModel = database
    .selectFrom('components')
    .innerJoin('canvases', 'canvases.id', 'components.canvas_id')
    .where('threat_model_id', '=', modelId)
    .select('components.id');
  const attributes = await attributesOf(database, ofModel);
  return {
    model: await modelFacts(database, held.model),
    canvas: { title: canvas.title, document },
    components: components.map(({ id, title, description }) => ({
      id,
      title,
      description,
      attributes: (attributes.get(id) ?? []).map((attribute) => attribute.title),
      threats: threats.get(id) ?? [],
    })),
    updatedAt: latest([
      held.model,
      canvas,
      ...components,
      ...held.threats,
      ...held.mitigations,
      ...held.comments,
    ]),
  };
};

const last = Number.POSITIVE_INFINITY;

/** Where each component stands among those that a canvas shows, from the top to the bottom. */
const placesIn = (document: CanvasDocument): Map<string, number> => {
  const components = new Map(document.nodes.map(({ id, data }) => [id, data?.componentId]));
  const inOrder = elementsOf(document).nodes.toSorted(
    ({ box: one }, { box: other }) => one.y - other.y || one.x - other.x,
  );
  const places = new Map<string, number>();
  for (const [index, { id }] of inOrder.entries()) {
    const component = components.get(id);
    if (component !== undefined && !places.has(component)) places.set(component, index);
  }
  return places;
};

const latest = (records: { updated_at: string }[]): string =>
  records.reduce((newest, { updated_at: at }) => (at > newest ? at : newest), '');

const modelFacts = async (
  database: Database,
  model: Row<'threat_models'>,
): Promise<ReportContent['model']> => {
  const { title: collection } = await database
    .selectFrom('collections')
    .where('id', '=', model.collection_id)
    .select('title')
    .executeTakeFirstOrThrow();
  const names = await namesOf(database, [model.owner_id]);
  return {
    title: model.title,
    description: model.description,
    status: model.status,
    priority: model.priority,
    owner: names.get(model.owner_id) ?? null,
    collection,
    createdAt: model.created_at,
    updatedAt: model.updated_at,
    dueToDate: model.due_to_date,
    retroCompletedAt: model.retro_completed_at,
    archivedAt: model.archived_at,
    timeInvested: model.time_invested,
    qualityOfModel: model.quality_of_model,
    whenToRevisit: model.when_to_revisit,
  };
};

type Held = Awaited<ReturnType<typeof heldBy>>;

/** The threats of each component, with all that stands under them. */
const threatsOf = async (
  database: Database,
  { threats, mitigations, comments }: Held,
): Promise<Map<string, ReportThreat[]>> => {
  const names = await namesOf(database, [...new Set(comments.map(({ user_id: id }) => id))]);
  const mitigationsOf = grouped(mitigations.map((row) => [row.threat_id, row]));
  const commentsOf = grouped(
    comments.map((row) => [
      row.threat_id,
      {
        author: names.get(row.user_id) ?? deletedUser,
        createdAt: row.created_at,
        text: row.text,
      },
    ]),
  );
  return grouped(
    threats.map((row) => [
      row.component_id,
      {
        refId: `T-${row.ref_number}`,
        title: row.title,
        description: row.description,
        source: row.source,
        priority: row.priority,
        status: row.status,
        mitigations: mitigationsOf.get(row.id) ?? [],
        comments: commentsOf.get(row.id) ?? [],
      },
    ]),
  );
};

const deletedUser = 'Deleted user';

/** As people write it; of a user who was deleted nothing is left. */
const namesOf = async (database: Database, ids: string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const users = await database
    .selectFrom('users')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .select(['id', 'first_name', 'last_name'])
    .execute();
  return new Map(
    users.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]),
  );
};
