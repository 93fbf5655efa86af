import { invertOperation } from '../canvas/apply.ts';
import { emptyDocument, type CanvasDocument } from '../canvas/document.ts';
import type { DrawingChange, RecordChange } from '../desktop/change.ts';
import { newId } from '../records/new-id.ts';
import { fieldNames } from '../records/record-fields.ts';
import { flatKey, type FlatModel, type FlatRecord } from './flat-model.ts';
import type { ElementConflict } from './merge-canvas.ts';
import {
  elementKey,
  fieldsThatDiffer,
  parentsOf,
  namedByElements,
  type ImportMerge,
  type RecordConflict,
} from './merge-import.ts';
import { operationBetween } from './operation-between.ts';
import { resolveCanvas } from './resolve-canvas.ts';
import { same } from './same-value.ts';

export type ImportChoices = ReadonlyMap<string, 'mine' | 'theirs'>;

type ImportChange = { records: RecordChange[]; drawings: DrawingChange[] };

type Conflicts = Pick<ImportMerge, 'conflicts' | 'drawings'>;

/** Returns the conflicts about which the person has to choose a side, by the key of the choice. */
const conflictsIn = ({ conflicts, drawings }: Conflicts) =>
  new Map<string, RecordConflict | ElementConflict>([
    ...conflicts.map((conflict) => [conflict.key, conflict] as const),
    ...drawings.flatMap(({ canvasId, conflicts: elements }) =>
      elements.map((each) => [elementKey(canvasId, each.element, each.id), each] as const),
    ),
  ]);

/**
 * Returns the choices about conflicts that are the same in both comparisons. A choice about a deletion is
 * left out, because the conflict does not say what else the record has.
 */
export const choicesThatHold = <Side>(
  choices: Readonly<Record<string, Side>>,
  before: Conflicts,
  after: Conflicts,
): Record<string, Side> => {
  const [former, present] = [conflictsIn(before), conflictsIn(after)];
  const holds = (key: string): boolean => {
    const conflict = present.get(key);
    if (!conflict || ('deletedBy' in conflict && conflict.deletedBy !== null)) return false;
    return same(former.get(key), conflict);
  };
  return Object.fromEntries(Object.entries(choices).filter(([key]) => holds(key)));
};

/** Returns the keys of all choices that the person has to make. */
export const choicesIn = (conflicts: Conflicts): string[] => [...conflictsIn(conflicts).keys()];

/**
 * Returns the change that turns our model into the merged model. In a conflict without a choice, our
 * values stay.
 */
export const resolveImport = (merge: ImportMerge, choices: ImportChoices): ImportChange => {
  const drawings = resolvedDrawings(merge, choices);
  const records = withShownComponents(merge, resolvedRecords(merge, choices), drawings);
  return {
    records: recordChanges(merge, records, drawings),
    drawings: [...merge.mine.drawings].flatMap(([canvasId, before]): DrawingChange[] => {
      const after = drawings.get(canvasId);
      if (!after || !records.has(flatKey('canvas', canvasId))) return [];
      const operation = operationBetween(before, after);
      if (operation.length === 0) return [];
      return [{ canvasId, operation, inverse: invertOperation(before, operation) }];
    }),
  };
};

type Drawings = ReadonlyMap<string, CanvasDocument>;
type Records = FlatModel['records'];

const resolvedDrawings = (
  { shown, sent, drawings }: ImportMerge,
  choices: ImportChoices,
): Drawings => {
  const inConflict = new Map(drawings.map((each) => [each.canvasId, each]));
  return new Map(
    [...shown.drawings, ...sent.drawings].map(([canvasId]) => {
      const own = shown.drawings.get(canvasId);
      const conflict = inConflict.get(canvasId);
      if (!own || !conflict) return [canvasId, own ?? sent.drawings.get(canvasId) ?? emptyDocument];
      const chosen = new Map(
        conflict.conflicts.flatMap(({ element, id }) => {
          const choice = choices.get(elementKey(canvasId, element, id));
          return choice ? [[`${element}:${id}`, choice] as const] : [];
        }),
      );
      return [canvasId, resolveCanvas(own, conflict.theirs, chosen, conflict.conflicts)];
    }),
  );
};

const resolvedRecords = (merge: ImportMerge, choices: ImportChoices): Records => {
  const { shown, sent } = merge;
  const named = namedByElements(merge.drawings);
  const found = new Map<string, FlatRecord>();
  for (const key of new Set([...shown.records.keys(), ...sent.records.keys()])) {
    const [own, other] = [shown.records.get(key), sent.records.get(key)];
    if (own && other) {
      found.set(
        key,
        withChoices(own, other, (field) => {
          const element =
            field === 'title' && own.kind === 'component' ? named.get(own.id) : undefined;
          return choices.get(element ?? `${key}:${field}`);
        }),
      );
      continue;
    }
    const left = choices.get(decisiveKey(merge, key)) === 'theirs' ? other : own;
    if (left) found.set(key, left);
  }
  return withoutOrphans(found);
};

