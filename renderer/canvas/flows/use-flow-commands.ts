import i18next from 'i18next';
import type { CanvasEdge } from '#shared/canvas/document.ts';
import { isConnectable } from '#shared/canvas/element-kinds.ts';
import { bendsOf } from '#shared/canvas/flow-course.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { marksOf } from '#shared/drawing/elements.ts';
import { useCommand } from '../../kernel/commands/use-command.ts';
import { connectTo, reverseSelected } from '../edits/actions.ts';
import { announce } from '../state/announcements.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { focusElement } from '../viewport/focus-element.ts';
import {
  addBend,
  chooseEnd,
  directSelected,
  moveLabelTo,
  selectedFlows,
  shapeSelected,
  straightenSelected,
} from './change-flow.ts';
import { focusGrip } from './use-grip-keys.ts';

/** Registers the commands for the selected flows. */
export const useFlowCommands = (): void => {
  const hasFlows = useCanvas(({ selection }) => selection.edges.length > 0);
  const hasOne = useCanvas(({ selection }) => isSingle(selection.nodes, selection.edges));
  const hasLabel = useCanvas(({ selection, document }) => {
    const flow = edgeById(document, selection.edges[0]);
    return flow !== undefined && Object.values(marksOf(flow)).some(Boolean);
  });
  const hasNode = useCanvas(({ selection, document }) => {
    const node = nodeById(document, selection.nodes[0]);
    return (
      node !== undefined && isSingle(selection.edges, selection.nodes) && isConnectable(node.type)
    );
  });

  const onAll = (run: () => void) => ({ run, enabled: hasFlows });
  useCommand(
    'canvas.flow-smooth',
    onAll(() => shapeSelected('smooth')),
  );
  useCommand(
    'canvas.flow-straight',
    onAll(() => shapeSelected('straight')),
  );
  useCommand(
    'canvas.flow-stepped',
    onAll(() => shapeSelected('stepped')),
  );
  useCommand(
    'canvas.flow-one-way',
    onAll(() => directSelected(false)),
  );
  useCommand(
    'canvas.flow-both-ways',
    onAll(() => directSelected(true)),
  );
  useCommand('canvas.reverse-flow', onAll(reverseSelected));
  useCommand('canvas.flow-straighten', onAll(straightenSelected));

  const onOne = (run: (flow: CanvasEdge) => void, isPossible = true) => ({
    run: () => {
      const [flow] = selectedFlows();
      if (flow) run(flow);
    },
    enabled: hasOne && isPossible,
  });
  useCommand('canvas.flow-add-bend', onOne(bendByCommand));
  useCommand(
    'canvas.flow-edit-line',
    onOne(({ id }) => focusGrip(id, 'first')),
  );
  useCommand(
    'canvas.flow-move-label',
    onOne(({ id }) => focusGrip(id, 'label'), hasLabel),
  );
  useCommand(
    'canvas.flow-reset-label',
    onOne(({ id }) => moveLabelTo(id, null), hasLabel),
  );
  useCommand(
    'canvas.flow-source',
    onOne((flow) => chooseByCommand(flow, 'source')),
  );
  useCommand(
    'canvas.flow-target',
    onOne((flow) => chooseByCommand(flow, 'target')),
  );

  useCommand('canvas.flow-to-itself', {
    run: () => {
      const [id] = useCanvas.getState().selection.nodes;
      if (id !== undefined) connectTo(id, id);
    },
    enabled: hasNode,
  });
};

const isSingle = (none: readonly string[], one: readonly string[]): boolean =>
  none.length === 0 && one.length === 1;

/** Adds a bend and focuses its grip, so that arrow keys move the bend. */
const bendByCommand = (flow: CanvasEdge): void => {
  const index = addBend(flow);
  if (index === null) return;
  focusGrip(flow.id, `bend-${index}`);
  const after = edgeById(useCanvas.getState().document, flow.id);
  const count = after ? bendsOf(after).length : 0;
  announce(i18next.t('bend.added', { ns: 'flows', number: index + 1, count }));
};

/**
 * Lets the person choose a node by arrow keys. The flow gets the focus, so that the canvas handles
 * these keys.
 */
const chooseByCommand = (flow: CanvasEdge, end: 'source' | 'target'): void => {
  focusElement(flow.id);
  chooseEnd(flow, end, false);
};
