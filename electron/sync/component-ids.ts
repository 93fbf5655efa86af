import type { CanvasDocument } from '#shared/canvas/document.ts';
import { translateComponentIds } from '#shared/canvas/translate-component-ids.ts';
import { byId } from '#shared/merge/by-id.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import type { IdMap } from '../store/id-map.ts';
import type { RecordRow } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/**
 * A marker in the list of fields of an update. It makes sync send the drawing even if nothing in it has
 * changed, because the service's version of the drawing refers to components by IDs that the service
 * does not know.
 */
export const componentIds = 'component ids';

/**
 * A key in the data of an element at the service. Its value is the local ID of a component that the
 * service does not have yet. Others do not know this ID, so for them the element shows no component.
 * Because the reference is in the drawing, it survives even if the outbox is lost.
 */
export const unsentKey = 'unsentComponentId';

type Data = { componentId?: string | undefined; [key: string]: unknown };
type Named = { id: string; data?: Data | undefined };
const componentOf = ({ data }: Named): string | undefined => data?.componentId;
export type Ids = Pick<Store, 'records' | 'idMap'>;

/** Returns the IDs of the components that the elements of a drawing show. */
export const shownComponents = ({ nodes, edges }: CanvasDocument): string[] =>
  [...nodes, ...edges].flatMap((each) => componentOf(each) ?? []);

/**
 * Returns the same lookups as the store, but faster for a drawing with many elements. One query finds
 * all components that neither the store nor the service knows, instead of five queries for each element.
 */
export const idsFor = ({ records, idMap }: Ids, drawing: CanvasDocument): Ids => {
  const unknown = idMap.unknown('component', shownComponents(drawing));
  const known =
    (find: (kind: RecordKind, id: string) => string | null) =>
    (kind: RecordKind, id: string): string | null =>
      kind === 'component' && unknown.has(id) ? null : find(kind, id);
  return {
    records: {
      ...records,
      has: (kind, id) => !(kind === 'component' && unknown.has(id)) && records.has(kind, id),
    },
    idMap: {
      ...idMap,
      serviceId: known(idMap.serviceId),
      localId: known(idMap.localId),
      formerServiceId: known(idMap.formerServiceId),
      formerLocalId: known(idMap.formerLocalId),
    },
  };
};

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

/** Tells if this store has a component that the service does not have now. */
const isUnsent = ({ records, idMap }: Ids, id: string): boolean =>
  idMap.serviceId('component', id) === null && records.has('component', id);

/** Tells if the service has or had a component of this store. */
const wasSent = ({ idMap }: Pick<Ids, 'idMap'>, id: string): boolean =>
  (idMap.serviceId('component', id) ?? idMap.formerServiceId('component', id)) !== null;

/**
 * Tells if this store has the component, or knows an ID that the component has or had at the service.
 */
export const isOwn = (store: Ids, id: string): boolean =>
  store.records.has('component', id) || wasSent(store, id);

/**
 * Tells if this store has the component in a model that is not in `modelIds`. Returns false if `modelIds`
 * is empty.
 */
const isInOtherModel = (
  { records }: Pick<Ids, 'records'>,
  id: string,
  modelIds: readonly string[],
): boolean => {
  const row = modelIds.length === 0 ? null : records.find('component', id);
  const canvas = row?.parentId ? records.find('canvas', row.parentId) : null;
  return canvas !== null && !modelIds.includes(canvas.parentId ?? '');
};

/**
 * Tells if an ID under `unsentKey` means a component of this store. `modelIds` are the local IDs of the
 * models to which the drawing may belong (see `modelsHere`). If somebody has created a deleted model
 * again, the drawings of the new model name components of this store too, but these belong to the deleted
 * model.
 */
const isMeantHere = (store: Ids, id: string, modelIds: readonly string[]): boolean =>
  isOwn(store, id) && !isInOtherModel(store, id, modelIds);

/** Returns the drawing without references to the components `ids`. The elements stay. */
export const withoutComponents = (
  drawing: CanvasDocument,
  ids: ReadonlySet<string>,
): CanvasDocument =>
  inElements(drawing, (element) => {
    const { componentId, ...data } = { ...element.data };
    return componentId !== undefined && ids.has(componentId) ? { ...element, data } : element;
  });

/** Returns the drawing without references to components that this store does not have. */
export const withoutUnknown = (
  { records }: Pick<Ids, 'records'>,
  drawing: CanvasDocument,
): CanvasDocument => {
  const unknown = shownComponents(drawing).filter((id) => !records.has('component', id));
  return withoutComponents(drawing, new Set(unknown));
};

/** Returns the IDs of all canvases in the component's threat model. */
const canvasesAround = ({ records }: Pick<Store, 'records'>, { parentId }: RecordRow): string[] => {
  const canvas = parentId === null ? null : records.find('canvas', parentId);
  if (!canvas?.parentId) return [];
  return records.children('canvas', canvas.parentId).map(({ id }) => id);
};

