import type { CanvasDocument } from '#shared/canvas/document.ts';
import { recordKinds } from '#shared/records/record-kinds.ts';
import { recordAncestors } from '../store/record-ancestors.ts';
import { isOwn, shownComponents, withoutComponents, type Ids } from './component-ids.ts';

/**
 * Tells if a canvas is in a copy of a collection. The local ID of a copied record is the ID that the
 * original has at the service.
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
 * Removes references to components of the original from the drawing of a canvas in a copied collection.
 * An undo or a restored version may bring back elements with such references.
 *
 * @param read Returns drawings of the service. References in these drawings are kept, because others
 *   added them to the copy.
 */
export const withoutOriginals = (
  store: Ids,
  canvasId: string,
  drawing: CanvasDocument,
  read: () => readonly (CanvasDocument | null)[],
): CanvasDocument => {
  if (!isInCopy(store, canvasId)) return drawing;
  const known = new Set(read().flatMap((each) => (each ? shownComponents(each) : [])));
  const foreign = shownComponents(drawing).filter((id) => !known.has(id) && !isOwn(store, id));
  return foreign.length === 0 ? drawing : withoutComponents(drawing, new Set(foreign));
};
