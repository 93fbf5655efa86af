import { randomUUID } from 'node:crypto';
import { invertOperation } from '#shared/canvas/apply.ts';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { remove } from '#shared/canvas/edits/remove.ts';
import { renameComponent } from '#shared/canvas/edits/rename.ts';
import { reorder } from '#shared/canvas/edits/reorder.ts';
import { defaultKind, elementKindNames } from '#shared/canvas/element-kinds.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { workspaceScope, type RecordChange, type ChangeInput } from '#shared/desktop/change.ts';
import { parentKind, recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import { scopeOf, scopeWithin } from '../../store/record-ancestors.ts';
import type { RecordRow } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { strokes } from '../simulation/drawing.ts';
import { edgeData, nodeData, recordFields, size, type Ink } from './field-values.ts';
import { pickByWeight } from './pick-by-weight.ts';

type Work = Ink & { store: Store };

/** Plans a change. Returns nothing if there is no record to change. */
type Gesture = (work: Work) => ChangeInput | (() => void) | undefined;

/**
 * The highest number of records of each kind. It is limited, because with more records passes take
 * longer, and people rarely edit the same record.
 */
const maxPerKind: Record<RecordKind, number> = {
  collection: 3,
  threatModel: 4,
  canvas: 9,
  component: 60,
  threat: 60,
  mitigation: 40,
  comment: 40,
};
const maxElements = 25;

const create = (
  { word }: Ink,
  kind: RecordKind,
  parentId: string | null,
  id: string = randomUUID(),
): Extract<RecordChange, { op: 'create' }> => {
  const values = kind === 'comment' ? { text: word() } : { title: word() };
  return { op: 'create', kind, id, parentId, values };
};

const anyOf = ({ store, chance }: Work, kinds: readonly RecordKind[]): RecordRow | undefined => {
  const kind = chance.pick(kinds);
  return kind && chance.pick(store.records.all(kind));
};

const drawn = (
  { store }: Work,
  canvasId: string,
  operationOn: (document: CanvasDocument) => CanvasOperation,
  records: RecordChange[] = [],
): ChangeInput | undefined => {
  const document = store.documents.read(canvasId);
  const operation = document ? operationOn(document) : [];
  if (!document || operation.length === 0) return undefined;
  const inverse = invertOperation(document, operation);
  const scope = scopeOf(store.records, 'canvas', canvasId);
  return { scope, label: 'draw', records, drawings: [{ canvasId, operation, inverse }] };
};

const onRecords = (scope: string, ...records: RecordChange[]): ChangeInput => ({
  scope,
  label: 'work',
  records,
});

/**
 * Creates a threat model with a canvas. The collection is new too, unless there are enough collections.
 */
const start = (work: Work): ChangeInput => {
  const collections = work.store.records.all('collection');
  const isFull = collections.length >= maxPerKind.collection;
  const known = isFull ? work.chance.pick(collections) : undefined;
  const collection = create(work, 'collection', null);
  const model = create(work, 'threatModel', known?.id ?? collection.id);
  const made = known ? [model] : [collection, model];
  return onRecords(workspaceScope, ...made, create(work, 'canvas', model.id));
};

const startAnother: Gesture = (work) => {
  const { length } = work.store.records.all('threatModel');
  return length < maxPerKind.threatModel ? start(work) : undefined;
};

const add: Gesture = (work) => {
  const { store, chance } = work;
  const kind = chance.pick(recordKinds.slice(1));
  const kindOfParent = kind && parentKind[kind];
  const parent = kindOfParent && anyOf(work, [kindOfParent]);
  if (!kind || !parent || store.records.all(kind).length >= maxPerKind[kind]) return undefined;
  return onRecords(scopeWithin(store.records, kind, parent.id), create(work, kind, parent.id));
};

/** Draws an element and creates its component, as the window does. */
const drawComponent: Gesture = (work) => {
  const { store, chance, word } = work;
  const canvas = anyOf(work, ['canvas']);
  const document = canvas && store.documents.read(canvas.id);
  if (!document || document.nodes.length >= maxElements) return undefined;
  const component = create(work, 'component', canvas.id);
  const data = { label: String(component.values['title']), componentId: component.id };
  const [source, target] = [chance.pick(document.nodes), chance.pick(document.nodes)];
  const id = randomUUID();
  const isFlow = source && target && chance.happens(0.4);
  const node = {
    id,
    type: chance.pick(elementKindNames) ?? defaultKind,
    position: { x: chance.below(900), y: chance.below(900), mark: word() },
    data,
  };
  const operation: CanvasOperation = isFlow
    ? [{ kind: 'addEdge', index: 0, edge: { id, source: source.id, target: target.id, data } }]
    : [{ kind: 'addNode', index: document.nodes.length, node }];
  return drawn(work, canvas.id, () => operation, [component]);
};

const drawings = [
  'add a node',
  'add a flow',
  'label a node',
  'label a flow',
  'write a note',
  'move a node',
  'nest a node',
  'attach a flow',
  'remove an element',
] as const satisfies (keyof typeof strokes)[];

const draw: Gesture = (work) => {
  const canvas = anyOf(work, ['canvas']);
  const pen = { ...work, number: () => work.chance.below(100_000) };
  return (
    canvas &&
    drawn(work, canvas.id, (document) => {
      const name = work.chance.pick(drawings) ?? 'add a node';
      const operation = strokes[name].draw(document, pen);
      const isFull = document.nodes.length >= maxElements;
      return isFull && operation.some(({ kind }) => kind.startsWith('add')) ? [] : operation;
    })
  );
};

const restyleNode: Gesture = (work) => {
  const canvas = anyOf(work, ['canvas']);
  return (
    canvas &&
    drawn(work, canvas.id, ({ nodes }) => {
      const node = work.chance.pick(nodes);
      if (!node) return [];
      const { id } = node;
      if (work.chance.happens(0.3)) {
        return [{ kind: 'setNode', id, fields: { width: size(work), height: size(work) } }];
      }
      const [field, value] = work.chance.pick(Object.entries(nodeData)) ?? [];
      if (field === undefined || !value) return [];
      return [{ kind: 'setNode', id, data: { [field]: value(work, node.data[field]) } }];
    })
  );
};

const restyleFlow: Gesture = (work) => {
  const canvas = anyOf(work, ['canvas']);
  return (
    canvas &&
    drawn(work, canvas.id, ({ edges }) => {
      const edge = work.chance.pick(edges);
      const [field, value] = work.chance.pick(Object.entries(edgeData)) ?? [];
      if (!edge || field === undefined || !value) return [];
      return [{ kind: 'setEdge', id: edge.id, data: { [field]: value(work, edge.data?.[field]) } }];
    })
  );
};

const changeOrder: Gesture = (work) => {
  const canvas = anyOf(work, ['canvas']);
  return (
    canvas &&
    drawn(work, canvas.id, (document) => {
      const node = work.chance.pick(document.nodes);
      return node ? reorder(document, [node.id], 'front') : [];
    })
  );
};

const edit: Gesture = (work) => {
  const row = anyOf(work, recordKinds);
  if (!row) return undefined;
  const { kind, id, local } = row;
  const fields: [string, (ink: Ink, before: unknown) => unknown][] = Object.entries(
    recordFields[kind],
  );
  const [field, value] = work.chance.pick(fields) ?? [];
  if (field === undefined || !value) return undefined;
  const values = { [field]: value(work, local[field]) };
  return onRecords(scopeOf(work.store.records, kind, id), { op: 'update', kind, id, values });
};

/** Renames a component together with its elements, as the window does. */
const renameDrawn: Gesture = (work) => {
  const component = anyOf(work, ['component']);
  if (!component?.parentId) return undefined;
  const { id } = component;
  const title = work.word();
  return drawn(work, component.parentId, (document) => renameComponent(document, id, title), [
    { op: 'update', kind: 'component', id, values: { title } },
  ]);
};

/** Deletes an element together with its component, as the window does. */
const removeDrawn: Gesture = (work) => {
  const canvas = anyOf(work, ['canvas']);
  const document = canvas && work.store.documents.read(canvas.id);
  const element = document && work.chance.pick([...document.nodes, ...document.edges]);
  if (!canvas || !element) return undefined;
  const operation = remove(document, [element.id]);
  const leaving = new Set(
    operation.flatMap((each) =>
      each.kind === 'removeNode' || each.kind === 'removeEdge' ? [each.id] : [],
    ),
  );
  const staying = new Set(
    [...document.nodes, ...document.edges].flatMap(({ id, data }) =>
      leaving.has(id) ? [] : [data?.componentId],
    ),
  );
  const components = [...document.nodes, ...document.edges].flatMap(({ id, data }) =>
    leaving.has(id) && data?.componentId !== undefined && !staying.has(data.componentId)
      ? [data.componentId]
      : [],
  );
  const deletes = [...new Set(components)]
    .filter((id) => work.store.records.has('component', id))
    .map((id) => ({ op: 'delete', kind: 'component', id }) satisfies RecordChange);
  return drawn(work, canvas.id, () => operation, deletes);
};

const moveAcross: Gesture = (work) => {
  const { store, chance } = work;
  const from = anyOf(work, ['canvas']);
  const to = from?.parentId && chance.pick(store.records.children('canvas', from.parentId));
  const node = from && chance.pick(store.documents.read(from.id)?.nodes ?? []);
  if (!to || !node || to.id === from.id) return undefined;
  const request = { canvasId: from.id, nodeIds: [node.id], to: { canvasId: to.id } };
  return store.canvasEdits.moveElements(request)?.change;
};

const removeAny =
  (...kinds: RecordKind[]): Gesture =>
  (work) => {
    const row = anyOf(work, kinds);
    if (!row) return undefined;
    const { kind, id } = row;
    return onRecords(scopeOf(work.store.records, kind, id), { op: 'delete', kind, id });
  };

const undoOrRedo =
  (direction: 'undo' | 'redo'): Gesture =>
  ({ store, chance }) => {
    const scopes = [workspaceScope, ...store.records.all('threatModel').map(({ id }) => id)];
    const scope = chance.pick(scopes) ?? workspaceScope;
    return () => void store.changes[direction](scope);
  };

/** The gestures and their relative frequency. */
const gestures = {
  start: { weight: 1, plan: startAnother },
  add: { weight: 24, plan: add },
  edit: { weight: 30, plan: edit },
  drawComponent: { weight: 14, plan: drawComponent },
  draw: { weight: 16, plan: draw },
  restyleNode: { weight: 12, plan: restyleNode },
  restyleFlow: { weight: 8, plan: restyleFlow },
  changeOrder: { weight: 2, plan: changeOrder },
  renameDrawn: { weight: 6, plan: renameDrawn },
  removeDrawn: { weight: 6, plan: removeDrawn },
  moveAcross: { weight: 2, plan: moveAcross },
  removeLeaf: { weight: 6, plan: removeAny('threat', 'mitigation', 'comment') },
  removeCanvas: { weight: 1.5, plan: removeAny('canvas') },
  removeModel: { weight: 0.5, plan: removeAny('threatModel') },
  removeCollection: { weight: 0.15, plan: removeAny('collection') },
  undo: { weight: 12, plan: undoOrRedo('undo') },
  redo: { weight: 5, plan: undoOrRedo('redo') },
} satisfies Record<string, { weight: number; plan: Gesture }>;

const all = Object.entries(gestures).map(([what, gesture]) => ({ what, ...gesture }));

/** Picks a gesture that is possible now. */
export const planGesture = (work: Work): { what: string; act: () => void } => {
  for (;;) {
    const { what, plan } = pickByWeight(work.chance, all);
    const planned = work.store.records.all('canvas').length === 0 ? start(work) : plan(work);
    if (!planned) continue;
    const act =
      typeof planned === 'function' ? planned : () => void work.store.changes.apply(planned);
    return { what, act };
  }
};
