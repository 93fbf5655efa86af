import {
  mitigationStatuses,
  modelStatuses,
  priorities,
  threatStatuses,
} from '#shared/api/enumerations.ts';
import { invertOperation } from '#shared/canvas/apply.ts';
import { addNode } from '#shared/canvas/edits/add-node.ts';
import { remove } from '#shared/canvas/edits/remove.ts';
import { renameComponent } from '#shared/canvas/edits/rename.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import { workspaceScope, type RecordChange, type ChangeInput } from '#shared/desktop/change.ts';
import { operationBetween } from '#shared/merge/operation-between.ts';
import { parentKind, recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import { scopeOf, scopeWithin } from '../../store/record-ancestors.ts';
import type { RecordRow } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { namesOf } from './chance.ts';
import { newNode, strokes, type Pen } from './drawing.ts';
import { tokensIn } from './ledger.ts';

export type Hand = Pen & {
  store: Store;
  id: (word: string) => string;
  /** Allows these words to exist more than once from now on. */
  copies: (value: unknown) => void;
  /** True if the service supports ETags. */
  knowsVersions: boolean;
};

type Gesture = { weight: number; make: (hand: Hand) => void };

const tokensOf = (value: unknown): string => [...tokensIn(value)].join(' ');
/** Identifies a record by its words, because its ID differs in each store. */
const nameOf = ({ local }: RecordRow): string => tokensOf([local['title'], local['text']]);

const anyOf = ({ store, chance }: Hand, kinds: readonly RecordKind[]): RecordRow | undefined => {
  const kind = chance.pick(kinds);
  const rows = kind ? store.records.all(kind) : [];
  const all = rows.length > 0 ? rows : kinds.flatMap((each) => store.records.all(each));
  return chance.choose(
    all.filter((row) => isOwn(store, row)),
    nameOf,
  );
};

/** Tells if the person may change a record: comments of others cannot be changed. */
const isOwn = ({ preferences }: Store, { kind, local }: RecordRow): boolean => {
  const user: unknown = kind === 'comment' ? local['user'] : null;
  const author = typeof user === 'object' && user !== null && 'id' in user ? user.id : '';
  return author === '' || author === preferences.userId();
};

const apply = ({ store }: Hand, scope: string, parts: Omit<ChangeInput, 'scope' | 'label'>): void =>
  void store.changes.apply({ scope, label: 'simulation', ...parts });

const draw = (
  hand: Hand,
  canvasId: string,
  operation: CanvasOperation,
  records: RecordChange[] = [],
): void => {
  const document = hand.store.documents.read(canvasId);
  if (!document || (operation.length === 0 && records.length === 0)) return;
  const drawn = { canvasId, operation, inverse: invertOperation(document, operation) };
  apply(hand, scopeOf(hand.store.records, 'canvas', canvasId), {
    records,
    drawings: operation.length > 0 ? [drawn] : [],
  });
};

const onCanvas =
  (make: (hand: Hand, canvas: RecordRow) => void): Gesture['make'] =>
  (hand) => {
    const canvas = anyOf(hand, ['canvas']);
    if (canvas) make(hand, canvas);
  };

const patch = (hand: Hand, row: RecordRow | undefined, values: Record<string, unknown>): void => {
  if (!row) return;
  const { kind, id } = row;
  const scope = scopeOf(hand.store.records, kind, id);
  apply(hand, scope, { records: [{ op: 'update', kind, id, values }] });
};

const longTexts = {
  collection: ['description'],
  threatModel: ['description'],
  component: ['description'],
  threat: ['description'],
  mitigation: ['definition', 'consideration', 'explanation', 'example'],
} as const satisfies Partial<Record<RecordKind, readonly string[]>>;

/** By field: the values to choose from, or a function that makes a value that nobody else sets. */
type Choices = Record<string, readonly unknown[] | ((number: number) => unknown)>;

const choices = {
  collection: { color: (number) => `#${number.toString(16).padStart(6, '0')}` },
  threatModel: {
    status: modelStatuses,
    priority: priorities,
    due_to_date: (number) => new Date(Date.UTC(2040, 0, 1, 0, 0, number)).toISOString(),
  },
  threat: { status: threatStatuses, priority: priorities },
  mitigation: { status: mitigationStatuses },
} as const satisfies Partial<Record<RecordKind, Choices>>;

const created = (hand: Hand, kind: RecordKind, said = hand.word()): Record<string, unknown> => ({
  ...(kind === 'comment' ? { text: said } : { title: said }),
  ...(kind === 'threat' && {
    priority: hand.chance.pick(priorities),
    source: hand.chance.pick(['codex', null]),
    is_custom: hand.chance.happens(0.5),
  }),
});

const create = (hand: Hand, kind: RecordKind): void => {
  const { store, chance, word, id } = hand;
  const kindOfParent = parentKind[kind];
  const parent = kindOfParent ? chance.choose(store.records.all(kindOfParent), nameOf) : null;
  if (parent === undefined) return;
  const parentId = parent?.id ?? null;
  const scope = parentId === null ? workspaceScope : scopeWithin(store.records, kind, parentId);
  const values = created(hand, kind);
  apply(hand, scope, { records: [{ op: 'create', kind, id: id(word()), parentId, values }] });
};

const write: Gesture['make'] = (hand) => {
  const { chance, word } = hand;
  const kind = chance.pick(namesOf(longTexts));
  const row = kind && anyOf(hand, [kind]);
  const field = kind && chance.pick<string>(longTexts[kind]);
  if (!row || !field) return;
  const before = row.local[field];
  const text = typeof before === 'string' && before !== '' ? before : 'One line\nOther\n';
  patch(hand, row, { [field]: chance.happens(0.5) ? `${text}${word()}\n` : `${word()}\n${text}` });
};

const choose: Gesture['make'] = (hand) => {
  const kind = hand.chance.pick(namesOf(choices));
  const row = kind && anyOf(hand, [kind]);
  const fields: Choices = kind ? choices[kind] : {};
  const [field, values] = hand.chance.pick(Object.entries(fields)) ?? [];
  if (!row || !field || !values) return;
  const value = typeof values === 'function' ? values(hand.number()) : hand.chance.pick(values);
  patch(hand, row, { [field]: value ?? null });
};

const archive: Gesture['make'] = (hand) => {
  const row = anyOf(hand, ['threatModel']);
  const isArchived = typeof row?.local['archived_at'] === 'string';
  // A plain service (one without our extensions) omits `archived_at` from a single record. So people who
  // archive the same model at the same time overwrite each other, and the ledger ignores the year 2030.
  const year = hand.knowsVersions ? 2050 : 2030;
  const at = new Date(Date.UTC(year, 0, 1, 0, 0, hand.number())).toISOString();
  patch(hand, row, { archived_at: isArchived ? null : at });
};

const deleteOne =
  (kinds: readonly RecordKind[]): Gesture['make'] =>
  (hand) => {
    const { records, documents } = hand.store;
    const row = anyOf(hand, kinds);
    if (!row) return;
    const { kind, id } = row;
    // A component that other canvases show stays there as a copy.
    if (kind === 'canvas') hand.copies(records.subtree(kind, id).map(({ local }) => local));
    const scope = scopeOf(records, kind, id);
    const canvases = kind === 'component' ? records.children('canvas', scope) : [];
    const drawings = canvases.flatMap(({ id: canvasId }) => {
      const document = documents.read(canvasId);
      const shown = [...(document?.nodes ?? []), ...(document?.edges ?? [])];
      const ids = shown.filter(({ data }) => data?.componentId === id).map((each) => each.id);
      const operation = document ? remove(document, ids) : [];
      return document && operation.length > 0
        ? [{ canvasId, operation, inverse: invertOperation(document, operation) }]
        : [];
    });
    apply(hand, scope, { records: [{ op: 'delete', kind, id }], drawings });
  };

const addProcess = onCanvas((hand, canvas) => {
  const document = hand.store.documents.read(canvas.id);
  if (!document) return;
  const componentId = hand.id(hand.word());
  const node = { ...newNode(hand, { componentId }), type: 'processNode' };
  const values = { title: hand.word() };
  draw(hand, canvas.id, addNode(document, node), [
    { op: 'create', kind: 'component', id: componentId, parentId: canvas.id, values },
  ]);
});

/** Adds another element for a component of the model, which may belong to another canvas. */
const showAgain = onCanvas((hand, canvas) => {
  const { records, documents } = hand.store;
  const document = documents.read(canvas.id);
  const canvases = records.children('canvas', canvas.parentId ?? '');
  const components = canvases.flatMap(({ id }) => records.children('component', id));
  const component = hand.chance.choose(components, nameOf);
  if (!document || !component) return;
  draw(hand, canvas.id, addNode(document, newNode(hand, { componentId: component.id })));
});

const renameShown = onCanvas((hand, canvas) => {
  const document = hand.store.documents.read(canvas.id);
  const component = hand.chance.choose(hand.store.records.children('component', canvas.id), nameOf);
  if (!document || !component) return;
  const title = hand.word();
  hand.copies(title);
  const { id } = component;
  draw(hand, canvas.id, renameComponent(document, id, title), [
    { op: 'update', kind: 'component', id, values: { title } },
  ]);
});

const removeShown = onCanvas((hand, canvas) => {
  const document = hand.store.documents.read(canvas.id);
  const node = hand.chance.choose(document?.nodes ?? [], ({ id }) => id);
  if (!document || !node) return;
  const id = node.data.componentId ?? '';
  const isLast = document.nodes.every(
    (each) => each.id === node.id || each.data.componentId !== id,
  );
  const isGone = isLast && hand.store.records.has('component', id);
  const operation = remove(document, new Set([node.id]));
  if (operation.length > 0) {
    draw(hand, canvas.id, operation, isGone ? [{ op: 'delete', kind: 'component', id }] : []);
  }
});

const duplicate = onCanvas((hand, canvas) => {
  const { store } = hand;
  const planned = store.canvasEdits.duplicate(canvas.id, hand.word());
  if (!planned) return;
  hand.copies([
    store.records.subtree('canvas', canvas.id).map(({ local }) => local),
    store.documents.read(canvas.id),
  ]);
  store.changes.apply(planned.change);
});

const moveAcross = onCanvas((hand, canvas) => {
  const { store, chance, word } = hand;
  const document = store.documents.read(canvas.id);
  const node = chance.choose(document?.nodes ?? [], ({ id }) => id);
  const siblings = store.records.children('canvas', canvas.parentId ?? '');
  const target = chance.choose(
    siblings.filter(({ id }) => id !== canvas.id),
    nameOf,
  );
  if (!document || !node) return;
  const to = target && chance.happens(0.7) ? { canvasId: target.id } : { title: word() };
  // If others change an element during the move, the element may stay on this canvas too.
  hand.copies(document);
  const planned = store.canvasEdits.moveElements({ canvasId: canvas.id, nodeIds: [node.id], to });
  if (planned) store.changes.apply(planned.change);
});

const moveThreat: Gesture['make'] = (hand) => {
  const { records, moveThreats, changes } = hand.store;
  const threat = anyOf(hand, ['threat']);
  const component = hand.chance.choose(records.all('component'), nameOf);
  if (!threat || !component) return;
  // If others change the threat during the move, the original may stay too.
  hand.copies(records.subtree('threat', threat.id).map(({ local }) => local));
  const planned = moveThreats({ ids: [threat.id], componentId: component.id });
  if (planned) changes.apply(planned);
};

const nameVersion = onCanvas(({ store, word }, { id }) => void store.versions.name(id, word()));

const restoreVersion = onCanvas((hand, canvas) => {
  const { versions, documents } = hand.store;
  const version = hand.chance.pick(versions.list(canvas.id));
  const [document, wanted] = [
    documents.read(canvas.id),
    version && versions.read(version.id)?.document,
  ];
  if (!document || !wanted) return;
  const named = [...wanted.nodes, ...wanted.edges].flatMap(({ data }) => data?.componentId ?? []);
  // The app also leaves out deleted components, unless the person wants them back.
  if (versions.goneComponents(named).length > 0) return;
  versions.keepBeforeRestore(canvas.id);
  hand.copies(wanted);
  draw(hand, canvas.id, operationBetween(document, wanted));
});

const travel =
  (direction: 'undo' | 'redo'): Gesture['make'] =>
  ({ store, chance }) => {
    const models = store.records.all('threatModel');
    const scope = chance.happens(0.2) ? undefined : chance.choose(models, nameOf)?.id;
    store.changes[direction](scope ?? workspaceScope);
  };

const stroke: Gesture['make'] = onCanvas((hand, canvas) => {
  const document = hand.store.documents.read(canvas.id);
  const name = hand.chance.weighted(strokes);
  if (!document) return;
  const operation = strokes[name].draw(document, hand);
  if (name === 'copy a node') hand.copies(operation);
  draw(hand, canvas.id, operation);
});

const inside = ['component', 'threat', 'mitigation', 'comment'] as const;

/** Everything that a person does to their own store. */
export const gestures = {
  draw: { weight: 22, make: stroke },
  'add a process': { weight: 5, make: addProcess },
  'show a component again': { weight: 2, make: showAgain },
  'rename a shown component': { weight: 2, make: renameShown },
  'remove a node and its component': { weight: 2, make: removeShown },
  'create a record': {
    weight: 7,
    make: (hand) => create(hand, hand.chance.pick(inside) ?? 'threat'),
  },
  'create a canvas': { weight: 1, make: (hand) => create(hand, 'canvas') },
  'create a model': { weight: 1, make: (hand) => create(hand, 'threatModel') },
  'create a collection': { weight: 0.5, make: (hand) => create(hand, 'collection') },
  rename: {
    weight: 6,
    make: (hand) => {
      const row = anyOf(hand, recordKinds);
      patch(hand, row, { [row?.kind === 'comment' ? 'text' : 'title']: hand.word() });
    },
  },
  write: { weight: 5, make: write },
  'choose a value': { weight: 8, make: choose },
  archive: { weight: 1, make: archive },
  'delete a record': { weight: 3, make: deleteOne(inside) },
  'delete a canvas': { weight: 1, make: deleteOne(['canvas']) },
  'delete a model': { weight: 0.3, make: deleteOne(['threatModel']) },
  'delete a collection': { weight: 0.1, make: deleteOne(['collection']) },
  'duplicate a canvas': { weight: 0.5, make: duplicate },
  'move a node across': { weight: 1.5, make: moveAcross },
  'move a threat': { weight: 1.5, make: moveThreat },
  'name a version': { weight: 1, make: nameVersion },
  'restore a version': { weight: 1, make: restoreVersion },
  undo: { weight: 5, make: travel('undo') },
  redo: { weight: 2, make: travel('redo') },
} as const satisfies Record<string, Gesture>;

export type GestureName = keyof typeof gestures;
