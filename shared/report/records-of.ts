import type { ModelContent } from '../otm/content.ts';
import type { ReportRecords } from './report-of.ts';

/**
 * Returns the records of a file for its report. A file says neither who made the model nor when its
 * records changed, so authors and dates are empty. `changedAt` is the time of the file.
 */
export const recordsOf = (model: ModelContent, changedAt: string): ReportRecords => {
  const undated = { created_at: '', updated_at: '' };
  const threats = model.components.flatMap(({ id, threats: own }) =>
    own.map((threat) => ({ ...threat, component_id: id })),
  );
  return {
    model: { ...model, created_at: '', updated_at: changedAt },
    owner: null,
    collection: null,
    canvases: model.canvases.map(({ id, title, data }) => ({
      id,
      title,
      document: JSON.stringify(data),
      ...undated,
    })),
    components: model.components.map(({ id, canvasId, title, description }) => ({
      id,
      canvas_id: canvasId,
      title,
      description,
      attributes: [],
      ...undated,
    })),
    threats: threats.map(({ mitigations: _mitigations, comments: _comments, ...threat }) => ({
      ...threat,
      ref_id: threat.id,
      ...undated,
    })),
    mitigations: threats.flatMap(({ id, mitigations }) =>
      mitigations.map((mitigation) => ({ ...mitigation, threat_id: id })),
    ),
    comments: threats.flatMap(({ id, comments }) =>
      comments.map(({ text, createdAt }) => ({ threat_id: id, author: '', createdAt, text })),
    ),
    versions: [],
  };
};
