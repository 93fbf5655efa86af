import {
  mitigationStatuses,
  modelStatuses,
  priorities,
  threatStatuses,
} from '#shared/api/enumerations.ts';
import { storedDocumentSchema } from '#shared/canvas/document.ts';
import type { MitigationContent, ModelContent, ThreatContent } from '#shared/otm/content.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import { inOrder } from './in-order.ts';
import { present, type RecordRow, type Records } from './records.ts';

type Parts = {
  records: Records;
  documents: CanvasDocuments;
  canvasTabs: (modelId: string) => readonly { id: string; title: string }[];
};

/**
 * Returns the stored value if it is one of `options`. Otherwise another service has stored a value that
 * the app does not know, and `usual` is returned.
 */
const known = <Value extends string | null>(
  options: readonly Value[],
  stored: string | null,
  usual: NoInfer<Value>,
): Value => options.find((each) => each === stored) ?? usual;

/**
 * Returns a function that reads the records of a model as one value. All `kept` values, which have the
 * unknown parts of an imported file, are empty, because the store does not have these parts. By default,
 * the ID of each threat is the number that people know. With `records`, it is the ID of the record.
 */
export const createModelContent =
  ({ records, documents, canvasTabs }: Parts) =>
  /** Returns `null` if the model no longer exists. */
  (modelId: string, threatIds: 'numbers' | 'records' = 'numbers'): ModelContent | null => {
    const rows = records.subtree('threatModel', modelId);
    const [row] = rows;
    if (!row) return null;
    const model = present('threatModel', row);
    const ofKind = Map.groupBy(rows, ({ kind }) => kind);
    const children = (kind: RecordRow['kind']): Map<string | null, RecordRow[]> =>
      Map.groupBy(inOrder(ofKind.get(kind) ?? []), ({ parentId }) => parentId);
    const [threats, mitigations, comments] = [
      children('threat'),
      children('mitigation'),
      children('comment'),
    ];
    const numbers = new Set<string>();
    const numberOf = ({ ref_id: number, id }: { ref_id: string; id: string }): string => {
      if (threatIds === 'records') return id;
      const own = number === '' || numbers.has(number) ? id : number;
      numbers.add(own);
      return own;
    };
    const threatIn = (each: RecordRow): ThreatContent => {
      const { parentId: _parent, unreadable: _unreadable, ...threat } = present('threat', each);
      return {
        ...threat,
        id: numberOf(threat),
        priority: known(priorities, threat.priority, 'medium'),
        status: known(threatStatuses, threat.status, 'open'),
        likelihood: known([...priorities, null], threat.likelihood, null),
        impact: known([...priorities, null], threat.impact, null),
        mitigations: (mitigations.get(each.id) ?? []).map(mitigationIn),
        comments: (comments.get(each.id) ?? []).map((comment) => {
          const { text, created_at: createdAt } = present('comment', comment);
          return { text, createdAt };
        }),
        kept: {},
      };
    };
    return {
      id: modelId,
      title: model.title,
      description: model.description,
      status: known(modelStatuses, model.status, 'Representation'),
      priority: known(priorities, model.priority, 'medium'),
      due_to_date: model.due_to_date,
      time_invested: model.time_invested,
      quality_of_model: model.quality_of_model,
      when_to_revisit: model.when_to_revisit,
      archived_at: model.archived_at,
      retro_completed_at: null,
      canvases: canvasTabs(modelId).flatMap(({ id, title }) => {
        const text = documents.text(id);
        if (text === null) return [];
        return [{ id, title, data: storedDocumentSchema.parse(JSON.parse(text)), kept: {} }];
      }),
      components: inOrder(ofKind.get('component') ?? []).map((each) => {
        const { id, parentId, title, description } = present('component', each);
        const own = (threats.get(id) ?? []).map(threatIn);
        return { id, canvasId: parentId, title, description, threats: own, kept: {} };
      }),
      kept: {},
    };
  };

const mitigationIn = (row: RecordRow): MitigationContent => {
  const { parentId: _parent, unreadable: _unreadable, ...mitigation } = present('mitigation', row);
  return { ...mitigation, status: known(mitigationStatuses, mitigation.status, null), kept: {} };
};
