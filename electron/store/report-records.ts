import { z } from 'zod';
import type { StoredRecord } from '#shared/records/record-schemas.ts';
import { fieldValues } from '#shared/records/record-values.ts';
import type { ReportRecords } from '#shared/report/report-of.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import { inOrder } from './in-order.ts';
import { present, type RecordRow, type Records } from './records.ts';

type Parts = {
  records: Records;
  documents: CanvasDocuments;
  canvasTabs: (modelId: string) => readonly { id: string; title: string }[];
  /** Returns the versions of a canvas, newest first. Only named versions have a title. */
  versions: (canvasId: string) => readonly { title: string | null; madeAt: string }[];
};

/** Returns the name of a user, or `null` if the name is unknown. */
export type NameOf = (userId: string) => string | null;

/**
 * Returns a function that reads the records of a model for its report. Some of their fields are only in
 * reports and not in the window.
 */
export const createReportRecords =
  ({ records, documents, canvasTabs, versions }: Parts) =>
  /** Returns `null` if the model no longer exists. */
  (modelId: string, nameOf: NameOf): ReportRecords | null => {
    const rows = records.subtree('threatModel', modelId);
    const [model] = rows;
    if (!model) return null;
    const collection = model.parentId && records.find('collection', model.parentId);
    const ofKind = Map.groupBy(rows, ({ kind }) => kind);
    const all = (kind: RecordRow['kind']): RecordRow[] => inOrder(ofKind.get(kind) ?? []);
    const canvases = canvasTabs(modelId).flatMap(({ id, title }) => {
      const row = ofKind.get('canvas')?.find((each) => each.id === id);
      const document = documents.text(id);
      if (!row || document === null) return [];
      const { created_at, updated_at } = present('canvas', row);
      return [{ id, title, created_at, updated_at, document }];
    });
    return {
      model: modelFields(model),
      owner: nameOf(ownerOf(model) ?? ''),
      collection: collection ? present('collection', collection).title : null,
      canvases,
      components: all('component').map((row) => {
        const component = present('component', row);
        return { ...component, canvas_id: component.parentId, attributes: attributesOf(row) };
      }),
      threats: all('threat').map((row) => {
        const threat = present('threat', row);
        return { ...threat, component_id: threat.parentId };
      }),
      mitigations: all('mitigation').map((row) => {
        const mitigation = present('mitigation', row);
        return { ...mitigation, threat_id: mitigation.parentId };
      }),
      comments: all('comment').map((row) => commentOf(present('comment', row), nameOf)),
      versions: canvases.flatMap(({ id, title: canvas }) =>
        versions(id).flatMap(({ title, madeAt }) => {
          return title === null ? [] : [{ at: madeAt, title, canvas }];
        }),
      ),
    };
  };

const optionalNumber = z.number().nullable().catch(null);
const optionalText = z.string().nullable().catch(null);

/** The fields of a model that only a report shows. */
const reportedOnly = z.object({
  retro_completed_at: optionalText,
  time_invested: optionalNumber,
  quality_of_model: optionalNumber,
  when_to_revisit: optionalNumber,
});

const modelFields = (row: RecordRow): ReportRecords['model'] => ({
  ...present('threatModel', row),
  ...reportedOnly.parse(fieldValues('threatModel', row.local, Object.keys(reportedOnly.shape))),
});

const owned = z.object({ owner: z.object({ id: z.string() }) });

/** Returns the user ID of a model's owner, or `null` if the service does not have the model yet. */
export const ownerOf = ({ local }: Pick<RecordRow, 'local'>): string | null =>
  owned.safeParse(local).data?.owner.id ?? null;

/** The codex attributes of a component, as the service sends them. */
const attributed = z
  .object({ attributes: z.array(z.object({ title: z.string() })) })
  .catch({ attributes: [] });

const attributesOf = ({ local }: RecordRow): string[] =>
  attributed.parse(local).attributes.map(({ title }) => title);

const commentOf = (
  { parentId, user, created_at: createdAt, text }: StoredRecord<'comment'>,
  nameOf: NameOf,
): ReportRecords['comments'][number] => ({
  threat_id: parentId,
  author: nameOf(user.id) ?? '',
  createdAt,
  text,
});
