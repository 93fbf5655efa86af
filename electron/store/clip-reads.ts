import {
  componentCopySchema,
  type ComponentCopy,
  type ExistingComponent,
} from '#shared/desktop/clip.ts';
import type { Deleted } from './deleted.ts';
import { inOrder } from './in-order.ts';
import { present, type Records } from './records.ts';

type Parts = { records: Records; deleted: Deleted };

/** The queries for copy and paste. */
export const createClipReads = ({ records, deleted }: Parts) => {
  const modelOf = (canvasId: string | null): string | null =>
    (canvasId === null ? null : records.find('canvas', canvasId)?.parentId) ?? null;

  return {
    /** Returns copies of the components that exist, with their threats and mitigations. */
    componentCopies: (ids: readonly string[]): ComponentCopy[] =>
      ids.flatMap((id) => {
        const row = records.find('component', id);
        if (!row) return [];
        const threats = inOrder(records.children('threat', id)).map((threat) => ({
          ...present('threat', threat),
          mitigations: inOrder(records.children('mitigation', threat.id)).map((mitigation) =>
            present('mitigation', mitigation),
          ),
        }));
        return [componentCopySchema.parse({ ...present('component', row), threats })];
      }),

    /**
     * Returns the components of `ids` that are in the same model as the canvas, and those that belonged
     * to the canvas and were deleted. Leaves out all others.
     */
    standings: (canvasId: string, ids: readonly string[]): ExistingComponent[] => {
      const model = modelOf(canvasId);
      const missing: string[] = [];
      const found = ids.flatMap((id): ExistingComponent[] => {
        const row = records.find('component', id);
        if (!row) missing.push(id);
        if (!row || modelOf(row.parentId) !== model) return [];
        return [{ id, isDeleted: false, title: String(row.local['title']) }];
      });
      const removed = [...deleted.components(missing)].flatMap(
        ([id, [component]]): ExistingComponent[] => {
          if (component?.op !== 'put' || component.parentId !== canvasId) return [];
          return [{ id, isDeleted: true, title: String(component.values['title']) }];
        },
      );
      return [...found, ...removed];
    },
  };
};
