import { emptyDocument } from '../canvas/document.ts';
import type {
  CanvasContent,
  ComponentContent,
  MitigationContent,
  ModelContent,
  ThreatContent,
} from '../otm/content.ts';
import { isFields } from '../otm/fields.ts';
import { byId } from './by-id.ts';
import { mergeCanvas } from './merge-canvas.ts';
import { mergeFields, type FieldRules, type Values } from './merge-fields.ts';
import { insertOwn } from './merge-order.ts';
import { same } from './same-value.ts';

export type ModelPart =
  | 'model'
  | 'canvas'
  | 'node'
  | 'edge'
  | 'component'
  | 'threat'
  | 'mitigation';

/** `fields` is empty if one side deleted the part and the other side changed it. */
export type ModelConflict = { part: ModelPart; id: string; name: string; fields: string[] };

export type ModelMerge = {
  /** The merged model. In a conflict, it agrees with `mine`. */
  shown: ModelContent;
  /** The merged model. In a conflict, it agrees with `theirs`. */
  sent: ModelContent;
  conflicts: ModelConflict[];
};

/** Merges two models that were both changed from `base`. The parts of the models are matched by ID. */
export const mergeModels = (
  base: ModelContent,
  mine: ModelContent,
  theirs: ModelContent,
): ModelMerge => {
  const conflicts: ModelConflict[] = [];
  const { shown, sent } = mergeModel({ base, mine, theirs }, conflicts);
  return { shown: whole(shown, mine, theirs), sent: whole(sent, theirs, mine), conflicts };
};

type Three<Item> = { base: Item | undefined; mine: Item; theirs: Item };
type Sides<Item> = { shown: Item; sent: Item };
type Merge<Item> = (three: Three<Item>, conflicts: ModelConflict[]) => Sides<Item>;
type Part = { id: string; title: string; kept: Values };

const rules: FieldRules = {
  isLong: (_field, texts) => texts.some((text) => text.includes('\n')),
};

/** The keys of lists and documents, which are merged separately. */
const nested = new Set(['canvases', 'components', 'data', 'threats', 'mitigations', 'comments']);

const fieldsIn = (part: Part | undefined): Values =>
  Object.fromEntries(
    Object.entries(part ?? {}).filter(
      ([key]) => key !== 'id' && key !== 'kept' && !nested.has(key),
    ),
  );

/**
 * Returns a part with the merged `fields` and `kept`. A field that the merge removed is set to
 * `undefined`.
 */
const withFields = <Item extends Part>(item: Item, fields: Values, kept: Values): Item => {
  const removedKeys = Object.keys(fieldsIn(item)).filter((key) => !Object.hasOwn(fields, key));
  const removed = Object.fromEntries(removedKeys.map((key) => [key, undefined]));
  return { ...item, ...removed, ...fields, kept };
};

/**
 * Returns a function that merges the fields of a part, and the data that was preserved from its file
 * (`kept`).
 */
const mergeOwn =
  <Item extends Part>(part: ModelPart): Merge<Item> =>
  ({ base, mine, theirs }, conflicts) => {
    const own = mergeFields(fieldsIn(base), fieldsIn(mine), fieldsIn(theirs), rules);
    const kept = mergeFields(base?.kept ?? {}, mine.kept, theirs.kept, rules);
    const fields = [...own.conflicts, ...kept.conflicts.map((key) => `kept.${key}`)];
    if (fields.length > 0) conflicts.push({ part, id: mine.id, name: mine.title, fields });
    return {
      shown: withFields(mine, own.shown, kept.shown),
      sent: withFields(mine, own.sent, kept.sent),
    };
  };

/**
 * Merges lists of parts in the order of `mine`. A part that only `theirs` has comes after the part that
 * precedes it in `theirs`.
 */
const mergeList = <Item extends Part>(
  lists: Record<'base' | 'mine' | 'theirs', readonly Item[]>,
  part: ModelPart,
  mergeOne: Merge<Item>,
  conflicts: ModelConflict[],
): Sides<Item[]> => {
  const [base, mine, theirs] = [byId(lists.base), byId(lists.mine), byId(lists.theirs)];
  const shown = new Map<string, Item>();
  const sent = new Map<string, Item>();
  for (const id of new Set([...mine.keys(), ...theirs.keys()])) {
    const [own, other, origin] = [mine.get(id), theirs.get(id), base.get(id)];
    if (own && other) {
      const merged = mergeOne({ base: origin, mine: own, theirs: other }, conflicts);
      shown.set(id, merged.shown);
      sent.set(id, merged.sent);
      continue;
    }
    const left = own ?? other;
    if (!left || (origin && same(origin, left))) continue;
    // This is a conflict, because one side deleted the part and the other side changed it.
    if (origin) conflicts.push({ part, id, name: left.title, fields: [] });
    if (own || !origin) shown.set(id, left);
    if (other || !origin) sent.set(id, left);
  }
  const order = insertOwn([...mine.keys()], [...theirs.keys()], {
    has: (id) => !mine.has(id),
    parentOf: () => undefined,
  });
  const listed = (of: ReadonlyMap<string, Item>): Item[] => order.flatMap((id) => of.get(id) ?? []);
  return { shown: listed(shown), sent: listed(sent) };
};

