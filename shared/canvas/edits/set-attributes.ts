import { same } from '../../merge/same-value.ts';
import type { CanvasDocument } from '../document.ts';
import { hasScope } from '../element-kinds.ts';
import { nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';

/** Changes the attributes of several nodes. Notes stay unchanged, because they have no attributes. */
export const setAttributes = (
  document: CanvasDocument,
  ids: Iterable<string>,
  change: (attributes: readonly string[]) => readonly string[],
): CanvasOperation =>
  [...ids].flatMap((id): CanvasOperation => {
    const node = nodeById(document, id);
    if (!node || !hasScope(node)) return [];
    const before = node.data.attributes ?? [];
    const attributes = [...new Set(change(before))];
    if (same(before, attributes)) return [];
    const patch = attributes.length > 0 ? { data: { attributes } } : { unsetData: ['attributes'] };
    return [{ kind: 'setNode', id, ...patch }];
  });
