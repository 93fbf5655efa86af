import { useReactFlow } from '@xyflow/react';
import { isConnectable } from '#shared/canvas/element-kinds.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { useCommand } from '../../kernel/commands/use-command.ts';
import { useHistoryCommands } from '../../kernel/workspace/use-history-commands.ts';
import { connectTo, removeSelected, selectAll } from '../edits/actions.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { startConnecting, startConnection, startEditing } from '../state/gesture.ts';
import { useFitView } from '../viewport/use-viewport.ts';
import { zoomTime } from '../viewport/view-box.ts';

export const useCanvasCommands = (): void => {
  const flow = useReactFlow();
  const scope = useCanvas(({ modelId }) => modelId);
  const fitView = useFitView();
  const hasElements = useCanvas(({ document }) => document.nodes.length > 0);
  const hasSelection = useCanvas(
    ({ selection }) => selection.nodes.length + selection.edges.length > 0,
  );

  useHistoryCommands(scope, (direction) => void useCanvas.getState()[direction]());
  useCommand('edit.delete', { run: removeSelected, enabled: hasSelection });
  useCommand('edit.select-all', { run: selectAll, enabled: hasElements });
  useCommand('edit.rename', { run: renameSelected, enabled: hasSelection });

  useCommand('view.zoom-in', { run: () => void flow.zoomIn(zoomTime) });
  useCommand('view.zoom-out', { run: () => void flow.zoomOut(zoomTime) });
  useCommand('view.zoom-fit', { run: () => fitView() });
  useCommand('canvas.connect', { run: connectSelected, enabled: hasElements });
};

const renameSelected = (): void => {
  const { nodes, edges } = useCanvas.getState().selection;
  const id = nodes[0] ?? edges[0];
  if (id !== undefined) startEditing(id);
};

/**
 * Connects two selected nodes. If one node is selected, starts a flow at it. Otherwise the person
 * first chooses a source.
 */
const connectSelected = (): void => {
  const { document, selection } = useCanvas.getState();
  const [source, target, more] = selection.nodes.filter((id) =>
    isConnectable(nodeById(document, id)?.type),
  );
  if (source !== undefined && target !== undefined && more === undefined) connectTo(source, target);
  else if (source !== undefined && target === undefined) startConnection(source, false);
  else startConnecting();
};
