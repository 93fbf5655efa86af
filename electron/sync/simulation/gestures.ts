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

export type Work = Pen & {
  store: Store;
  id: (word: string) => string;
  /** Allows the words in `value` to exist more than once from now on. */
  copies: (value: unknown) => void;
  /** True if the service supports ETags. */
  knowsVersions: boolean;
};

type Gesture = { weight: number; make: (work: Work) => void };

const tokensOf = (value: unknown): string => [...tokensIn(value)].join(' ');
/** Returns the words of a record. They identify the record, because its ID differs in each store. */
const nameOf = ({ local }: RecordRow): string => tokensOf([local['title'], local['text']]);

const anyOf = ({ store, chance }: Work, kinds: readonly RecordKind[]): RecordRow | undefined => {
  const kind = chance.pick(kinds);
  const rows = kind ? store.records.all(kind) : [];
  const all = rows.length > 0 ? rows : kinds.flatMap((each) => store.records.all(each));
  return chance.choose(
    all.filter((row) => isOwn(store, row)),
    nameOf,
  );
};

/** Tells if the person may change a record. A person cannot change comments of others. */
const isOwn = ({ preferences }: Store, { kind, local }: RecordRow): boolean => {
  const user: unknown = kind === 'comment' ? local['user'] : null;
  const author = typeof user === 'object' && user !== null && 'id' in user ? user.id : '';
  return author === '' || author === preferences.userId();
};

const apply = ({ store }: Work, scope: string, parts: Omit<ChangeInput, 'scope' | 'label'>): void =>
  void store.changes.apply({ scope, label: 'simulation', ...parts });

const draw = (
  work: Work,
  canvasId: string,
  operation: CanvasOperation,
  records: RecordChange[] = [],
): void => {
  const document = work.store.documents.read(canvasId);
  if (!document || (operation.length === 0 && records.length === 0)) return;
  const drawn = { canvasId, operation, inverse: invertOperation(document, operation) };
  apply(work, scopeOf(work.store.records, 'canvas', canvasId), {
    records,
    drawings: operation.length > 0 ? [drawn] : [],
  });
};

const onCanvas =
  (make: (work: Work, canvas: RecordRow) => void): Gesture['make'] =>
  (work) => {
    const canvas = anyOf(work, ['canvas']);
    if (canvas) make(work, canvas);
  };

const patch = (work: Work, row: RecordRow | undefined, values: Record<string, unknown>): void => {
  if (!row) return;
  const { kind, id } = row;
  const scope = scopeOf(work.store.records, kind, id);
  apply(work, scope, { records: [{ op: 'update', kind, id, values }] });
};

const longTexts = {
  collection: ['description'],
  threatModel: ['description'],
  component: ['description'],
  threat: ['description'],
  mitigation: ['definition', 'consideration', 'explanation', 'example'],
} as const satisfies Partial<Record<RecordKind, readonly string[]>>;

/**
 * Maps each field to the values to choose from, or to a function that makes a value that nobody else
 * sets.
 */
type Choices = Record<string, readonly unknown[] | ((number: number) => unknown)>;

const wordList = (number: number): string[] => [`w${number}`];

const choices = {
  collection: { color: (number) => `#${number.toString(16).padStart(6, '0')}` },
  threatModel: {
    status: modelStatuses,
    priority: priorities,
    due_to_date: (number) => new Date(Date.UTC(2040, 0, 1, 0, 0, number)).toISOString(),
  },
  threat: { status: threatStatuses, priority: priorities, categories: wordList },
  mitigation: { status: mitigationStatuses, controls: wordList },
} as const satisfies Partial<Record<RecordKind, Choices>>;

const created = (work: Work, kind: RecordKind, text = work.word()): Record<string, unknown> => ({
  ...(kind === 'comment' ? { text } : { title: text }),
  ...(kind === 'threat' && {
    priority: work.chance.pick(priorities),
    source: work.chance.pick(['codex', null]),
    is_custom: work.chance.happens(0.5),
  }),
});

const create = (work: Work, kind: RecordKind): void => {
  const { store, chance, word, id } = work;
  const kindOfParent = parentKind[kind];
  const parent = kindOfParent ? chance.choose(store.records.all(kindOfParent), nameOf) : null;
  if (parent === undefined) return;
  const parentId = parent?.id ?? null;
  const scope = parentId === null ? workspaceScope : scopeWithin(store.records, kind, parentId);
  const values = created(work, kind);
  apply(work, scope, { records: [{ op: 'create', kind, id: id(word()), parentId, values }] });
};

