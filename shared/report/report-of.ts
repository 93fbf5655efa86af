import { storedDocumentSchema, type CanvasDocument } from '../canvas/document.ts';
import { elementsOf } from '../drawing/elements.ts';
import { historyOf, type Dated } from './history.ts';
import type {
  ReportComment,
  ReportContent,
  ReportAppearance,
  ReportThreat,
} from './report-content.ts';

/**
 * The records of a threat model, with the field names that the service and the store share. The
 * document of a canvas is JSON text, because both store it as text.
 */
export type ReportRecords = {
  model: Dated & {
    title: string;
    description: string;
    status: string;
    priority: string;
    due_to_date: string | null;
    retro_completed_at: string | null;
    archived_at: string | null;
    time_invested: number | null;
    quality_of_model: number | null;
    when_to_revisit: number | null;
  };
  owner: string | null;
  collection: string | null;
  canvases: (Dated & { id: string; title: string; document: string })[];
  components: (Dated & {
    id: string;
    canvas_id: string;
    title: string;
    description: string;
    attributes: string[];
  })[];
  threats: (Dated & {
    id: string;
    component_id: string;
    ref_id: string;
    title: string;
    description: string;
    source: string | null;
    priority: string;
    status: string;
    references?: readonly string[] | undefined;
    accepted_reason?: string | null | undefined;
    accepted_by?: string | null | undefined;
    accepted_until?: string | null | undefined;
  })[];
  mitigations: {
    threat_id: string;
    title: string;
    definition: string;
    consideration: string | null;
    explanation: string | null;
    example: string | null;
    question: string | null;
    status: string | null;
  }[];
  comments: (ReportComment & { threat_id: string })[];
  versions: { at: string; title: string; canvas: string }[];
};

export type ReportChoice = {
  /** `null` for the whole model. */
  canvasIds: readonly string[] | null;
  comments: boolean;
  appearance: ReportAppearance;
};

/**
 * Returns the content of a report. A report about some canvases has the components that were
 * created on them or are shown on them.
 */
export const reportOf = (records: ReportRecords, choice: ReportChoice): ReportContent => {
  const { canvasIds } = choice;
  const canvases = records.canvases
    .filter(({ id }) => canvasIds?.includes(id) ?? true)
    .map((canvas) => ({ ...canvas, document: documentIn(canvas.document) }));
  const ranks = ranksIn(canvases);
  const drawn = attributesIn(canvases);
  const chosen = new Set(canvases.map(({ id }) => id));
  const components = records.components
    .filter(({ id, canvas_id }) => canvasIds === null || chosen.has(canvas_id) || ranks.has(id))
    .toSorted((one, other) => (ranks.get(one.id) ?? last) - (ranks.get(other.id) ?? last));
  const threatsOf = threatsByComponent(records, choice.comments);
  const componentIds = new Set(components.map(({ id }) => id));
  const threats = records.threats.filter(({ component_id: id }) => componentIds.has(id));
  return {
    model: modelOf(records),
    canvases: canvases.map(({ id, title, document }) => ({ id, title, document })),
    isWhole: canvasIds === null,
    components: components.map(({ id, title, description, attributes }) => ({
      id,
      title,
      description,
      attributes: [...new Set([...attributes, ...(drawn.get(id) ?? [])])],
      threats: threatsOf.get(id) ?? [],
    })),
    history: historyOf({
      created: records.model.created_at,
      components,
      threats,
      versions: records.versions,
    }),
    appearance: choice.appearance,
    updatedAt: [records.model, ...canvases, ...components, ...threats].reduce(
      (newest, { updated_at: at }) => (at > newest ? at : newest),
      '',
    ),
  };
};

const documentIn = (text: string): CanvasDocument => storedDocumentSchema.parse(JSON.parse(text));

const last = Number.POSITIVE_INFINITY;

/**
 * Returns the position of each component in the report. Components are sorted by canvas, and on each
 * canvas from top to bottom. Components of flows come after those of nodes.
 */
const ranksIn = (canvases: readonly { document: CanvasDocument }[]): Map<string, number> => {
  const ranks = new Map<string, number>();
  for (const { document } of canvases) {
    const components = new Map(document.nodes.map(({ id, data }) => [id, data?.componentId]));
    const inOrder = elementsOf(document).nodes.toSorted(
      ({ box: one }, { box: other }) => one.y - other.y || one.x - other.x,
    );
    const componentIds = [
      ...inOrder.map(({ id }) => components.get(id)),
      ...document.edges.map(({ data }) => data?.componentId),
    ];
    for (const component of componentIds) {
      if (component !== undefined && !ranks.has(component)) ranks.set(component, ranks.size);
    }
  }
  return ranks;
};

/** Returns the attributes that elements have on the canvases, by the ID of their component. */
const attributesIn = (canvases: readonly { document: CanvasDocument }[]): Map<string, string[]> => {
  const found = new Map<string, string[]>();
  for (const { data } of canvases.flatMap(({ document }) => document.nodes)) {
    const { componentId, attributes } = data ?? {};
    if (componentId === undefined || !Array.isArray(attributes)) continue;
    found.set(componentId, [...(found.get(componentId) ?? []), ...attributes]);
  }
  return found;
};

const modelOf = ({ model, owner, collection }: ReportRecords): ReportContent['model'] => ({
  title: model.title,
  description: model.description,
  status: model.status,
  priority: model.priority,
  owner,
  collection,
  createdAt: model.created_at,
  updatedAt: model.updated_at,
  dueToDate: model.due_to_date,
  retroCompletedAt: model.retro_completed_at,
  archivedAt: model.archived_at,
  timeInvested: model.time_invested,
  qualityOfModel: model.quality_of_model,
  whenToRevisit: model.when_to_revisit,
});

const threatsByComponent = (
  { threats, mitigations, comments }: ReportRecords,
  withComments: boolean,
): Map<string, ReportThreat[]> => {
  const mitigationsOf = Map.groupBy(mitigations, ({ threat_id: id }) => id);
  const commentsOf = Map.groupBy(withComments ? comments : [], ({ threat_id: id }) => id);
  const all = threats.map(({ id, component_id, ref_id, ...threat }) => ({
    component: component_id,
    threat: {
      refId: ref_id,
      title: threat.title,
      description: threat.description,
      source: threat.source,
      references: threat.references ?? [],
      acceptedReason: threat.accepted_reason ?? null,
      acceptedBy: threat.accepted_by ?? null,
      acceptedUntil: threat.accepted_until ?? null,
      priority: threat.priority,
      status: threat.status,
      mitigations: mitigationsOf.get(id) ?? [],
      comments: commentsOf.get(id) ?? [],
    },
  }));
  const grouped = Map.groupBy(all, ({ component }) => component);
  return new Map([...grouped].map(([id, group]) => [id, group.map(({ threat }) => threat)]));
};
