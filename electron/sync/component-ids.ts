import type { CanvasDocument } from '#shared/canvas/document.ts';
import { translateComponentIds } from '#shared/canvas/translate-component-ids.ts';
import { byId } from '#shared/merge/by-id.ts';
import type { IdMap } from '../store/id-map.ts';
import type { Store } from '../store/store.ts';

/**
 * Among the fields of an update: the service's drawing names components by ids that it does not know,
 * and the right ones are known here. Nothing else of the drawing need have changed.
 */
export const componentIds = 'component ids';

/**
 * In the data of an element at the service: the component that it shows, by the id of the store that
 * made it, until the service has it. Only that store knows the id, so to others the element shows no
 * component. It stays in the drawing, so nothing that happens to the queue can lose the reference.
 */
const unsentKey = 'unsentComponentId';

type Data = { componentId?: string | undefined; [key: string]: unknown };
type Named = { id: string; data?: Data | undefined };
const componentOf = ({ data }: Named): string | undefined => data?.componentId;
type Ids = Pick<Store, 'records' | 'idMap'>;

const inElements = (
  drawing: CanvasDocument,
  change: <Element extends Named>(element: Element) => Element,
): CanvasDocument => ({
  ...drawing,
  nodes: drawing.nodes.map(change),
  edges: drawing.edges.map(change),
});

const localId = (idMap: IdMap, id: string): string | null =>
  idMap.localId('component', id) ?? idMap.formerLocalId('component', id);

/** Whether a component is here and the service does not have it, or does not have it any more. */
const isUnsent = ({ records, idMap }: Ids, id: string): boolean =>
  idMap.serviceId('component', id) === null && records.has('component', id);

const isOurs = ({ records, idMap }: Ids, id: string): boolean =>
  records.has('component', id) ||
  idMap.serviceId('component', id) !== null ||
  idMap.formerServiceId('component', id) !== null;

/** The drawing without its references to a component: the elements stay, and show none. */
export const withoutComponent = (drawing: CanvasDocument, id: string): CanvasDocument =>
  inElements(drawing, (element) => {
    const { componentId, ...data } = { ...element.data };
    return componentId === id ? { ...element, data } : element;
  });

/** A drawing with the ids of the service. */
export const withServiceIds = (idMap: IdMap, drawing: CanvasDocument): CanvasDocument =>
  translateComponentIds(
    drawing,
    (id) => idMap.serviceId('component', id) ?? idMap.formerServiceId('component', id),
  );

/** A drawing as it is sent. As a component it names none that the service does not have. */
export const asSent = (store: Ids, drawing: CanvasDocument): CanvasDocument =>
  withServiceIds(
    store.idMap,
    inElements(drawing, (element) => {
      const { componentId, ...data } = { ...element.data };
      if (componentId === undefined || !isUnsent(store, componentId)) return element;
      return { ...element, data: { ...data, [unsentKey]: componentId } };
    }),
  );

/** The drawing with the unsent components that it names in the place of others. */
const withUnsent = (
  drawing: CanvasDocument,
  isMeant: (componentId: string) => boolean,
): CanvasDocument =>
  inElements(drawing, (element) => {
    const { [unsentKey]: unsent, ...data } = { ...element.data };
    if (typeof unsent !== 'string' || !isMeant(unsent)) return element;
    return { ...element, data: { ...data, componentId: data.componentId ?? unsent } };
  });

/**
 * A drawing of the service as it is stored here. `base` is what was known of it: an unsent component
 * in it is of this store, also when the component is not here any more.
 */
export const withLocalIds = (
  store: Ids,
  drawing: CanvasDocument,
  base: CanvasDocument | null = null,
): CanvasDocument => {
  const known = new Set([...(base?.nodes ?? []), ...(base?.edges ?? [])].map(componentOf));
  return translateComponentIds(
    withUnsent(drawing, (id) => known.has(id) || isOurs(store, id)),
    (id) => localId(store.idMap, id),
  );
};

/** The same of a drawing that was deleted here, with the components that were not sent. */
export const withAllLocalIds = ({ idMap }: Ids, drawing: CanvasDocument): CanvasDocument =>
  translateComponentIds(
    withUnsent(drawing, () => true),
    (id) => localId(idMap, id),
  );

/**
 * Whether a drawing of the service names a component that is here by an id that the service does not
 * know: an id of this store, or one that the component had there before.
 */
export const namesUnknownIds = (store: Ids, { nodes, edges }: CanvasDocument): boolean =>
  [...nodes, ...edges].some(({ data }) => {
    const unsent = data?.[unsentKey];
    if (typeof unsent === 'string' && store.idMap.serviceId('component', unsent) !== null) {
      return true;
    }
    const id = data?.componentId;
    if (id === undefined || store.idMap.localId('component', id) !== null) return false;
    const local = localId(store.idMap, id) ?? id;
    return store.idMap.serviceId('component', local) !== null || isUnsent(store, local);
  });

/**
 * The service's drawing with references that others have taken out, because the service does not
 * have the components. They are here, and may be made there again.
 */
export const withReferencesOf = (
  { records, idMap, conflicts }: Pick<Store, 'records' | 'idMap' | 'conflicts'>,
  theirs: CanvasDocument,
  base: CanvasDocument,
): CanvasDocument => {
  const isMissing = (id: string): boolean =>
    isUnsent({ records, idMap }, id) || conflicts.find('component', id)?.type === 'deletedThere';
  const withReference =
    (from: ReadonlyMap<string, Named>) =>
    <Element extends Named>(element: Element): Element => {
      const componentId = from.get(element.id)?.data?.componentId;
      if (element.data?.componentId !== undefined || !componentId || !isMissing(componentId)) {
        return element;
      }
      return { ...element, data: { ...element.data, componentId } };
    };
  return {
    ...theirs,
    nodes: theirs.nodes.map(withReference(byId(base.nodes))),
    edges: theirs.edges.map(withReference(byId(base.edges))),
  };
};
