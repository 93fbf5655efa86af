import type { CanvasDocument } from '../canvas/document.ts';
import type { ModelContent, ReadModel } from '../otm/content.ts';
import { textOf } from '../otm/fields.ts';
import { newId as newRecordId } from '../records/new-id.ts';
import {
  flatKey,
  flatModel,
  plainModel,
  type FlatKind,
  type FlatModel,
  type FlatRecord,
} from './flat-model.ts';
import { everKnown, firstBase } from './import-base.ts';
import { matchModel } from './match-model.ts';
import { mergeCanvas, type ElementConflict } from './merge-canvas.ts';
import { mergeModels } from './merge-models.ts';
import { withSizesFrom } from './place-model.ts';
import { same } from './same-value.ts';

type Sides = {
  own: ModelContent;
  file: ModelContent;
  /**
   * The positions and sizes that the file does not state. Matched elements keep the positions and sizes
   * of our model.
   */
  unstated?: ReadModel['unstated'];
  /**
   * The content of the last import of this file, with our IDs, or `null` if the file was never imported.
   */
  base: ModelContent | null;
  newId?: () => string;
};

/**
 * `key` is the key of the record. For a conflict about a field, it is `<key of the record>:<name of the
 * field>`.
 */
export type RecordConflict = {
  key: string;
  kind: FlatKind;
  id: string;
  title: string;
  /** The titles of the records that contain this record, outermost first. */
  ancestors: string[];
  /** The field in conflict, or `null` if one side deleted the record and the other side changed it. */
  field: { field: string; base: unknown; mine: unknown; theirs: unknown } | null;
  /** The side that deleted the record, or `null` if both sides have the record. */
  deletedBy: 'mine' | 'theirs' | null;
};

export type DrawingConflict = {
  canvasId: string;
  title: string;
  base: CanvasDocument;
  mine: CanvasDocument;
  theirs: CanvasDocument;
  conflicts: ElementConflict[];
};

export type ImportMerge = {
  hasBase: boolean;
  mine: FlatModel;
  /** The merged model. In a conflict, it agrees with our model. */
  shown: FlatModel;
  /** The merged model. In a conflict, it agrees with the file. */
  sent: FlatModel;
  conflicts: RecordConflict[];
  drawings: DrawingConflict[];
  /** The base of the next merge of this file. */
  nextBase: ModelContent;
};

/**
 * Merges the model of a file into one of our models. If the file was imported into that model before,
 * the last import is the base of a three-way merge. The parts of both models are matched by ID, or else
 * by name and kind.
 */
export const mergeImport = ({
  own,
  file,
  unstated = new Map(),
  base: imported,
  newId = newRecordId,
}: Sides): ImportMerge => {
  const mine = plainModel(own);
  const known = imported && plainModel(imported);
  const sides = { own: known ? everKnown(known, mine) : mine, now: mine, file, unstated };
  const { model, enlarged } = matchModel(sides, newId);
  const theirs = plainModel(model);
  // The file does not state the sizes of the boundaries that were enlarged for new elements. So the base
  // gets our sizes of these boundaries, and the enlarged sizes cause no conflict.
  const base = withSizesFrom(mine, known ?? firstBase(mine, theirs), enlarged);
  const merged = mergeModels(base, mine, theirs);
  const flat = {
    mine: flatModel(mine),
    shown: flatModel(merged.shown),
    sent: flatModel(merged.sent),
  };
  const drawings = drawingConflicts(base, mine, theirs);
  return {
    ...flat,
    hasBase: known !== null,
    conflicts: recordConflicts(flatModel(base), flat, namedByElements(drawings)),
    drawings,
    nextBase: theirs,
  };
};