const mergeModel: Merge<ModelContent> = (three, conflicts) => {
  const { base, mine, theirs } = three;
  const own = mergeOwn<ModelContent>('model')(three, conflicts);
  const canvases = mergeList(
    { base: base?.canvases ?? [], mine: mine.canvases, theirs: theirs.canvases },
    'canvas',
    mergeCanvasContent,
    conflicts,
  );
  const components = mergeList(
    { base: base?.components ?? [], mine: mine.components, theirs: theirs.components },
    'component',
    mergeComponent,
    conflicts,
  );
  const side = (of: 'shown' | 'sent'): ModelContent => ({
    ...own[of],
    canvases: canvases[of],
    components: components[of],
  });
  return { shown: side('shown'), sent: side('sent') };
};

const mergeCanvasContent: Merge<CanvasContent> = (three, conflicts) => {
  const own = mergeOwn<CanvasContent>('canvas')(three, conflicts);
  const { base, mine, theirs } = three;
  const data = mergeCanvas(base?.data ?? emptyDocument, mine.data, theirs.data);
  for (const { element, id, mine: one, theirs: other, fields } of data.conflicts) {
    const name = (one ?? other)?.data?.label ?? '';
    conflicts.push({ part: element, id, name: name === '' ? id : name, fields });
  }
  return {
    shown: { ...own.shown, data: data.shown },
    sent: { ...own.sent, data: data.sent },
  };
};

const mergeComponent: Merge<ComponentContent> = (three, conflicts) => {
  const own = mergeOwn<ComponentContent>('component')(three, conflicts);
  const { base, mine, theirs } = three;
  const lists = { base: base?.threats ?? [], mine: mine.threats, theirs: theirs.threats };
  const threats = mergeList(lists, 'threat', mergeThreat, conflicts);
  return {
    shown: { ...own.shown, threats: threats.shown },
    sent: { ...own.sent, threats: threats.sent },
  };
};

const mergeThreat: Merge<ThreatContent> = (three, conflicts) => {
  const own = mergeOwn<ThreatContent>('threat')(three, conflicts);
  const { base, mine, theirs } = three;
  const lists = {
    base: base?.mitigations ?? [],
    mine: mine.mitigations,
    theirs: theirs.mitigations,
  };
  const mitigations = mergeList(
    lists,
    'mitigation',
    mergeOwn<MitigationContent>('mitigation'),
    conflicts,
  );
  const comments = mergeComments(base?.comments ?? [], mine.comments, theirs.comments);
  return {
    shown: { ...own.shown, comments, mitigations: mitigations.shown },
    sent: { ...own.sent, comments, mitigations: mitigations.sent },
  };
};

type Comments = ThreatContent['comments'];

/** Merges comments as whole values, because comments have no IDs in a file and are never changed. */
const mergeComments = (base: Comments, mine: Comments, theirs: Comments): Comments => {
  const keysOf = (comments: Comments): Set<string> =>
    new Set(comments.map((comment) => JSON.stringify(comment)));
  const [old, own, other] = [keysOf(base), keysOf(mine), keysOf(theirs)];
  return [
    ...mine.filter((comment) => {
      const key = JSON.stringify(comment);
      return other.has(key) || !old.has(key);
    }),
    ...theirs.filter((comment) => {
      const key = JSON.stringify(comment);
      return !own.has(key) && !old.has(key);
    }),
  ];
};

/** Adds to a merged model what its parts need of `side`, the model with which it agrees. */
const whole = (model: ModelContent, side: ModelContent, other: ModelContent): ModelContent =>
  withComponentsOf(withCanvasesOf(model, side, other), side);

/**
 * Returns the model with the canvases of components that `other` deleted and `side` changed. A canvas is
 * missing if `other` deleted it too, and `side` changed only a component on it. It comes from `side`.
 */
const withCanvasesOf = (
  model: ModelContent,
  side: ModelContent,
  other: ModelContent,
): ModelContent => {
  const known = new Set(model.canvases.map(({ id }) => id));
  const others = new Set(other.components.map(({ id }) => id));
  const missing = new Set(
    model.components.flatMap(({ id, canvasId }) =>
      known.has(canvasId) || others.has(id) ? [] : [canvasId],
    ),
  );
  const restored = side.canvases.filter(({ id }) => missing.has(id));
  return restored.length === 0 ? model : { ...model, canvases: [...model.canvases, ...restored] };
};

/**
 * Returns the model with the components that its elements show but that the model lacks, and with their
 * threats. These components come from `side`. A component is missing if one side deleted it together
 * with an element that the other side changed.
 */
const withComponentsOf = (model: ModelContent, side: ModelContent): ModelContent => {
  const known = new Set(model.components.map(({ id }) => id));
  const drawnIds = model.canvases.flatMap(({ data: { nodes, edges } }) =>
    [...nodes, ...edges].flatMap(({ data }) =>
      isFields(data) && typeof data['componentId'] === 'string' ? [data['componentId']] : [],
    ),
  );
  const missing = new Set(drawnIds.filter((id) => !known.has(id)));
  const restored = side.components.filter(({ id }) => missing.has(id));
  return restored.length === 0
    ? model
    : { ...model, components: [...model.components, ...restored] };
};