const write: Gesture['make'] = (work) => {
  const { chance, word } = work;
  const kind = chance.pick(namesOf(longTexts));
  const row = kind && anyOf(work, [kind]);
  const field = kind && chance.pick<string>(longTexts[kind]);
  if (!row || !field) return;
  const before = row.local[field];
  const text = typeof before === 'string' && before !== '' ? before : 'One line\nOther\n';
  patch(work, row, { [field]: chance.happens(0.5) ? `${text}${word()}\n` : `${word()}\n${text}` });
};

const choose: Gesture['make'] = (work) => {
  const kind = work.chance.pick(namesOf(choices));
  const row = kind && anyOf(work, [kind]);
  const fields: Choices = kind ? choices[kind] : {};
  const [field, values] = work.chance.pick(Object.entries(fields)) ?? [];
  if (!row || !field || !values) return;
  const value = typeof values === 'function' ? values(work.number()) : work.chance.pick(values);
  patch(work, row, { [field]: value ?? null });
};

const archive: Gesture['make'] = (work) => {
  const row = anyOf(work, ['threatModel']);
  const isArchived = typeof row?.local['archived_at'] === 'string';
  // A plain service (one without our extensions) omits `archived_at` when one model is read. So sync
  // does not notice that somebody else has changed the value, and overwrites it. The ledger ignores
  // times in 2030, so this does not count as a loss.
  const year = work.knowsVersions ? 2050 : 2030;
  const at = new Date(Date.UTC(year, 0, 1, 0, 0, work.number())).toISOString();
  patch(work, row, { archived_at: isArchived ? null : at });
};

const deleteOne =
  (kinds: readonly RecordKind[]): Gesture['make'] =>
  (work) => {
    const { records, documents } = work.store;
    const row = anyOf(work, kinds);
    if (!row) return;
    const { kind, id } = row;
    // If another canvas shows a component of the deleted canvas, the component stays there as a copy.
    if (kind === 'canvas') work.copies(records.subtree(kind, id).map(({ local }) => local));
    const scope = scopeOf(records, kind, id);
    const canvases = kind === 'component' ? records.children('canvas', scope) : [];
    const drawings = canvases.flatMap(({ id: canvasId }) => {
      const document = documents.read(canvasId);
      const elements = [...(document?.nodes ?? []), ...(document?.edges ?? [])];
      const ids = elements.filter(({ data }) => data?.componentId === id).map((each) => each.id);
      const operation = document ? remove(document, ids) : [];
      return document && operation.length > 0
        ? [{ canvasId, operation, inverse: invertOperation(document, operation) }]
        : [];
    });
    apply(work, scope, { records: [{ op: 'delete', kind, id }], drawings });
  };

const addProcess = onCanvas((work, canvas) => {
  const document = work.store.documents.read(canvas.id);
  if (!document) return;
  const componentId = work.id(work.word());
  const node = { ...newNode(work, { componentId }), type: 'processNode' };
  const values = { title: work.word() };
  draw(work, canvas.id, addNode(document, node), [
    { op: 'create', kind: 'component', id: componentId, parentId: canvas.id, values },
  ]);
});

/** Adds an element that shows a component of the model. The component may belong to another canvas. */
const showAgain = onCanvas((work, canvas) => {
  const { records, documents } = work.store;
  const document = documents.read(canvas.id);
  const canvases = records.children('canvas', canvas.parentId ?? '');
  const components = canvases.flatMap(({ id }) => records.children('component', id));
  const component = work.chance.choose(components, nameOf);
  if (!document || !component) return;
  draw(work, canvas.id, addNode(document, newNode(work, { componentId: component.id })));
});

const renameDrawn = onCanvas((work, canvas) => {
  const document = work.store.documents.read(canvas.id);
  const component = work.chance.choose(work.store.records.children('component', canvas.id), nameOf);
  if (!document || !component) return;
  const title = work.word();
  work.copies(title);
  const { id } = component;
  draw(work, canvas.id, renameComponent(document, id, title), [
    { op: 'update', kind: 'component', id, values: { title } },
  ]);
});

