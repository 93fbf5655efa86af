import type { CanvasDocument } from '../document.ts';
import { edgeById, nodeById } from '../lookup.ts';
import type { CanvasOperation } from '../operation.ts';
import { propertiesOf, type SecurityKey, type SecurityValue } from '../security-properties.ts';

/**
 * Sets a security property of elements; `undefined` makes it unknown. Elements of kinds without this
 * property stay as they are.
 */
export const describe = (
  document: CanvasDocument,
  ids: Iterable<string>,
  key: SecurityKey,
  value: SecurityValue | undefined,
): CanvasOperation =>
  [...ids].flatMap((id): CanvasOperation => {
    const node = nodeById(document, id);
    const element = node ?? edgeById(document, id);
    if (!element || !propertiesOf(node ? node.type : 'flow').includes(key)) return [];
    if (element.data?.[key] === value) return [];
    const patch = value === undefined ? { unsetData: [key] } : { data: { [key]: value } };
    return [{ kind: node ? 'setNode' : 'setEdge', id, ...patch }];
  });
