import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { RecordChange } from '#shared/desktop/change.ts';
import { rowsAtOnce, type RegisterKind, type RegisterRow } from '#shared/desktop/register.ts';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { asUnsaved } from '../kernel/desktop/in-turn.ts';
import {
  applyWorkspaceChange,
  offerUndoBy,
  takeBackAll,
} from '../kernel/workspace/apply-workspace-change.tsx';
import { isCanvasShown } from '../kernel/workspace/location.ts';
import { noteChangedModels } from './register-history.ts';

/** The maximum number of threats that one change may affect. */
export const maxChanged = 5000;

type Label =
  | 'threats.label.status'
  | 'threats.label.priority'
  | 'threats.label.edit'
  | 'threats.label.delete'
  | 'threats.label.move'
  | 'threats.label.add-comment'
  | 'mitigations.label.add'
  | 'mitigations.label.status'
  | 'mitigations.label.edit'
  | 'mitigations.label.delete';

/**
 * Tells if there are more threats than one change or one copy may include, and shows a notification in
 * this case. Actions by keyboard need this check, because only buttons can be disabled.
 */
export const isTooMany = (numbers: readonly number[]): boolean => {
  if (numbers.length <= maxChanged) return false;
  notifications.show({ message: i18next.t('too-many', { ns: 'register', count: maxChanged }) });
  return true;
};

/** Reads the rows of threats from the store, because the window may not have read all of them yet. */
export const rowsOf = async (numbers: readonly number[]): Promise<RegisterRow[]> => {
  const rows: RegisterRow[] = [];
  for (let first = 0; first < numbers.length; first += rowsAtOnce) {
    const page = numbers.slice(first, first + rowsAtOnce);
    rows.push(...(await desktop.register.rows({ numbers: page })));
  }
  return rows;
};

/**
 * Changes threats or mitigations, with one undo step in each model. Offers to undo a deletion, or a
 * change of several rows. Returns false if there are too many rows or the change failed, so that the
 * selection can stay for another attempt.
 */
export const changeThreats = async (
  numbers: readonly number[],
  label: Label,
  changesOf: (row: RegisterRow) => RecordChange[],
): Promise<boolean> =>
  !isTooMany(numbers) && (await asUnsaved(() => changeRows(numbers, label, changesOf)));

const changeRows: typeof changeThreats = async (numbers, label, changesOf) => {
  try {
    const rows = await rowsOf(numbers);
    if (rows.length === 0) {
      // Without rows, somebody else has deleted all of these threats.
      notifications.show({ message: i18next.t('RECORD_GONE.title', { ns: 'errors' }) });
      return true;
    }
    const changed = rows.flatMap((row) => {
      const records = changesOf(row);
      return records.length > 0 ? [{ scope: row.model.id, records }] : [];
    });
    if (changed.length === 0) return true;
    const byModel = Map.groupBy(changed, ({ scope }) => scope);
    noteChangedModels([...byModel.keys()]);
    for (const [scope, changes] of byModel) {
      const records = changes.flatMap((each) => each.records);
      if (!(await applyIn(scope, label, records))) return false;
    }
    if (changed.length > 1 || isDeletion(label)) {
      offerUndo([...byModel.keys()], label, changed.length);
    }
    return true;
  } catch (error) {
    showError(error);
    return false;
  }
};

/**
 * Sets the status of threats or mitigations. For a mitigation, an empty value stands for `null`, which
 * is the status “Proposed”. After a switch between the two, the rows of the other kind stay until the new
 * ones are read. They are left out, because their statuses are others.
 */
export const changeStatus = (numbers: readonly number[], of: RegisterKind, status: string): void =>
  void changeThreats(
    numbers,
    of === 'threat' ? 'threats.label.status' : 'mitigations.label.status',
    ({ kind, id }) =>
      kind === of
        ? [{ op: 'update', kind, id, values: { status: status === '' ? null : status } }]
        : [],
  );

const isDeletion = (label: Label): boolean => label.endsWith('.delete');

/**
 * Applies changes in a model. If a canvas of the model is shown, the canvas store commits the changes,
 * so that the canvas shows them at once. Returns false after an error was shown.
 */
const applyIn = async (scope: string, label: Label, records: RecordChange[]): Promise<boolean> => {
  const { canvasId, modelId, commit } = useCanvas.getState();
  if (modelId !== scope || canvasId === null || !isCanvasShown(canvasId)) {
    return await applyWorkspaceChange({ scope, label, records });
  }
  commit({ label, records });
  return true;
};

const noticeKeys = {
  threat: { changed: 'changed', deleted: 'deleted' },
  mitigation: { changed: 'changed-mitigations', deleted: 'deleted-mitigations' },
} as const;

export const offerUndo = (scopes: readonly string[], label: Label, count: number): void => {
  const keys = noticeKeys[label.startsWith('threats') ? 'threat' : 'mitigation'];
  const key = isDeletion(label) ? keys.deleted : keys.changed;
  offerUndoBy(i18next.t(key, { ns: 'register', count }), () =>
    takeBackAll(
      scopes.map((scope) => ({ scope, steps: 1 })),
      label,
    ),
  );
};
