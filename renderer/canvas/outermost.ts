import type { CanvasDocument } from '#shared/canvas/document.ts';
import { ancestorsOf, nodeById } from '#shared/canvas/lookup.ts';

/** Of some nodes those that are not held by others of them: what a boundary holds goes along. */
export const outermostOf = (document: CanvasDocument, ids: readonly string[]): string[] => {
  const all = new Set(ids);
  return ids.filter((id) => {
    const node = nodeById(document, id);
    return node && !ancestorsOf(document, node).some((each) => all.has(each.id));
  });
};
