import { z } from 'zod';
import {
  canvasDocumentSchema,
  type CanvasDocument,
  type CanvasEdge,
  type CanvasNode,
} from '#shared/canvas/document.ts';
import type { Conflict } from '#shared/desktop/sync.ts';
import { parentKind, recordKinds, type RecordKind } from '#shared/records/record-kinds.ts';
import { contentSchemas } from '#shared/records/record-schemas.ts';
import type { SyncClient } from '../../connection/api-client.ts';
import type { Values } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { withServiceIds } from '../component-ids.ts';
import { pick, sentOf, type Remote } from '../endpoints.ts';
import type { SyncEngine } from '../engine.ts';
import { addSubject, tokensIn, tokensInText, type View } from './ledger.ts';

/**
 * A record in a form that is the same for a store and for the service. All IDs are those of the service.
 */
export type Seen = { kind: RecordKind; id: string; parentId: string | null; content: Values };

/**
 * Returns the content of a record, without values that it repeats from other records, such as the title
 * of its parent.
 */
export const contentOf = (kind: RecordKind, values: Values): Values =>
  pick(values, Object.keys(contentSchemas[kind].shape));

/**
 * The enumerated fields of each kind of record. Several people may set the same value, so a value does
 * not show who set it.
 */
const listedFields = {
  collection: [],
  threatModel: ['status', 'priority'],
  canvas: [],
  component: [],
  threat: ['status', 'priority', 'is_custom', 'source'],
  mitigation: ['status'],
  comment: [],
} as const satisfies Record<RecordKind, readonly string[]>;

const listedData = [
  'color',
  'locked',
  'collapsed',
  'outOfScope',
  'bidirectional',
  'encrypted',
  'authenticated',
  'shape',
  'protocol',
] as const;

type Element = CanvasNode | CanvasEdge;

const addSlots = (
  { slots }: Pick<View, 'slots'>,
  subject: string,
  values: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): void => {
  for (const field of fields) {
    const slot = `${subject} ${field}`;
    const known = slots.get(slot) ?? new Set();
    slots.set(slot, known.add(JSON.stringify(values[field] ?? null)));
  }
};

export const elementSlots = (
  view: Pick<View, 'slots'>,
  { id, data }: Element,
  fields: readonly string[] = listedData,
): void => addSlots(view, id, data ?? {}, fields);

export const recordSlots = (
  view: Pick<View, 'slots'>,
  subject: string,
  kind: RecordKind,
  values: Readonly<Record<string, unknown>>,
): void =>
  addSlots(
    view,
    subject,
    values,
    listedFields[kind].filter((field) => field in values),
  );

/** Returns the service's side of a conflict. The person's side is in the store. */
const otherSideOf = (conflict: Conflict): unknown => {
  switch (conflict.type) {
    case 'editedThere':
      return pick(
        conflict.theirs,
        Object.values(contentSchemas).flatMap((each) => Object.keys(each.shape)),
      );
    case 'canvas':
      return [conflict.fields.map(({ theirs }) => theirs), conflict.conflicts.map(otherElement)];
    case 'fields':
      return conflict.fields.map(({ theirs }) => theirs);
    case 'deletedThere':
    case 'accessLost':
      return null;
  }
};

type DrawnConflict = Extract<Conflict, { type: 'canvas' }>['conflicts'][number];

const otherElement = ({ theirs, fields }: DrawnConflict): unknown =>
  theirs === null || fields.length === 0
    ? theirs
    : fields.flatMap((field) => {
        const name = field.replace('data.', '');
        return [theirs, theirs.data ?? {}].map((each): unknown => ({
          [name]: Reflect.get(each, name),
        }));
      });

type Opened = { store: Store; engine: SyncEngine };

/**
 * Returns what a person sees, including both sides of open conflicts. `lineage` returns one name for all
 * IDs of a record.
 */
export const viewOf = ({ store, engine }: Opened, lineage: (id: string) => string): View => {
  const { records, documents } = store;
  const view: View = { tokens: new Set(), own: new Set(), slots: new Map(), subjects: new Map() };
  const texts: string[] = [];
  const others: unknown[] = [];
  const add = (subject: string, value: unknown, within: string | null): void => {
    const text = JSON.stringify(value);
    texts.push(text);
    addSubject(view, subject, text, within);
  };
  const addOtherName = (subject: string, name: Values, canvas: string | null = null): void => {
    // If this person removed the element, only the service's side of the conflict has it. The view then
    // does not contain it yet.
    if (!view.subjects.has(subject)) addSubject(view, subject, '{}', canvas);
    const known = view.subjects.get(subject);
    if (!known) return;
    known.refusable = JSON.stringify(name);
    known.refusableIn = canvas ?? known.within;
  };
  const addElements = (canvas: string, { nodes, edges }: CanvasDocument): void => {
    for (const element of [...nodes, ...edges]) {
      elementSlots(view, element);
      add(element.id, element, canvas);
    }
  };
  for (const kind of recordKinds) {
    for (const row of records.all(kind)) {
      const subject = lineage(row.id);
      const drawing = kind === 'canvas' ? documents.read(row.id) : null;
      add(subject, contentOf(kind, row.local), row.parentId && lineage(row.parentId));
      recordSlots(view, subject, kind, row.local);
      if (drawing) addElements(subject, drawing);
    }
  }
  view.own = tokensInText(texts.join(''));
  for (const { kind, id } of engine.conflicts()) {
    const conflict = engine.conflict(kind, id);
    if (!conflict) continue;
    others.push(otherSideOf(conflict));
    if (conflict.type === 'canvas') {
      for (const { id: element, theirs, fields } of conflict.conflicts) {
        addOtherName(element, { label: theirs?.data?.label }, lineage(id));
        // If the whole element is in conflict, no fields are named, so all of its fields count.
        const isOpen = (field: string): boolean => fields.length === 0 || fields.includes(field);
        if (theirs) elementSlots(view, theirs, listedData.filter(isOpen));
      }
    }
    if (conflict.type === 'canvas' || conflict.type === 'fields') {
      const theirs = Object.fromEntries(conflict.fields.map((each) => [each.field, each.theirs]));
      recordSlots(view, lineage(id), kind, theirs);
      addOtherName(lineage(id), pick(theirs, ['title']));
    }
  }
  view.tokens = new Set([...view.own, ...tokensIn(others)]);
  return view;
};

