import type { ReportRecords } from '#shared/report/report-of.ts';
import type { ReportSource } from './report-source.ts';

/** Returns the content of a report from the service's rows. */
export const reportRecords = ({
  held,
  collection,
  attributes,
  names,
}: ReportSource): ReportRecords => ({
  model: held.model,
  owner: names.get(held.model.owner_id) ?? null,
  collection,
  canvases: held.canvases.map(({ data, ...canvas }) => ({ ...canvas, document: data })),
  components: held.components.map((component) => ({
    ...component,
    attributes: attributes.get(component.id) ?? [],
  })),
  threats: held.threats.map((threat) => ({ ...threat, ref_id: `T-${threat.ref_number}` })),
  mitigations: held.mitigations,
  comments: held.comments.map(({ threat_id, user_id, created_at, text }) => ({
    threat_id,
    author: names.get(user_id) ?? deletedUser,
    createdAt: created_at,
    text,
  })),
  versions: [],
});

const deletedUser = 'Deleted user';
