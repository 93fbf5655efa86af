import { z } from 'zod';
import type { CanvasDocument } from '../canvas/document.ts';
import { roleOf } from '../canvas/element-kinds.ts';
import { edgeById, nodeById } from '../canvas/lookup.ts';
import type { CanvasOperation } from '../canvas/operation.ts';

/**
 * The key under which the `data` of an element records that somebody considered the element and found
 * no threats.
 */
export const noThreatsKey = 'noThreats';

/**
 * `by` is the name of the person, or empty if it is unknown. `at` is a time in ISO 8601. Other
 * programs may write anything under this key, so any object counts as a record.
 */
const recordSchema = z.object({ by: z.string().catch(''), at: z.string().catch('') });
export type NoThreats = z.infer<typeof recordSchema>;

export const noThreatsIn = (
  data: Readonly<Record<string, unknown>> | undefined,
): NoThreats | null => recordSchema.safeParse(data?.[noThreatsKey]).data ?? null;

/**
 * Returns the operation that records that elements have no threats. If `record` is `null`, the
 * operation removes the records instead. Notes are skipped, because they have no threats anyway.
 */
export const setNoThreats = (
  document: CanvasDocument,
  ids: Iterable<string>,
  record: NoThreats | null,
): CanvasOperation => {
  const patch = record ? { data: { [noThreatsKey]: record } } : { unsetData: [noThreatsKey] };
  return [...ids].flatMap((id): CanvasOperation => {
    const node = nodeById(document, id);
    const element = node ?? edgeById(document, id);
    if (!element || (node && roleOf(node.type) === 'note')) return [];
    if ((noThreatsIn(element.data) !== null) === (record !== null)) return [];
    return [{ kind: node ? 'setNode' : 'setEdge', id, ...patch }];
  });
};
