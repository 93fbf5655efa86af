import { shallow } from 'zustand/shallow';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { flowEndsOf } from '#shared/canvas/flow-ends.ts';
import { isBoundary, meet, type Box } from '#shared/canvas/geometry.ts';
import { boxAt, placementOf } from '#shared/canvas/placement.ts';
import { elementsOf } from '#shared/drawing/elements.ts';
import type { LabelForm } from '#shared/drawing/label-forms.ts';
import {
  textPositions,
  type FlowLabel,
  type TextPositions,
} from '#shared/drawing/text-positions.ts';
import { language } from '#shared/locales/texts.ts';
import { everywhere, drawnIndexes, type Region } from './drawn-elements.ts';
import { noSelection } from './selection.ts';

type Drawn = { document: CanvasDocument; wanted: Region };

const none: TextPositions = {
  frames: new Map(),
  rooms: new Map(),
  routes: new Map(),
  labels: new Map(),
};

let known: Drawn & { spoken: string; positions: TextPositions } = {
  document: { nodes: [], edges: [] },
  wanted: null,
  spoken: '',
  positions: none,
};

/** The latest drawing, if the positions of its texts are not computed yet, and the timer for this. */
let pending: { drawn: Drawn; timer: ReturnType<typeof setTimeout> } | null = null;
const listeners = new Set<() => void>();

/** The time, in ms, after which the positions are computed. */
const delayMs = 100;

/**
 * Returns the positions of the texts that React Flow draws, at most a few hundred. They are
 * computed when the document, the wanted region, or the language changes, but never during a drag, and
 * not for each step in which React Flow gets the elements of the region. After most changes of nodes, they
 * are computed a moment later, so that the change is shown and stored first. Unchanged positions stay the
 * same objects, so that only elements with a new position render again.
 */
export const drawnTextPositions = (drawn: Drawn): TextPositions => {
  const { document, wanted } = drawn;
  const { nodes, edges } = document;
  if (wanted !== known.wanted || language() !== known.spoken) return compute(drawn);
  if (edges === known.document.edges) {
    if (nodes === pending?.drawn.document.nodes) return known.positions;
    if (nodes === known.document.nodes) {
      forgetPending();
      return known.positions;
    }
  }
  if (wanted === null || !canWait(document, wanted)) return compute(drawn);
  forgetPending();
  pending = { drawn, timer: setTimeout(() => computeLate(drawn), delayMs) };
  return known.positions;
};

const compute = ({ document, wanted }: Drawn): TextPositions => {
  forgetPending();
  const positions = wanted ? reusePositions(known.positions, positionsFor(document, wanted)) : none;
  known = { document, wanted, spoken: language(), positions };
  return positions;
};

const forgetPending = (): void => {
  clearTimeout(pending?.timer);
  pending = null;
};

const computeLate = (drawn: Drawn): void => {
  compute(drawn);
  for (const listener of listeners) listener();
};

/** Calls `listener` when positions were computed late. Returns a function that ends this. */
export const onLateTextPositions = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Tells if the positions for a document may be computed later. Until then, a name keeps its position
 * relative to its element, and a label that relative to its line. So the change may only move nodes that
 * have been drawn before, or change the data of components. Names of frames and labels of flows are parts
 * of the positions, so a change to them cannot wait. The label of a flow may also change after the name of a
 * component, because a label with only the names of both ends is left out. Such a label is late.
 */
const canWait = (after: CanvasDocument, wanted: Box): boolean => {
  const { document: before, positions } = known;
  if (before.edges !== after.edges || before.nodes.length !== after.nodes.length) return false;
  const placement = placementOf(before);
  return after.nodes.every((node, at) => {
    const old = before.nodes[at];
    if (node === old) return true;
    if (!old || old.id !== node.id || old.type !== node.type || old.parentId !== node.parentId) {
      return false;
    }
    const isFrame = isBoundary(node) || positions.frames.has(node.id);
    if (isFrame && old.data !== node.data) return false;
    return old.position === node.position || meet(boxAt(placement, at), wanted);
  });
};

const positionsFor = (document: CanvasDocument, region: NonNullable<Region>): TextPositions =>
  textPositions(elementsOf(region === everywhere ? document : partIn(document, region)), {
    isZoomable: true,
  });

/** Returns the elements of a region, with the nodes at the drawn ends of its flows. */
const partIn = (document: CanvasDocument, region: NonNullable<Region>): CanvasDocument => {
  const indexes = drawnIndexes(document, noSelection, region);
  const { source, target } = flowEndsOf(document);
  const idAt = (at = -1): string => document.nodes[at]?.id ?? '';
  return {
    nodes: indexes.nodes.flatMap((at) => document.nodes[at] ?? []),
    edges: indexes.edges.flatMap((at) => {
      const edge = document.edges[at];
      return edge ? [{ ...edge, source: idAt(source[at]), target: idAt(target[at]) }] : [];
    }),
  };
};

const reusePositions = (before: TextPositions, after: TextPositions): TextPositions => ({
  ...after,
  frames: reuse(
    before.frames,
    after.frames,
    (one, other) =>
      shallow(one.shift, other.shift) &&
      one.text === other.text &&
      one.isOnElement === other.isOnElement &&
      shallow(one.box, other.box),
  ),
  rooms: reuse(before.rooms, after.rooms, shallow),
  labels: reuse(before.labels, after.labels, isSameLabel),
});

const reuse = <Value>(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
  isSame: (one: Value, other: Value) => boolean,
): ReadonlyMap<string, Value> =>
  new Map(
    [...after].map(([id, value]) => {
      const old = before.get(id);
      return [id, old !== undefined && isSame(old, value) ? old : value];
    }),
  );

const isSameLabel = (one: FlowLabel, other: FlowLabel): boolean =>
  isSameForm(one.whole, other.whole) &&
  isSamePosition(one.position, other.position) &&
  isSamePosition(one.close, other.close);

const isSamePosition = (one: FlowLabel['position'], other: FlowLabel['position']): boolean => {
  if (!one || !other) return one === other;
  return (
    one.along === other.along && shallow(one.shift, other.shift) && isSameForm(one.form, other.form)
  );
};

const isSameForm = (one: LabelForm, other: LabelForm): boolean =>
  one.width === other.width &&
  one.height === other.height &&
  one.isReduced === other.isReduced &&
  one.rows.length === other.rows.length &&
  one.rows.every(({ parts }, row) => {
    const others = other.rows[row]?.parts ?? [];
    return (
      parts.length === others.length &&
      parts.every(({ kind, text }, at) => kind === others[at]?.kind && text === others[at]?.text)
    );
  });
