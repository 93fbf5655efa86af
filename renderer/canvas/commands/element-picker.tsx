import { createSpotlight, type SpotlightActionData } from '@mantine/spotlight';
import i18next from 'i18next';
import { SquareX } from 'lucide-react';
import type { ReactNode } from 'react';
import { create } from 'zustand';
import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import { moveInside } from '#shared/canvas/edits/move-inside.ts';
import { isConnectable } from '#shared/canvas/element-kinds.ts';
import { isBoundary } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById, withDescendants } from '#shared/canvas/lookup.ts';
import { readingOrder } from '#shared/canvas/reading-order.ts';
import { KindIcon } from '../../kernel/commands/kind-icons.tsx';
import { useCommand } from '../../kernel/commands/use-command.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { SearchDialog } from '../../ui/search-dialog.tsx';
import { connectTo } from '../edits/actions.ts';
import { announce } from '../state/announcements.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { focusEdge } from '../viewport/focus-element.ts';
import { goToElement } from '../viewport/navigation.ts';
import { noticeLocked } from '../words/notices.tsx';
import { boundaryNameOf, kindName, displayName } from '../words/spoken.ts';

type Choice = {
  id: string;
  label: string;
  detail?: string;
  icon: ReactNode;
  choose: () => void;
};

type Question = { title: string; placeholder: string; choices: readonly Choice[] };

const usePicker = create<{ question: Question | null }>(() => ({ question: null }));
const [store, picker] = createSpotlight();

/** Asks for an element of the canvas, in a list that can be filtered by typing. */
const pick = (question: Question): void => {
  usePicker.setState({ question });
  picker.open();
};

const close = (isFocusLost: boolean): void => {
  usePicker.setState({ question: null });
  if (isFocusLost) focusEdge('start');
};

export const ElementPicker = () => {
  const { t } = useTranslation('finding');
  const question = usePicker((state) => state.question);
  const actions = question?.choices.map(
    ({ id, label, detail, icon, choose }): SpotlightActionData => ({
      id,
      label,
      ...(detail !== undefined && { description: detail }),
      leftSection: icon,
      onClick: choose,
    }),
  );
  return (
    <SearchDialog
      actions={actions ?? []}
      fieldLabel={question?.title ?? ''}
      nothingFound={t('pick.none')}
      onClose={close}
      placeholder={question?.placeholder ?? ''}
      store={store}
      title={question?.title ?? ''}
    />
  );
};

const ns = 'finding' as const;

const detailOf = (document: CanvasDocument, { id, type }: CanvasNode): string =>
  [kindName(type), boundaryNameOf(document, id)].filter(Boolean).join(', ');

const nodeChoice = (document: CanvasDocument, node: CanvasNode, choose: () => void) => ({
  id: node.id,
  label: displayName(node.data.label),
  detail: detailOf(document, node),
  icon: <KindIcon type={node.type} />,
  choose,
});

const flowChoice = (document: CanvasDocument, id: string) => {
  const { source, target, data } = edgeById(document, id) ?? {};
  const ends = [source, target].map((end) => displayName(nodeById(document, end)?.data.label));
  return {
    id,
    label: displayName(data?.label),
    detail: i18next.t('spoken.flow', { ns: 'canvas', source: ends[0], target: ends[1] }),
    icon: <KindIcon type="flow" />,
    choose: () => goToElement(id),
  };
};

/** Asks for an element and goes to it. */
const pickAny = (): void => {
  const { document } = useCanvas.getState();
  pick({
    title: i18next.t('pick.go-to', { ns }),
    placeholder: i18next.t('pick.go-to-hint', { ns }),
    choices: readingOrder(document).map((id) => {
      const node = nodeById(document, id);
      return node ? nodeChoice(document, node, () => goToElement(id)) : flowChoice(document, id);
    }),
  });
};

/** Asks for the target of a new flow. */
export const pickTarget = (source: string): void => {
  const { document } = useCanvas.getState();
  pick({
    title: i18next.t('pick.connect', {
      ns,
      name: displayName(nodeById(document, source)?.data.label),
    }),
    placeholder: i18next.t('pick.connect-hint', { ns }),
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

/** Moves elements into a boundary, or to the top level. */
export const moveElements = (ids: readonly string[], boundaryId: string | undefined): void => {
  const { document, commit } = useCanvas.getState();
  const operation = moveInside(document, ids, boundaryId);
  const isLockedAll = ids.every((id) => nodeById(document, id)?.data.locked === true);
  if (ids.length > 0 && isLockedAll) return noticeLocked('move');
  if (operation.length === 0) return;
  commit({ label: 'canvas.label.move', operation });
  const boundary = displayName(nodeById(document, boundaryId)?.data.label);
  announce(
    boundaryId === undefined
      ? i18next.t('pick.moved-out', { ns, count: ids.length })
      : i18next.t('pick.moved', { ns, count: ids.length, boundary }),
  );
};

/** Asks for a boundary to move elements into. */
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
    placeholder: i18next.t('pick.move-hint', { ns }),
    choices: [
      ...boundaries.map((node) => ({
        ...nodeChoice(document, node, () => move(node.id)),
        detail: boundaryNameOf(document, node.id) ?? '',
        icon: <KindIcon type="trustBoundaryNode" />,
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

/** Registers the commands that ask for an element by name. */
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
