import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { VersionRecord } from '#shared/merge/compare-records.ts';
import type { ComponentCanvases } from './component-canvases.ts';
import { recordStepSchema, type RecordStep } from './record-step.ts';
import { parseValues, type Records } from './records.ts';

type Parts = { database: DatabaseSync; records: Records; componentCanvases: ComponentCanvases };

const kinds = ['component', 'threat', 'mitigation', 'comment'] as const;
const kindSchema = z.enum(kinds);
const recordRow = z.object({
  kind: kindSchema,
  id: z.string(),
  parent_id: z.string().nullable(),
  local: z.string(),
});
const inverseRow = z.object({ record_inverse: z.string() });
const countRow = z.object({ count: z.number() });

/**
 * The maximum number of threats in a version. If a canvas has more, its version contains no records at
 * all, because saving them would block the store.
 */
const maxThreats = { automatic: 2000, named: 20_000 };

/** Reads and restores the records in the versions of a canvas. */
export const createVersionRecords = ({ database, records, componentCanvases }: Parts) => {
  const components = `SELECT value FROM json_each(:ids)`;
  const threats = `SELECT id FROM record INDEXED BY record_by_parent
    WHERE kind = 'threat' AND parent_id IN (${components})`;
  const selectAll = database.prepare(`
    SELECT kind, id, parent_id, local FROM record
      WHERE kind = 'component' AND id IN (${components})
    UNION ALL SELECT kind, id, parent_id, local FROM record INDEXED BY record_by_parent
      WHERE kind = 'threat' AND parent_id IN (${components})
    UNION ALL SELECT kind, id, parent_id, local FROM record INDEXED BY record_by_parent
      WHERE kind = 'mitigation' AND parent_id IN (${threats})
    UNION ALL SELECT kind, id, parent_id, local FROM record INDEXED BY record_by_parent
      WHERE kind = 'comment' AND parent_id IN (${threats})`);
  const selectCount = database.prepare(
    `SELECT count(*) AS count FROM record INDEXED BY record_by_parent
     WHERE kind = 'threat' AND parent_id IN (${components})`,
  );
  const selectInverses = database.prepare(
    `SELECT record_inverse FROM journal
     WHERE scope = ? AND seq >= ? AND state = 'done' ORDER BY seq DESC`,
  );

  const read = (
    canvasId: string,
    reason: keyof typeof maxThreats,
    drawn: readonly string[] = [],
  ): VersionRecord[] | null => {
    const listed = componentCanvases.listedOn(canvasId).map(({ id }) => id);
    const ids = JSON.stringify([...listed, ...drawn]);
    if (countRow.parse(selectCount.get({ ids })).count > maxThreats[reason]) return null;
    const found = selectAll.all({ ids }).map((raw): VersionRecord => {
      const { kind, id, parent_id, local } = recordRow.parse(raw);
      return { kind, id, parentId: parent_id, values: parseValues(local) };
    });
    // The records are in a fixed order, so that equal records give equal texts. Parents come before
    // their children.
    return found.toSorted(
      (one, other) =>
        kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || (one.id < other.id ? -1 : 1),
    );
  };

  return {
    read,

    /**
     * Returns the records as they were before a journal entry, including those that were deleted since
     * then.
     */
    before: (canvasId: string, seq: number, document: CanvasDocument): VersionRecord[] | null => {
      const drawn = drawnIn(document);
      const present = read(canvasId, 'automatic', drawn);
      const modelId = records.find('canvas', canvasId)?.parentId;
      if (!present || !modelId) return present;
      const steps = selectInverses
        .all(modelId, seq)
        .flatMap((raw) =>
          z.array(recordStepSchema).parse(JSON.parse(inverseRow.parse(raw).record_inverse)),
        );
      return ofCanvas(undone(present, steps), canvasId, new Set(drawn));
    },

    /**
     * Returns the steps that restore a record with its descendants. Leaves out records that still exist.
     */
    steps: (
      saved: readonly VersionRecord[],
      { kind, id }: Pick<VersionRecord, 'kind' | 'id'>,
      canvasId: string,
    ): RecordStep[] => {
      const wanted = new Set<string>();
      return saved.flatMap((record): RecordStep[] => {
        const isRoot = record.kind === kind && record.id === id;
        if (!isRoot && !wanted.has(record.parentId ?? '')) return [];
        wanted.add(record.id);
        if (records.has(record.kind, record.id)) return [];
        // Several canvases may show a component. If the canvas that it belongs to was deleted, the
        // component is restored on this canvas.
        const isHomeless = kind === 'component' && !records.has('canvas', record.parentId ?? '');
        return [
          {
            op: 'put',
            kind: record.kind,
            id: record.id,
            parentId: isRoot && isHomeless ? canvasId : record.parentId,
            values: record.values,
            document: null,
            base: null,
            documentBase: null,
          },
        ];
      });
    },
  };
};

const drawnIn = ({ nodes, edges }: CanvasDocument): string[] =>
  [...nodes, ...edges].flatMap(({ data }) => data?.componentId ?? []);

/** Applies the inverses of gestures to records, newest first. */
const undone = (
  present: readonly VersionRecord[],
  steps: readonly RecordStep[],
): Map<string, VersionRecord> => {
  const found = new Map(present.map((record) => [record.id, record]));
  for (const step of steps) {
    if (step.op === 'order') continue;
    const kind = kindSchema.safeParse(step.kind);
    if (!kind.success) continue;
    const { id } = step;
    const record = found.get(id);
    if (step.op === 'put') {
      found.set(id, { kind: kind.data, id, parentId: step.parentId, values: step.values });
    } else if (step.op === 'remove') found.delete(id);
    else if (record) found.set(id, { ...record, values: { ...record.values, ...step.values } });
  }
  return found;
};

/**
 * Returns the records of a canvas. Leaves out components of other canvases that the canvas does not
 * show, and records whose parents are missing.
 */
const ofCanvas = (
  found: ReadonlyMap<string, VersionRecord>,
  canvasId: string,
  drawn: ReadonlySet<string>,
): VersionRecord[] => {
  const included = new Set<string>();
  return kinds.flatMap((kind) =>
    [...found.values()].filter((record) => {
      if (record.kind !== kind) return false;
      const isIncluded =
        kind === 'component'
          ? record.parentId === canvasId || drawn.has(record.id)
          : included.has(record.parentId ?? '');
      if (isIncluded) included.add(record.id);
      return isIncluded;
    }),
  );
};
