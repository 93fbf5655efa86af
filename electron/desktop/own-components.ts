import type { ChangeInput } from '#shared/desktop/change.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { scopeWithin } from '../store/record-ancestors.ts';
import type { Records } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/**
 * Returns a gesture on a canvas without its updates and deletes of components that are not in the model
 * of the gesture. An element may show a component that was deleted, or that is in another model. The
 * window cannot tell, because its list of components may be out of date.
 */
const withOwnComponents = (records: Records, change: ChangeInput): ChangeInput => {
  const { scope, drawings = [], records: changes = [] } = change;
  if (drawings.length === 0) return change;
  const models = new Map<string | null, string>();
  const modelOf = (canvasId: string | null): string => {
    const known = models.get(canvasId) ?? scopeWithin(records, 'component', canvasId);
    models.set(canvasId, known);
    return known;
  };
  const made = new Set<string>();
  const own = changes.filter(({ op, kind, id }) => {
    if (kind !== 'component') return true;
    if (op !== 'update' && op !== 'delete') made.add(id);
    const row = made.has(id) ? null : records.find(kind, id);
    return made.has(id) || (row !== null && modelOf(row.parentId) === scope);
  });
  return { ...change, records: own };
};

/** Applies a gesture of the window. Returns the kinds of record that changed. */
export const applyGesture = (
  { records, changes }: Pick<Store, 'records' | 'changes'>,
  change: ChangeInput,
): RecordKind[] => changes.apply(withOwnComponents(records, change));
