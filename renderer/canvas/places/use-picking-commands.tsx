import i18next from 'i18next';
import { ArrowRight, Box, SquareDashed, SquareX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import { moveInside } from '#shared/canvas/edits/move-inside.ts';
import { isBoundary } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById, withDescendants } from '#shared/canvas/lookup.ts';
import { readingOrder } from '#shared/canvas/reading-order.ts';
import { useCommand } from '../../app/use-command.ts';
import { connectTo } from '../actions.ts';
import { announce } from '../announcements.ts';
import { useCanvas } from '../canvas-store.ts';
import { noticeLocked } from '../elements/notice-locked.ts';
import { isConnectable, kindOf } from '../node-kinds.ts';
import { boundaryNameOf, kindName, shownName } from '../spoken.ts';
import { pick } from './element-picker.tsx';
import { goToElement } from './travel.ts';

const ns = 'finding' as const;

const iconOf = (type: string | undefined): ReactNode => {
  const Icon = kindOf(type)?.icon ?? Box;
  return <Icon />;
};

const detailOf = (document: CanvasDocument, { id, type }: CanvasNode): string =>
  [kindName(type), boundaryNameOf(document, id)].filter(Boolean).join(', ');

const nodeChoice = (document: CanvasDocument, node: CanvasNode, choose: () => void) => ({
  id: node.id,
  label: shownName(node.data.label),
  detail: detailOf(document, node),
  icon: iconOf(node.type),
  choose,
});

const flowChoice = (document: CanvasDocument, id: string) => {
  const { source, target, data } = edgeById(document, id) ?? {};
  const ends = [source, target].map((end) => shownName(nodeById(document, end)?.data.label));
  return {
    id,
    label: shownName(data?.label),
    detail: i18next.t('spoken.flow', { ns: 'canvas', source: ends[0], target: ends[1] }),
    icon: <ArrowRight />,
    choose: () => goToElement(id),
  };
};

/** Any element, to go there. */
const pickAny = (): void => {
  const { document } = useCanvas.getState();
  pick({
    title: i18next.t('pick.goTo', { ns }),
    placeholder: i18next.t('pick.goToHint', { ns }),
    choices: readingOrder(document).map((id) => {
      const node = nodeById(document, id);
      return node ? nodeChoice(document, node, () => goToElement(id)) : flowChoice(document, id);
    }),
  });
};

/** Where a flow from an element ends. */
export const pickTarget = (source: string): void => {
  const { document } = useCanvas.getState();
  pick({
    title: i18next.t('pick.connect', {
      ns,
      name: shownName(nodeById(document, source)?.data.label),
    }),
    placeholder: i18next.t('pick.connectHint', { ns }),
    choices: document.nodes
      .filter(({ id, type }) => id !== source && isConnectable(type))
      .map((node) =>
        nodeChoice(document, node, () => {
          connectTo(source, node.id);
          const [flow] = useCanvas.getState().selection.edges;
          if (flow !== undefined) goToElement(flow);
        }),
      ),
  });
};

/** Puts elements into a boundary, or out of every one. */
export const moveElements = (ids: readonly string[], boundaryId: string | undefined): void => {
  const { document, commit } = useCanvas.getState();
  const operation = moveInside(document, ids, boundaryId);
  const isLockedAll = ids.every((id) => nodeById(document, id)?.data.locked === true);
  if (ids.length > 0 && isLockedAll) return noticeLocked('move');
  if (operation.length === 0) return;
  commit({ label: 'canvas.label.move', operation });
  const boundary = shownName(nodeById(document, boundaryId)?.data.label);
  announce(
    boundaryId === undefined
      ? i18next.t('pick.movedOut', { ns, count: ids.length })
      : i18next.t('pick.moved', { ns, count: ids.length, boundary }),
  );
};

/** The boundary that some elements move into. */
export const pickBoundary = (ids: readonly string[]): void => {
  const { document } = useCanvas.getState();
  const moving = withDescendants(document, ids);
  const move = (boundaryId: string | undefined): void => {
    moveElements(ids, boundaryId);
    if (ids[0] !== undefined && ids.length === 1) goToElement(ids[0]);
  };
  const boundaries = document.nodes.filter((node) => isBoundary(node) && !moving.has(node.id));
  pick({
    title: i18next.t('pick.move', { ns }),
    placeholder: i18next.t('pick.moveHint', { ns }),
    choices: [
      ...boundaries.map((node) => ({
        ...nodeChoice(document, node, () => move(node.id)),
        detail: boundaryNameOf(document, node.id) ?? '',
        icon: <SquareDashed />,
      })),
      {
        id: 'outside',
        label: i18next.t('pick.outside', { ns }),
        icon: <SquareX />,
        choose: () => move(undefined),
      },
    ],
  });
};

/** The commands that ask for an element by its name. */
export const usePickingCommands = (): void => {
  const hasElements = useCanvas(({ document }) => document.nodes.length > 0);
  const hasNodes = useCanvas(({ selection }) => selection.nodes.length > 0);
  const source = useCanvas(({ document, selection }) => {
    const [id, ...more] = selection.nodes;
    return more.length === 0 && isConnectable(nodeById(document, id)?.type) ? id : undefined;
  });
  useCommand('view.go-to-element', { run: pickAny, enabled: hasElements });
  useCommand('canvas.connect-to', {
    run: () => source !== undefined && pickTarget(source),
    enabled: source !== undefined,
  });
  useCommand('canvas.move-into', {
    run: () => pickBoundary(useCanvas.getState().selection.nodes),
    enabled: hasNodes,
  });
};
