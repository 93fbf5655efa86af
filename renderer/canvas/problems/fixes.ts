import i18next from 'i18next';
import { moveInside } from '#shared/canvas/edits/move-inside.ts';
import { boxAround, boxOf, centreOf } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { isPartOfSystem, type ProblemKind } from '#shared/canvas/problems.ts';
import { tidyUp } from '#shared/layout/tidy-up.ts';
import { pickBoundary, pickTarget } from '../commands/element-picker.tsx';
import { addElement } from '../edits/element-edits.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { startEditing } from '../state/gesture.ts';
import { goToElement } from '../viewport/navigation.ts';

const canvas = useCanvas.getState;

const nameIt = (id: string): void => {
  goToElement(id);
  startEditing(id);
};

/**
 * The distance, in canvas pixels, between a new boundary and the elements inside. The label of the
 * boundary needs this space.
 */
const margin = 40;

/** Draws a boundary around the system. External entities stay outside. */
const drawBoundary = (): void => {
  const { document } = canvas();
  const parts = document.nodes.filter(isPartOfSystem);
  const box = boxAround(parts.map((node) => boxOf(document, node)));
  if (!box) return;
  const { id, edit } = addElement(canvas(), {
    type: 'trustBoundaryNode',
    label: i18next.t('new.trustBoundaryNode', { ns: 'canvas' }),
    at: centreOf(box),
    size: { width: box.width + 2 * margin, height: box.height + 2 * margin },
  });
  canvas().commit(edit);
  nameIt(id);
};

const moveIn = (id: string): void => {
  const { document, commit } = canvas();
  const operation = moveInside(document, [id], nodeById(document, id)?.parentId);
  commit({ label: 'canvas.label.move', operation });
  goToElement(id);
};

/** Tidies up the whole canvas, not only the given element, because moving one element affects others. */
const tidyAll = (id: string): void => {
  const { document, commit } = canvas();
  commit({ label: 'arrange.label.tidy', operation: tidyUp(document) });
  goToElement(id);
};

/** The fixes that the app can start for the person, by problem. */
export const fixes = {
  noBoundary: drawBoundary,
  outsideBoundary: (id) => {
    canvas().select([id]);
    pickBoundary([id]);
  },
  beyondBoundary: moveIn,
  overlapping: tidyAll,
  cramped: tidyAll,
  unconnected: (id) => {
    canvas().select([id]);
    pickTarget(id);
  },
  unnamedFlow: nameIt,
  unnamedBoundary: nameIt,
  unnamedElement: nameIt,
  duplicateName: nameIt,
} as const satisfies Partial<Record<ProblemKind, (id: string) => void>>;

export type FixedKind = keyof typeof fixes;

export const isFixed = (kind: ProblemKind): kind is FixedKind => Object.hasOwn(fixes, kind);

export const labelOfElement = (id: string): string => {
  const { document } = canvas();
  const node = nodeById(document, id);
  if (node) return node.data.label?.trim() ?? '';
  const edge = edgeById(document, id);
  if (!edge) return '';
  const ends = {
    source: nodeById(document, edge.source)?.data.label ?? '',
    target: nodeById(document, edge.target)?.data.label ?? '',
  };
  return i18next.t('spoken.flow', { ns: 'canvas', ...ends });
};