/** Returns the IDs of those canvases in the component's threat model that show the component. */
export const canvasesNaming = (
  { records, documents }: Pick<Store, 'records' | 'documents'>,
  row: RecordRow,
): string[] =>
  canvasesAround({ records }, row).filter((each) => documents.drawnComponents.isOn(each, row.id));

/**
 * Like `canvasesNaming`, but includes canvases that may show the component again after an undo or a
 * decision.
 */
export const canvasesThatMayName = (
  { records, documents }: Pick<Store, 'records' | 'documents'>,
  row: RecordRow,
): string[] =>
  canvasesAround({ records }, row).filter(
    (each) => documents.drawnComponents.isOn(each, row.id) || documents.mayReturn(each, row.id),
  );

/**
 * Queues a drawing because the service has the components `ids` again. While the service lacked these
 * components, others may have removed the references to them. So the references are removed from the
 * base, and the next merge treats the local references as new.
 */
export const nameAgain = (
  { documents, outbox }: Pick<Store, 'documents' | 'outbox'>,
  canvasId: string,
  ids: ReadonlySet<string>,
): void => {
  const isShown = [...ids].some((id) => documents.drawnComponents.isOn(canvasId, id));
  const base = isShown ? documents.base(canvasId) : null;
  if (base) documents.confirm(canvasId, withoutComponents(base, ids));
  outbox.update('canvas', canvasId, [componentIds]);
};

/**
 * Calls `nameAgain` for the drawings that show components inside a restored record, except drawings that
 * were restored with that record.
 */
export const nameRestored = (store: Store, kind: RecordKind, id: string): void => {
  const rows = store.records.subtree(kind, id);
  const restored = new Set(rows.flatMap((row) => (row.kind === 'canvas' ? [row.id] : [])));
  const ids = new Map<string, Set<string>>();
  for (const row of rows) {
    for (const canvasId of row.kind === 'component' ? canvasesNaming(store, row) : []) {
      if (!restored.has(canvasId)) ids.set(canvasId, (ids.get(canvasId) ?? new Set()).add(row.id));
    }
  }
  for (const [canvasId, each] of ids) nameAgain(store, canvasId, each);
};

export const withServiceIds = (idMap: IdMap, drawing: CanvasDocument): CanvasDocument =>
  translateComponentIds(drawing, (id) =>
    id.startsWith(elsewhere)
      ? id.slice(elsewhere.length)
      : (idMap.serviceId('component', id) ?? idMap.formerServiceId('component', id)),
  );

/**
 * Tells if a local ID belongs to a copied component. The original then has the same ID at the service.
 */
const isOfCopy = ({ idMap }: Pick<Ids, 'idMap'>, id: string): boolean => {
  const original = idMap.localId('component', id);
  return original !== null && original !== id;
};

/**
 * A prefix for the ID of a copied component. Without the prefix, others would mistake the ID for that of
 * the original.
 */
const copyOf = 'copy of ';

/** Returns the value of `unsentKey` for a component of this store. */
const unsentValue = (store: Pick<Ids, 'idMap'>, id: string): string =>
  isOfCopy(store, id) ? `${copyOf}${id}` : id;

/**
 * Returns the component ID in a value of `unsentKey`, or `null` if the value cannot be from this store.
 */
const unsentId = (store: Pick<Ids, 'idMap'>, value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const copied = value.startsWith(copyOf) ? value.slice(copyOf.length) : null;
  if (copied === null) return isOfCopy(store, value) ? null : value;
  return isOfCopy(store, copied) ? copied : null;
};

/**
 * Returns a drawing in the form in which it is sent. IDs of components that the service does not have
 * move to `unsentKey`.
 */
export const asSent = (store: Ids, drawing: CanvasDocument): CanvasDocument =>
  withServiceIds(
    store.idMap,
    inElements(drawing, (element) => {
      const { componentId, ...data } = { ...element.data };
      if (componentId === undefined || !isUnsent(store, componentId)) return element;
      return { ...element, data: { ...data, [unsentKey]: unsentValue(store, componentId) } };
    }),
  );

/**
 * Returns a drawing without those IDs under `unsentKey` that `componentId` has too. A merge can bring the
 * first one back after a component was discarded, and an undo can then restore the second one.
 */
export const withoutRepeated = (store: Ids, drawing: CanvasDocument): CanvasDocument => {
  const isRepeated = ({ data }: Named): boolean =>
    data?.componentId !== undefined && unsentId(store, data[unsentKey]) === data.componentId;
  if (!drawing.nodes.some(isRepeated) && !drawing.edges.some(isRepeated)) return drawing;
  return inElements(drawing, (element) => {
    if (!isRepeated(element)) return element;
    const { [unsentKey]: _repeated, ...data } = { ...element.data };
    return { ...element, data };
  });
};

/**
 * A prefix for the ID of a component in a drawing. It prevents that the ID is translated into the local
 * ID of a component in another model.
 *
 * This is needed if two people each create the same deleted model again. The drawings of both new models
 * then name a component by the same former service ID. In this store, that ID belongs to a component of
 * only one of the two models. So in the drawing of the other model, the ID gets the prefix.
 */