const subjectSchema = z.looseObject({ data: z.record(z.string(), z.unknown()).optional() });

const fieldsOf = (text: string | undefined): Record<string, unknown> => {
  const { data, ...fields } = subjectSchema.parse(JSON.parse(text ?? '{}'));
  return { ...fields, ...data };
};

/**
 * Returns a line for each record or element that differs between two views, to help find the cause of a
 * failure.
 */
export const differences = (before: View, after: View): string[] =>
  [...new Set([...before.subjects.keys(), ...after.subjects.keys()])].flatMap((subject) => {
    const [was, is] = [before.subjects.get(subject), after.subjects.get(subject)];
    if (was?.text === is?.text) return [];
    if (!is) return [`${subject} is gone: ${was?.text}`];
    if (!was) return [`${subject} is new: ${is.text}`];
    const [old, now] = [fieldsOf(was.text), fieldsOf(is.text)];
    const changed = Object.keys({ ...old, ...now }).flatMap((field) => {
      const [from, to] = [JSON.stringify(old[field]), JSON.stringify(now[field])];
      return from === to ? [] : [`${field} ${from} → ${to}`];
    });
    return [`${subject}: ${changed.join(', ')}`];
  });

export const seenByApp = ({ records, documents, idMap }: Store): Seen[] =>
  recordKinds.flatMap((kind) =>
    records.all(kind).map(({ id, parentId, local }) => {
      const kindOfParent = parentKind[kind];
      const document = kind === 'canvas' ? documents.read(id) : null;
      const data = document && { data: withServiceIds(idMap, document) };
      return {
        kind,
        id: idMap.serviceId(kind, id) ?? `only here: ${id}`,
        parentId:
          kindOfParent && parentId ? (idMap.serviceId(kindOfParent, parentId) ?? parentId) : null,
        content: { ...contentOf(kind, local), ...data },
      };
    }),
  );

const everyPage = async (
  list: (query: { limit: number; page: number }) => Promise<{ items: Remote[] }>,
): Promise<Remote[]> => {
  const items: Remote[] = [];
  for (let page = 1; items.length === (page - 1) * 200; page += 1) {
    items.push(...(await list({ limit: 200, page })).items);
  }
  return items;
};

/** Reads everything that the service has. */
export const seenByService = async (client: SyncClient): Promise<Seen[]> => {
  const models = await everyPage((query) =>
    client.threatModels.list({ ...query, include_archived: 'true' }),
  );
  const canvases = await Promise.all(
    models.map(({ id }) =>
      everyPage((page) => client.canvases.list({ ...page, threatModelId: id })),
    ),
  );
  const lists: Record<RecordKind, Remote[]> = {
    collection: await everyPage((page) => client.collections.list(page)),
    threatModel: models,
    canvas: canvases.flat(),
    component: await everyPage((page) => client.components.list(page)),
    threat: await everyPage((page) => client.threats.list(page)),
    mitigation: await everyPage((page) => client.mitigations.list(page)),
    comment: await everyPage((page) => client.comments.list(page)),
  };
  return recordKinds.flatMap((kind) => lists[kind].map((remote) => seenOf(kind, remote)));
};

const seenOf = (kind: RecordKind, remote: Remote): Seen => {
  const { parent } = sentOf[kind];
  const named = parent ? remote[parent.output] : null;
  const parentId =
    typeof named === 'object' && named !== null && 'id' in named ? String(named.id) : null;
  const data = kind === 'canvas' ? { data: remote['data'] } : {};
  return {
    kind,
    id: remote.id,
    parentId,
    content: { ...contentOf(kind, remote), ...data },
  };
};

/** Returns the elements in the drawings of these records. */
export const elementsIn = (seen: readonly Seen[]): (CanvasNode | CanvasEdge)[] =>
  seen.flatMap(({ content }) => {
    const drawing = canvasDocumentSchema.safeParse(content['data']).data;
    return [...(drawing?.nodes ?? []), ...(drawing?.edges ?? [])];
  });

/**
 * Returns the names of records of the service, from `lineage`, and the IDs of the elements in their
 * drawings.
 */
export const subjectsIn = (seen: readonly Seen[], lineage: (id: string) => string): Set<string> =>
  new Set([...seen.map(({ id }) => lineage(id)), ...elementsIn(seen).map(({ id }) => id)]);

/** Returns a record of the service with all its descendants. */
export const under = (all: readonly Seen[], id: string): Seen[] => {
  const found = all.filter((each) => each.id === id);
  for (const each of found) found.push(...all.filter(({ parentId }) => parentId === each.id));
  return found;
};
