import { shallow } from 'zustand/shallow';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { flowEndsOf } from '#shared/canvas/flow-ends.ts';
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

/**
 * Returns the positions of the texts that React Flow draws, at most a few hundred. They are
 * computed when the document, the wanted region, or the language changes, but never during a drag, and
 * not for each step in which React Flow gets the elements of the region. Unchanged positions stay the
 * same objects, so that only elements with a new position render again.
 */
export const drawnTextPositions = ({ document, wanted }: Drawn): TextPositions => {
  const { nodes, edges } = known.document;
  const spoken = language();
  const isSame = wanted === known.wanted && spoken === known.spoken;
  if (document.nodes === nodes && document.edges === edges && isSame) return known.positions;
  const positions = wanted ? reusePositions(known.positions, positionsFor(document, wanted)) : none;
  known = { document, wanted, spoken, positions };
  return positions;
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
