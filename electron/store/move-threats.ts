import { randomUUID } from 'node:crypto';
import type { RecordChange, SaidChange } from '#shared/desktop/change.ts';
import { contentNames } from '#shared/records/record-fields.ts';
import { fieldValues } from '#shared/records/record-values.ts';
import { inOrder } from './in-order.ts';
import { recordPlace } from './record-place.ts';
import type { RecordRow, Records } from './records.ts';

/**
 * Plans a move of threats to another component of their model, with mitigations and comments. The
 * service does not let a threat change its component, so they are created again there. Returns
 * `null` if the component or a threat no longer exists, or is in another model.
 */
export const createMoveThreats =
  (records: Records) =>
  ({ ids, componentId }: { ids: readonly string[]; componentId: string }): SaidChange | null => {
    const { threatModel } = recordPlace(records, 'component', componentId);
    const rows = ids.flatMap((id) => records.find('threat', id) ?? []);
    const isHere = ({ id }: RecordRow): boolean =>
      recordPlace(records, 'threat', id).threatModel === threatModel;
    if (threatModel === undefined || rows.length < ids.length || !rows.every(isHere)) return null;
    const moved = rows.filter(({ parentId }) => parentId !== componentId);
    // Records with the same creation time are sorted by ID.
    const newIds = moved.map(() => randomUUID()).toSorted();
    return {
      scope: threatModel,
      label: 'threats.label.move',
      records: inOrder(moved).flatMap((row, at) => [
        ...copied(records, row, newIds[at] ?? randomUUID(), componentId),
        { op: 'delete', kind: 'threat', id: row.id },
      ]),
    };
  };

const copied = (
  records: Records,
  threat: RecordRow,
  id: string,
  componentId: string,
): RecordChange[] => {
  const held = (['mitigation', 'comment'] as const).flatMap((kind) =>
    inOrder(records.children(kind, threat.id)),
  );
  const create = ({ kind, local }: RecordRow, newId: string, parentId: string): RecordChange => {
    const values = fieldValues(kind, local, contentNames(kind));
    return { op: 'create', kind, id: newId, parentId, values };
  };
  return [create(threat, id, componentId), ...held.map((row) => create(row, randomUUID(), id))];
};
