import type { ElementColor } from '../canvas-colors.ts';
import type { CanvasDocument, CanvasNode } from '../document.ts';
import { hasScope } from '../element-kinds.ts';
import { isBoundary } from '../geometry.ts';
import { edgeById, nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { withGrowth } from './grow.ts';

type Mark = 'outOfScope' | 'locked' | 'collapsed';

const nodesOf = (document: CanvasDocument, ids: Iterable<string>): CanvasNode[] =>
  [...ids].flatMap((id) => nodeById(document, id) ?? []);

const mark = (nodes: readonly CanvasNode[], key: Mark, isOn: boolean): CanvasOperation =>
  nodes
    .filter(({ data }) => (data[key] === true) !== isOn)
    .map(({ id }) => ({
      kind: 'setNode',
      id,
      ...(isOn ? { data: { [key]: true } } : { unsetData: [key] }),
    }));

/**
 * Marks components and boundaries as out of scope, or as in scope again. Notes stay unchanged, because
 * they have no threats.
 */
export const setOutOfScope = (
  document: CanvasDocument,
  ids: Iterable<string>,
  isOn: boolean,
): CanvasOperation => mark(nodesOf(document, ids).filter(hasScope), 'outOfScope', isOn);

export const setLocked = (
  document: CanvasDocument,
  ids: Iterable<string>,
  isOn: boolean,
): CanvasOperation => mark(nodesOf(document, ids), 'locked', isOn);

/**
 * Collapses boundaries to their label, or expands them to their earlier size. A parent grows if the
 * expanded boundary does not fit into it. This happens if the person moved the collapsed boundary to the
 * parent's edge.
 */
export const setCollapsed = (
  document: CanvasDocument,
  ids: Iterable<string>,
  isOn: boolean,
): CanvasOperation => {
  const boundaries = nodesOf(document, ids).filter(isBoundary);
  const operation = mark(boundaries, 'collapsed', isOn);
  if (isOn) return operation;
  return withGrowth(
    document,
    operation,
    boundaries.map(({ id }) => id),
  );
};

/** Sets the color of nodes and flows. With `null`, an element has the color of its kind again. */
export const setColor = (
  document: CanvasDocument,
  ids: Iterable<string>,
  color: ElementColor | null,
): CanvasOperation => {
  const patch = color === null ? { unsetData: ['color'] } : { data: { color } };
  return [...ids].flatMap((id): CanvasOperation => {
    const node = nodeById(document, id);
    const element = node ?? edgeById(document, id);
    if (!element || (element.data?.color ?? null) === color) return [];
    return [{ kind: node ? 'setNode' : 'setEdge', id, ...patch }];
  });
};
