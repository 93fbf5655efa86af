import i18next from 'i18next';
import { moveInside } from '#shared/canvas/edits/move-inside.ts';
import { boxAround, boxOf, centreOf } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import type { ProblemKind } from '#shared/canvas/problems.ts';
import { useCanvas } from '../canvas-store.ts';
import { addElement } from '../changes/add-element.ts';
import { startEditing } from '../gesture.ts';
import { goToElement } from '../places/travel.ts';
import { pickBoundary, pickTarget } from '../places/use-picking-commands.tsx';

const canvas = useCanvas.getState;

const nameIt = (id: string): void => {
  goToElement(id);
  startEditing(id);
};

/** Room between the outermost elements and a boundary around them, whose label stands above. */
const margin = 40;

/** Around all processes and stores; what others do stays outside. */
const drawBoundary = (): void => {
  const { document } = canvas();
  const own = document.nodes.filter(
    ({ type, data }) =>
      (type === 'processNode' || type === 'dataStoreNode') && data.outOfScope !== true,
  );
  const box = boxAround(own.map((node) => boxOf(document, node)));
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

/** How a problem is mended, where that can be begun for the person. */
export const fixes = {
  noBoundary: drawBoundary,
  outsideBoundary: (id) => {
    canvas().select([id]);
    pickBoundary([id]);
  },
  beyondBoundary: moveIn,
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
