import type { CanvasDocument } from '#shared/canvas/document.ts';
import { translateComponentIds } from '#shared/canvas/translate-component-ids.ts';
import type { IdMap } from '../store/id-map.ts';

/**
 * Among the fields of an update: the service's drawing names components by ids that it does not know,
 * and the right ones are known here. Nothing else of the drawing need have changed.
 */
export const componentIds = 'component ids';

const localId = (idMap: IdMap, id: string): string | null =>
  idMap.localId('component', id) ?? idMap.formerLocalId('component', id);

/**
 * A drawing as it is sent. A component that is to be made at the service again still goes by its
 * former id there: an id of this store means nothing to anybody else.
 */
export const withServiceIds = (idMap: IdMap, drawing: CanvasDocument): CanvasDocument =>
  translateComponentIds(
    drawing,
    (id) => idMap.serviceId('component', id) ?? idMap.formerServiceId('component', id),
  );

/** A drawing of the service as it is stored here. */
export const withLocalIds = (idMap: IdMap, drawing: CanvasDocument): CanvasDocument =>
  translateComponentIds(drawing, (id) => localId(idMap, id));

/**
 * Whether a drawing of the service names a component by an id of this store, or by one that the
 * component no longer has, while its present id is known.
 */
export const namesOldIds = (idMap: IdMap, { nodes, edges }: CanvasDocument): boolean =>
  [...nodes, ...edges].some(({ data }) => {
    const id = data?.componentId;
    if (id === undefined || idMap.localId('component', id) !== null) return false;
    return idMap.serviceId('component', localId(idMap, id) ?? id) !== null;
  });