const removeDrawn = onCanvas((work, canvas) => {
  const document = work.store.documents.read(canvas.id);
  const node = work.chance.choose(document?.nodes ?? [], ({ id }) => id);
  if (!document || !node) return;
  const id = node.data.componentId ?? '';
  const isLast = document.nodes.every(
    (each) => each.id === node.id || each.data.componentId !== id,
  );
  const isUnused = isLast && work.store.records.has('component', id);
  const operation = remove(document, new Set([node.id]));
  if (operation.length > 0) {
    draw(work, canvas.id, operation, isUnused ? [{ op: 'delete', kind: 'component', id }] : []);
  }
});

const duplicate = onCanvas((work, canvas) => {
  const { store } = work;
  const planned = store.canvasEdits.duplicate(canvas.id, work.word());
  if (!planned) return;
  work.copies([
    store.records.subtree('canvas', canvas.id).map(({ local }) => local),
    store.documents.read(canvas.id),
  ]);
  store.changes.apply(planned.change);
});

const moveAcross = onCanvas((work, canvas) => {
  const { store, chance, word } = work;
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
  work.copies(document);
  const planned = store.canvasEdits.moveElements({ canvasId: canvas.id, nodeIds: [node.id], to });
  if (planned) store.changes.apply(planned.change);
});

const moveThreat: Gesture['make'] = (work) => {
  const { records, moveThreats, changes } = work.store;
  const threat = anyOf(work, ['threat']);
  const component = work.chance.choose(records.all('component'), nameOf);
  if (!threat || !component) return;
  // If others change the threat during the move, the original may stay too.
  work.copies(records.subtree('threat', threat.id).map(({ local }) => local));
  const planned = moveThreats({ ids: [threat.id], componentId: component.id });
  if (planned) changes.apply(planned);
};

const nameVersion = onCanvas(({ store, word }, { id }) => void store.versions.name(id, word()));

const restoreVersion = onCanvas((work, canvas) => {
  const { versions, documents } = work.store;
  const version = work.chance.pick(versions.list(canvas.id));
  const [document, wanted] = [
    documents.read(canvas.id),
    version && versions.read(version.id)?.document,
  ];
  if (!document || !wanted) return;
  const named = [...wanted.nodes, ...wanted.edges].flatMap(({ data }) => data?.componentId ?? []);
  // Leaves out versions that show deleted components, because the app restores such components only if
  // the person wants them back.
  if (versions.missingComponents(named).length > 0) return;
  versions.saveBeforeRestore(canvas.id);
  work.copies(wanted);
  draw(work, canvas.id, operationBetween(document, wanted));
});

const undoOrRedo =
  (direction: 'undo' | 'redo'): Gesture['make'] =>
  ({ store, chance }) => {
    const models = store.records.all('threatModel');
    const scope = chance.happens(0.2) ? undefined : chance.choose(models, nameOf)?.id;
    store.changes[direction](scope ?? workspaceScope);
  };

const stroke: Gesture['make'] = onCanvas((work, canvas) => {
  const document = work.store.documents.read(canvas.id);
  const name = work.chance.weighted(strokes);
  if (!document) return;
  const operation = strokes[name].draw(document, work);
  if (name === 'copy a node') work.copies(operation);
  draw(work, canvas.id, operation);
});

const inside = ['component', 'threat', 'mitigation', 'comment'] as const;

/** Everything that a person does to their own store. */
export const gestures = {
  draw: { weight: 22, make: stroke },
  'add a process': { weight: 5, make: addProcess },
  'show a component again': { weight: 2, make: showAgain },
  'rename a shown component': { weight: 2, make: renameDrawn },
  'remove a node and its component': { weight: 2, make: removeDrawn },
  'create a record': {
    weight: 7,
    make: (work) => create(work, work.chance.pick(inside) ?? 'threat'),
  },
  'create a canvas': { weight: 1, make: (work) => create(work, 'canvas') },
  'create a model': { weight: 1, make: (work) => create(work, 'threatModel') },
  'create a collection': { weight: 0.5, make: (work) => create(work, 'collection') },
  rename: {
    weight: 6,
    make: (work) => {
      const row = anyOf(work, recordKinds);
      patch(work, row, { [row?.kind === 'comment' ? 'text' : 'title']: work.word() });
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
  undo: { weight: 5, make: undoOrRedo('undo') },
  redo: { weight: 2, make: undoOrRedo('redo') },
} as const satisfies Record<string, Gesture>;

export type GestureName = keyof typeof gestures;
