import type { RecordChange } from '#shared/desktop/change.ts';
import { newId } from '#shared/records/new-id.ts';
import { contentNames } from '#shared/records/record-fields.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { fieldValues } from '#shared/records/record-values.ts';
import { inOrder } from './in-order.ts';
import type { RecordRow, Records } from './records.ts';

type ComponentCopy = {
  id: string;
  records: RecordChange[];
  /** The new IDs, by original ID. */
  ids: ReadonlyMap<string, string>;
};

const copyOf = ({ kind, local }: RecordRow, parentId: string): RecordChange & { id: string } => {
  const values = fieldValues(kind, local, contentNames(kind));
  return { op: 'create', kind, id: newId(), parentId, values };
};

/**
 * Returns a function that looks up children in `rows`. All rows are read together, because one query for
 * each parent takes many times as long. The children are in order, so that their copies reach the
 * service in the same order.
 */
export const childrenIn = (rows: readonly RecordRow[]): Pick<Records, 'children'> => {
  const byParent = Map.groupBy(rows, ({ parentId }) => parentId);
  return {
    children: (kind, parentId) =>
      inOrder((byParent.get(parentId) ?? []).filter((row) => row.kind === kind)),
  };
};

/**
 * Plans a copy of a component and its descendants on another canvas. A copy is necessary, because the
 * service does not let a component change its canvas. The person becomes the author of copied comments.
 * `comments: false` leaves out all comments.
 */
export const copyComponent = (
  { children }: Pick<Records, 'children'>,
  component: RecordRow,
  canvasId: string,
  { comments }: { comments: boolean },
): ComponentCopy => {
  const kinds: RecordKind[] = comments ? ['mitigation', 'comment'] : ['mitigation'];
  const ids = new Map<string, string>();
  const copy = (row: RecordRow, parentId: string) => {
    const made = copyOf(row, parentId);
    ids.set(row.id, made.id);
    return made;
  };
  const copied = copy(component, canvasId);
  const threats = children('threat', component.id).flatMap((threat) => {
    const made = copy(threat, copied.id);
    const below = kinds.flatMap((kind) => children(kind, threat.id));
    return [made, ...below.map((row) => copy(row, made.id))];
  });
  return { id: copied.id, records: [copied, ...threats], ids };
};