const drawingConflicts = (
  base: ModelContent,
  mine: ModelContent,
  theirs: ModelContent,
): DrawingConflict[] => {
  const [old, others] = [base, theirs].map(
    ({ canvases }) => new Map(canvases.map(({ id, data }) => [id, data])),
  );
  return mine.canvases.flatMap(({ id, title, data }) => {
    const other = others?.get(id);
    if (!other) return [];
    const origin = old?.get(id) ?? { nodes: [], edges: [] };
    const { conflicts } = mergeCanvas(origin, data, other);
    if (conflicts.length === 0) return [];
    return [{ canvasId: id, title, base: origin, mine: data, theirs: other, conflicts }];
  });
};

/**
 * Returns the key for the choice about an element. It includes the ID of the canvas, because IDs of
 * elements are unique only within a canvas.
 */
export const elementKey = (canvasId: string, element: 'node' | 'edge', id: string): string =>
  `${canvasId}/${element}:${id}`;

/**
 * Returns a map from the IDs of components to the keys of choices. It has the components of elements
 * whose names are in conflict, because the choice about the element's name also renames the component.
 */
const namedByElements = (drawings: readonly DrawingConflict[]): Map<string, string> =>
  new Map(
    drawings.flatMap(({ canvasId, conflicts }) =>
      conflicts.flatMap(({ element, id, mine, fields }) => {
        const component = mine?.data?.componentId;
        return component !== undefined && fields.includes('label')
          ? [[component, elementKey(canvasId, element, id)] as const]
          : [];
      }),
    ),
  );

type Flat = Pick<ImportMerge, 'mine' | 'shown' | 'sent'>;

const recordConflicts = (
  base: FlatModel,
  { mine, shown, sent }: Flat,
  named: ReadonlyMap<string, string>,
): RecordConflict[] =>
  [...new Set([...shown.records.keys(), ...sent.records.keys()])].flatMap(
    (key): RecordConflict[] => {
      const [own, other] = [shown.records.get(key), sent.records.get(key)];
      const record = own ?? other;
      if (!record) return [];
      const about = { kind: record.kind, id: record.id, title: titleOf(record) };
      const ancestors = ancestorsOf(record, mine.records, sent.records);
      if (!own || !other) {
        const holder = parentsOf(record);
        // The choice for the record that contains this record also applies to this record, so there is
        // no separate conflict.
        const isInside = holder.some((each) => shown.records.has(each) !== sent.records.has(each));
        if (isInside) return [];
        const deletedBy = mine.records.has(key) ? ('theirs' as const) : ('mine' as const);
        return [{ ...about, key, ancestors, field: null, deletedBy }];
      }
      return fieldsThatDiffer(own, other)
        .filter(
          (field) => !(record.kind === 'component' && field === 'title' && named.has(record.id)),
        )
        .map((field) => ({
          ...about,
          key: `${key}:${field}`,
          ancestors,
          deletedBy: null,
          field: {
            field,
            base: base.records.get(key)?.values[field],
            mine: own.values[field],
            theirs: other.values[field],
          },
        }));
    },
  );

const parentOf = {
  threatModel: null,
  canvas: 'threatModel',
  component: 'canvas',
  threat: 'component',
  mitigation: 'threat',
} as const satisfies Record<FlatKind, FlatKind | null>;

const parentsOf = ({ kind, parentId }: FlatRecord): string[] => {
  const holder = parentOf[kind];
  return holder === null || parentId === null ? [] : [flatKey(holder, parentId)];
};

const fieldsThatDiffer = (one: FlatRecord, other: FlatRecord): string[] =>
  Object.keys(one.values).filter((name) => !same(one.values[name], other.values[name]));

export const titleOf = ({ values }: FlatRecord): string => textOf(values['title']) ?? '';

const ancestorsOf = (record: FlatRecord, ...among: FlatModel['records'][]): string[] => {
  const titles: string[] = [];
  let [key] = parentsOf(record);
  while (key !== undefined) {
    const wanted = key;
    const holder = among.map((records) => records.get(wanted)).find(Boolean);
    if (!holder || holder.kind === 'threatModel') break;
    titles.unshift(titleOf(holder));
    [key] = parentsOf(holder);
  }
  return titles;
};

export { fieldsThatDiffer, parentsOf, namedByElements };
