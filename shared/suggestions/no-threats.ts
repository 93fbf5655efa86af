import { z } from 'zod';
import type { CanvasDocument } from '../canvas/document.ts';
import { roleOf } from '../canvas/element-kinds.ts';
import { edgeById, nodeById } from '../canvas/lookup.ts';
import type { CanvasOperation } from '../canvas/operation.ts';

/**
 * Records that somebody has considered an element and found no threats. The record is stored in the
 * element's `data` under one key. `by` is a name, or empty if it is unknown. `at` is in ISO 8601.
 */
export const noThreatsKey = 'noThreats';

/** Other programs may write anything here. Any object counts as a record. */
const recordSchema = z.object({ by: z.string().catch(''), at: z.string().catch('') });
export type NoThreats = z.infer<typeof recordSchema>;

export const noThreatsIn = (
  data: Readonly<Record<string, unknown>> | undefined,
): NoThreats | null => recordSchema.safeParse(data?.[noThreatsKey]).data ?? null;

/**
 * Records that elements have no threats; `null` removes the record. Notes are ignored, because they have no
 * threats anyway.
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
