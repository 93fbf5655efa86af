import type { CanvasDocument } from '../canvas/document.ts';
import type { ComponentContent, ModelContent, ThreatContent } from '../otm/content.ts';
import { byId } from './by-id.ts';
import type { Element } from './element-fields.ts';
import { same } from './same-value.ts';

/**
 * Returns a model with all parts of our model and of the last import, so that the parts of the next
 * import can match any of these parts by name.
 */
export const everKnown = (base: ModelContent, own: ModelContent): ModelContent => ({
  ...own,
  canvases: union(base.canvases, own.canvases, (one, other) => ({
    ...one,
    data: {
      ...one.data,
      nodes: union(one.data.nodes, other.data.nodes, first),
      edges: union(one.data.edges, other.data.edges, first),
    },
  })),
  components: union(base.components, own.components, (one, other) => ({
    ...one,
    threats: union(one.threats, other.threats, (before, now) => ({
      ...before,
      mitigations: union(before.mitigations, now.mitigations, first),
      comments: [...before.comments, ...now.comments],
    })),
  })),
});

const first = <Item>(item: Item): Item => item;

const union = <Item extends { id: string }>(
  base: readonly Item[],
  own: readonly Item[],
  both: (one: Item, other: Item) => Item,
): Item[] => {
  const [known, mine] = [byId(base), byId(own)];
  return [
    ...base.map((item) => {
      const other = mine.get(item.id);
      return other ? both(item, other) : item;
    }),
    ...own.filter(({ id }) => !known.has(id)),
  ];
};

/**
 * Returns a base for the first merge of a file. A part or value that only one side has counts as added
 * by that side. The merge keeps our drawing and our titles of the model and its canvases. All other
 * differences become conflicts.
 */
export const firstBase = (mine: ModelContent, theirs: ModelContent): ModelContent => ({
  ...staying(mine, theirs),
  canvases: common(mine.canvases, theirs.canvases, (one, other) => ({
    ...other,
    data: drawingOfBoth(one.data, other.data),
  })),
  components: common(mine.components, theirs.components, componentOfBoth),
});

const nested = new Set([
  'id',
  'kept',
  'canvasId',
  'canvases',
  'components',
  'threats',
  'mitigations',
]);
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

const common = <Item extends { id: string }>(
  mine: readonly Item[],
  theirs: readonly Item[],
  both: (one: Item, other: Item) => Item,
): Item[] => {
  const others = byId(theirs);
  return mine.flatMap((item) => {
    const other = others.get(item.id);
    return other ? [both(item, other)] : [];
  });
};

/**
 * Returns a base with which a merge keeps the values of `mine`, except that an empty value is replaced
 * with the value of `theirs`.
 */
const staying = (mine: ModelContent, theirs: ModelContent): ModelContent => {
  const filled = Object.entries(mine).filter(([key, value]) => !nested.has(key) && isEmpty(value));
  return { ...theirs, ...Object.fromEntries(filled) };
};

/**
 * Returns a base without the fields in which the sides differ, so that these fields become conflicts. If
 * only one side has a value, the base has the empty value of the other side, so that the value counts as
 * added.
 */
const recordOfBoth = <Item extends Record<string, unknown>>(mine: Item, theirs: Item): Item => {
  const made: Item = { ...mine };
  const others = new Map(Object.entries(theirs));
  for (const [key, value] of Object.entries(mine)) {
    const other = others.get(key);
    if (nested.has(key) || isEmpty(value) || same(value, other)) continue;
    if (isEmpty(other)) Object.assign(made, Object.fromEntries([[key, other]]));
    else Reflect.deleteProperty(made, key);
  }
  return made;
};

const componentOfBoth = (mine: ComponentContent, theirs: ComponentContent): ComponentContent => ({
  ...recordOfBoth(mine, theirs),
  threats: common(mine.threats, theirs.threats, threatOfBoth),
});

const threatOfBoth = (mine: ThreatContent, theirs: ThreatContent): ThreatContent => ({
  ...recordOfBoth(mine, theirs),
  comments: [],
  mitigations: common(mine.mitigations, theirs.mitigations, recordOfBoth),
});

const drawingOfBoth = (mine: CanvasDocument, theirs: CanvasDocument): CanvasDocument => ({
  ...theirs,
  nodes: common(mine.nodes, theirs.nodes, elementOfBoth),
  edges: common(mine.edges, theirs.edges, elementOfBoth),
});

const meant = new Set(['type', 'source', 'target', 'parentId']);
const drawn = new Set(['color', 'shape', 'bends', 'labelAt', 'locked', 'collapsed']);

/**
 * Returns a base with which a merge keeps our drawing of the element. Only differences in the meaning of
 * the element, such as its type or its ends, become conflicts.
 */
const elementOfBoth = <E extends Element>(mine: E, theirs: E): E => {
  const made: E = { ...theirs };
  for (const field of meant) {
    if (!same(mine[field], theirs[field])) Reflect.deleteProperty(made, field);
  }
  // A position is relative to the parent, so the position is in conflict whenever the parent is.
  if (mine['parentId'] !== theirs['parentId']) Reflect.deleteProperty(made, 'position');
  if (!mine.data && !theirs.data) return made;
  const [own, other] = [mine.data ?? {}, theirs.data ?? {}];
  const drawnData = Object.fromEntries(
    Object.entries(other).filter(([key]) => drawn.has(key) && Object.hasOwn(own, key)),
  );
  return { ...made, data: { ...recordOfBoth(own, other), ...drawnData } };
};
