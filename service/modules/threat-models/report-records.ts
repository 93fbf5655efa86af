import type { ReportRecords } from '#shared/report/report-of.ts';
import { fieldsIn } from '../../database/record-columns.ts';
import type { ReportSource } from './report-source.ts';

/** Returns the content of a report from the service's rows. */
export const reportRecords = ({
  records,
  collection,
  attributes,
  names,
}: ReportSource): ReportRecords => ({
  model: records.model,
  owner: names.get(records.model.owner_id) ?? null,
  collection,
  canvases: records.canvases.map(({ data, ...canvas }) => ({ ...canvas, document: data })),
  components: records.components.map((component) => ({
    ...component,
    attributes: attributes.get(component.id) ?? [],
  })),
  threats: records.threats.map((threat) => ({
    ...threat,
    ...fieldsIn('threat', threat),
    ref_id: `T-${threat.ref_number}`,
  })),
  mitigations: records.mitigations,
  comments: records.comments.map(({ threat_id, user_id, created_at, text }) => ({
    threat_id,
    author: names.get(user_id) ?? deletedUser,
    createdAt: created_at,
    text,
  })),
  versions: [],
});

const deletedUser = 'Deleted user';
