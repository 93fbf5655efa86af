import type { CanvasDocument } from '#shared/canvas/document.ts';
import { recordKinds } from '#shared/records/record-kinds.ts';
import { recordAncestors } from '../store/record-ancestors.ts';
import { isOwn, shownComponents, withoutComponents, type Ids } from './component-ids.ts';

/**
 * Tells if a canvas is in a copy of a collection. A record is a copy if its local ID is also the
 * service's ID of another local record, the original.
 */
const isInCopy = ({ records, idMap }: Ids, canvasId: string): boolean => {
  const ancestors = recordAncestors(records, 'canvas', canvasId);
  return recordKinds.some((kind) => {
    const id = ancestors[kind];
    const original = id === undefined ? null : idMap.localId(kind, id);
    return original !== null && original !== id;
  });
};

/**
 * Tells if a component of the original was deleted here, and this delete did not end before the collection
 * was copied, because it was in conflict. The component then still has the same ID here and at the
 * service. Components that were copied have different ones.
 */
const isDeletedOriginal = ({ records, idMap }: Ids, id: string): boolean =>
  !records.has('component', id) && idMap.serviceId('component', id) === id;

/**
 * Returns the drawing of a canvas. In a copied collection, references to components of the original are
 * left out, because an undo or a restored version may have brought them back.
 *
 * @param read Returns drawings of the service. References that these drawings have are kept, because
 *   others added them to the copy.
 */
export const withoutOriginals = (
  store: Ids,
  canvasId: string,
  drawing: CanvasDocument,
  read: () => readonly (CanvasDocument | null)[],
): CanvasDocument => {
  if (!isInCopy(store, canvasId)) return drawing;
  const known = new Set(read().flatMap((each) => (each ? shownComponents(each) : [])));
  const foreign = shownComponents(drawing).filter(
    (id) => !known.has(id) && (!isOwn(store, id) || isDeletedOriginal(store, id)),
  );
  return foreign.length === 0 ? drawing : withoutComponents(drawing, new Set(foreign));
};