/**
 * Returns the key of the choice that decides about a record that only one side has. If only one side has
 * the record's parent too, the choice for the parent decides. The same applies to the parent itself, so
 * the outermost record that only one side has decides about everything in it.
 */
const decisiveKey = ({ shown, sent }: Pick<ImportMerge, 'shown' | 'sent'>, key: string): string => {
  const record = shown.records.get(key) ?? sent.records.get(key);
  const [holder] = record ? parentsOf(record) : [];
  return holder !== undefined && shown.records.has(holder) !== sent.records.has(holder)
    ? decisiveKey({ shown, sent }, holder)
    : key;
};

const withChoices = (
  own: FlatRecord,
  other: FlatRecord,
  choiceOf: (field: string) => 'mine' | 'theirs' | undefined,
): FlatRecord => {
  const chosen = fieldsThatDiffer(own, other).filter((field) => choiceOf(field) === 'theirs');
  if (chosen.length === 0) return own;
  const values = Object.fromEntries(chosen.map((field) => [field, other.values[field]]));
  return { ...own, values: { ...own.values, ...values } };
};

const withoutOrphans = (records: ReadonlyMap<string, FlatRecord>): Records => {
  const withParents = new Map<string, FlatRecord>();
  for (const [key, record] of records) {
    if (parentsOf(record).every((holder) => records.has(holder))) withParents.set(key, record);
  }
  return withParents.size === records.size ? withParents : withoutOrphans(withParents);
};

/**
 * Adds the components that elements in `drawings` show but that `records` lacks, with the threats and
 * mitigations of these components. A component is missing if the person's choices removed it, but kept
 * an element that shows it.
 */
const withShownComponents = (
  { mine, sent }: ImportMerge,
  records: Records,
  drawings: Drawings,
): Records => {
  const missing = new Set<string>();
  for (const [canvasId, { nodes, edges }] of drawings) {
    if (!records.has(flatKey('canvas', canvasId))) continue;
    for (const { data } of [...nodes, ...edges]) {
      const id = data?.componentId;
      if (id !== undefined && !records.has(flatKey('component', id))) {
        missing.add(flatKey('component', id));
      }
    }
  }
  if (missing.size === 0) return records;
  const found = new Map(records);
  for (const from of [sent.records, mine.records]) {
    for (const [key, record] of from) {
      const lacksParent = parentsOf(record).some((holder) => missing.has(holder));
      if (found.has(key) || !(missing.has(key) || lacksParent)) continue;
      missing.add(key);
      found.set(key, record);
    }
  }
  return withoutOrphans(found);
};

const kinds = ['threatModel', 'canvas', 'component', 'threat', 'mitigation'] as const;

const updatable = Object.fromEntries(
  kinds.map((kind) => [kind, new Set(fieldNames(kind, ({ write }) => write !== 'create'))]),
);

const recordChanges = (
  { mine, shown, sent }: ImportMerge,
  records: Records,
  drawings: Drawings,
): RecordChange[] => {
  const parentsFirst = [...records.values()].toSorted(
    (one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind),
  );
  const changed = parentsFirst.flatMap((record): RecordChange[] => {
    const { kind, id, parentId, values } = record;
    const old = mine.records.get(flatKey(kind, id));
    if (!old) {
      const document = kind === 'canvas' ? drawings.get(id) : undefined;
      return [{ op: 'create', kind, id, parentId, values, ...(document && { document }) }];
    }
    const fields = fieldsThatDiffer(old, record).filter((name) => updatable[kind]?.has(name));
    if (fields.length === 0) return [];
    const next = Object.fromEntries(fields.map((name) => [name, values[name]]));
    return [{ op: 'update', kind, id, values: next }];
  });
  const deleted = [...mine.records].flatMap(([key, { kind, id, ...record }]): RecordChange[] => {
    if (records.has(key)) return [];
    // Only the outermost deleted record needs a delete, because its children are deleted with it.
    const holder = parentsOf({ kind, id, ...record });
    return holder.every((each) => records.has(each)) ? [{ op: 'delete', kind, id }] : [];
  });
  return [...changed, ...newComments({ mine, shown, sent }, records), ...deleted];
};

/** Returns the creates of new comments. A merge never changes or deletes comments. */
const newComments = (
  { mine, shown, sent }: Pick<ImportMerge, 'mine' | 'shown' | 'sent'>,
  records: Records,
): RecordChange[] =>
  [...records.values()].flatMap(({ kind, id }): RecordChange[] => {
    if (kind !== 'threat') return [];
    const known = new Set(mine.comments.get(id));
    const wanted = shown.comments.get(id) ?? sent.comments.get(id) ?? [];
    return wanted
      .filter((text) => !known.has(text))
      .map((text) => ({
        op: 'create',
        kind: 'comment',
        id: newId(),
        parentId: id,
        values: { text },
      }));
  });
