import type { CanvasDocument, CanvasNode } from '../document.ts';
import { isConnectable, type ComponentElementKind } from '../element-kinds.ts';
import { nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';

/**
 * Tells if a node can become another kind of component. Boundaries and notes cannot, because no flow can
 * end at them, and a note has no threats.
 */
export const canChangeKind = ({ type }: Pick<CanvasNode, 'type'>): boolean => isConnectable(type);

/** Changes the kind of components, and nothing else about them. */
export const changeKind = (
  document: CanvasDocument,
  ids: Iterable<string>,
  type: ComponentElementKind,
): CanvasOperation =>
  [...ids]
    .flatMap((id) => nodeById(document, id) ?? [])
    .filter((node) => canChangeKind(node) && node.type !== type)
    .map(({ id }) => ({ kind: 'setNode', id, fields: { type } }));