const elsewhere = 'elsewhere ';

/**
 * Adds the prefix `elsewhere` to former IDs of components that this store now has in a model outside of
 * `modelIds`, the models to which the drawing may belong. The prefix is removed again when the drawing is
 * sent.
 */
export const withForeignMarked = (
  store: Ids,
  drawing: CanvasDocument,
  modelIds: readonly string[],
): CanvasDocument => {
  if (modelIds.length === 0) return drawing;
  const isForeign = (id: string): boolean => {
    if (store.idMap.localId('component', id) !== null) return false;
    const local = store.idMap.formerLocalId('component', id);
    return local !== null && isInOtherModel(store, local, modelIds);
  };
  const foreign = new Set(shownComponents(drawing).filter(isForeign));
  if (foreign.size === 0) return drawing;
  return translateComponentIds(drawing, (id) => (foreign.has(id) ? `${elsewhere}${id}` : null));
};

/**
 * Replaces the service's component IDs in a drawing with local IDs. Call it before `withUnsent`, because
 * that function adds local IDs. In a copy of a collection, a local ID equals the service's ID of the
 * original, so it would be replaced by mistake.
 */
const withTranslated = ({ idMap }: Pick<Ids, 'idMap'>, drawing: CanvasDocument): CanvasDocument =>
  translateComponentIds(drawing, (id) => localId(idMap, id));

/** Moves component IDs from `unsentKey` back to `componentId`, if `isMeant` accepts them. */
const withUnsent = (
  store: Pick<Ids, 'idMap'>,
  drawing: CanvasDocument,
  isMeant: (componentId: string) => boolean,
): CanvasDocument =>
  inElements(drawing, (element) => {
    const { [unsentKey]: value, ...data } = { ...element.data };
    const unsent = unsentId(store, value);
    if (unsent === null || !isMeant(unsent)) return element;
    return { ...element, data: { ...data, componentId: data.componentId ?? unsent } };
  });

/**
 * Returns the service's drawing with local component IDs. An ID under `unsentKey` becomes a reference
 * again if this store knows the component and does not have it in a model outside of `modelIds`. The same
 * applies if `base` refers to the component, because this store then had it before it was deleted here.
 */
export const withLocalIds = (
  store: Ids,
  drawing: CanvasDocument,
  modelIds: readonly string[],
  base: CanvasDocument | null = null,
): CanvasDocument => {
  const known = new Set([...(base?.nodes ?? []), ...(base?.edges ?? [])].map(componentOf));
  const translated = withTranslated(store, drawing);
  return withUnsent(store, translated, (id) => known.has(id) || isMeantHere(store, id, modelIds));
};

/**
 * Returns a function that moves references to lost components in a local drawing to `unsentKey`. A
 * component is lost if it was deleted here before the service had it, but the service's drawing still
 * has its ID under `unsentKey`. If the reference stayed under `componentId`, sync would send the local
 * ID as if it were the ID of a component at the service.
 */
export const withoutLost = (
  store: Ids,
  { nodes, edges }: CanvasDocument,
): ((drawing: CanvasDocument) => CanvasDocument) => {
  const unsent = [...nodes, ...edges].flatMap(
    ({ data }) => unsentId(store, data?.[unsentKey]) ?? [],
  );
  const lost = new Set(unsent.filter((id) => !isOwn(store, id)));
  if (lost.size === 0) return (drawing) => drawing;
  return (drawing) =>
    inElements(drawing, (element) => {
      const { componentId, ...data } = { ...element.data };
      if (componentId === undefined || !lost.has(componentId)) return element;
      return { ...element, data: { ...data, [unsentKey]: unsentValue(store, componentId) } };
    });
};

/**
 * Returns the service's version of a drawing that was deleted here, with local component IDs. Every ID
 * under `unsentKey` becomes a reference again.
 */
export const withAllLocalIds = (
  store: Pick<Ids, 'idMap'>,
  drawing: CanvasDocument,
): CanvasDocument => withUnsent(store, withTranslated(store, drawing), () => true);

/**
 * Tells if the service's drawing refers to a component of this store by an ID that the service does not
 * know. Such an ID is a former service ID of the component, or its local ID. `modelIds` are the local IDs
 * of the models to which the drawing may belong (see `modelsHere`).
 */
export const namesUnknownIds = (
  store: Ids,
  { nodes, edges }: CanvasDocument,
  modelIds: readonly string[],
): boolean =>
  [...nodes, ...edges].some(({ data }) => {
    const unsent = unsentId(store, data?.[unsentKey]);
    const isSent = unsent !== null && wasSent(store, unsent);
    if (isSent && !isInOtherModel(store, unsent, modelIds)) return true;
    const id = data?.componentId;
    if (id === undefined || store.idMap.localId('component', id) !== null) return false;
    const local = localId(store.idMap, id) ?? id;
    return store.idMap.serviceId('component', local) !== null || isUnsent(store, local);
  });

/**
 * Returns `theirs`, the service's drawing, with those references of `base` that others removed because
 * the service lacks the components. The components exist here and may be created at the service again.
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
