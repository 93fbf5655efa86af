import type { RecordChange, ChangeInput } from '#shared/desktop/change.ts';
import { movedComment } from '#shared/records/moved-comment.ts';
import { newId } from '#shared/records/new-id.ts';
import { contentNames } from '#shared/records/record-fields.ts';
import { fieldValues } from '#shared/records/record-values.ts';
import { inOrder } from './in-order.ts';
import { recordAncestors } from './record-ancestors.ts';
import { present, type RecordRow, type Records } from './records.ts';

/**
 * Plans a move of threats to another component of their model, with their mitigations and comments. The
 * service does not let a threat change its component. So the threats are created again in the other
 * component, and keep their numbers. Returns `null` if the component or a threat no longer exists, or if
 * a threat is in another model.
 */
export const createMoveThreats =
  (records: Records, isMine: (userId: string) => boolean) =>
  ({ ids, componentId }: { ids: readonly string[]; componentId: string }): ChangeInput | null => {
    const { threatModel } = recordAncestors(records, 'component', componentId);
    const rows = ids.flatMap((id) => records.find('threat', id) ?? []);
    const isInModel = ({ id }: RecordRow): boolean =>
      recordAncestors(records, 'threat', id).threatModel === threatModel;
    if (threatModel === undefined || rows.length < ids.length || !rows.every(isInModel))
      return null;
    const moved = rows.filter(({ parentId }) => parentId !== componentId);
    return {
      scope: threatModel,
      label: 'threats.label.move',
      records: inOrder(moved).flatMap((row) => [
        ...copied({ records, isMine }, row, componentId),
        { op: 'delete', kind: 'threat', id: row.id },
      ]),
    };
  };

type NewRecord = Extract<RecordChange, { op: 'create' }>;
type Parts = { records: Records; isMine: (userId: string) => boolean };

const copied = (
  { records, isMine }: Parts,
  threat: RecordRow,
  componentId: string,
): RecordChange[] => {
  const create = ({ kind, local }: RecordRow, parentId: string): NewRecord => {
    const values = fieldValues(kind, local, contentNames(kind));
    return { op: 'create', kind, id: newId(), parentId, values };
  };
  const moved = create(threat, componentId);
  const below = (['mitigation', 'comment'] as const).flatMap((kind) => {
    const rows = inOrder(records.children(kind, threat.id));
    return rows.map((row) => {
      const change = create(row, moved.id);
      return kind === 'comment' ? withAuthor(change, row, isMine) : change;
    });
  });
  return [{ ...moved, movedFrom: threat.id }, ...below];
};

const withAuthor = (change: NewRecord, row: RecordRow, isMine: Parts['isMine']): NewRecord => {
  const comment = present('comment', row);
  const text = movedComment(comment, isMine(comment.user.id));
  return { ...change, values: { ...change.values, text } };
};
