import { skipToken, useQuery } from '@tanstack/react-query';
import { useReactFlow } from '@xyflow/react';
import type { NodeType, Position } from '#shared/canvas/document.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import { queries } from '../app/desktop.ts';
import { useCommand } from '../app/use-command.ts';
import { addAt, connectTo, removeSelected, selectAll } from './actions.ts';
import { useCanvas } from './canvas-store.ts';
import { startConnecting, startConnection, startEditing } from './gesture.ts';
import { isConnectable, nodeKinds } from './node-kinds.ts';
import { pointerOverCanvas } from './pointer.ts';
import { middleOfCanvas } from './surface-box.ts';
import { useFitView } from './use-fit-view.ts';
import { zoomTime } from './view-options.ts';

/** Gives the commands of the table what they do on the open canvas. */
export const useCanvasCommands = (): void => {
  const flow = useReactFlow();
  const scope = useCanvas(({ modelId }) => modelId);
  const fitView = useFitView();
  const { data: history } = useQuery(
    queries.changes.history.queryOptions({ input: scope === null ? skipToken : { scope } }),
  );
  const hasElements = useCanvas(({ document }) => document.nodes.length > 0);
  const hasSelection = useCanvas(
    ({ selection }) => selection.nodes.length + selection.edges.length > 0,
  );

  useCommand('edit.undo', {
    run: () => void useCanvas.getState().undo(),
    idle: typeof history?.undo !== 'string',
  });
  useCommand('edit.redo', {
    run: () => void useCanvas.getState().redo(),
    idle: typeof history?.redo !== 'string',
  });
  useCommand('edit.delete', { run: removeSelected, enabled: hasSelection });
  useCommand('edit.select-all', { run: selectAll, enabled: hasElements });
  useCommand('edit.rename', { run: renameSelected, enabled: hasSelection });

  useCommand('view.zoom-in', { run: () => void flow.zoomIn(zoomTime) });
  useCommand('view.zoom-out', { run: () => void flow.zoomOut(zoomTime) });
  useCommand('view.zoom-fit', { run: () => fitView() });

  const place = (): Position =>
    flow.screenToFlowPosition(pointerOverCanvas() ?? middleOfCanvas(), { snapToGrid: false });
  const add = (type: NodeType) => ({ run: () => addAt(type, place()) });
  useCommand(nodeKinds.processNode.command, add('processNode'));
  useCommand(nodeKinds.dataStoreNode.command, add('dataStoreNode'));
  useCommand(nodeKinds.externalEntityNode.command, add('externalEntityNode'));
  useCommand(nodeKinds.trustBoundaryNode.command, add('trustBoundaryNode'));
  useCommand(nodeKinds.noteNode.command, add('noteNode'));
  useCommand('canvas.connect', { run: connectSelected, enabled: hasElements });
};

const renameSelected = (): void => {
  const { nodes, edges } = useCanvas.getState().selection;
  const id = nodes[0] ?? edges[0];
  if (id !== undefined) startEditing(id);
};

/** Two selected nodes are connected at once, one is where the flow begins. */
const connectSelected = (): void => {
  const { document, selection } = useCanvas.getState();
  const [source, target, more] = selection.nodes.filter((id) =>
    isConnectable(nodeById(document, id)?.type),
  );
  if (source !== undefined && target !== undefined && more === undefined) connectTo(source, target);
  else if (source !== undefined && target === undefined) startConnection(source, false);
  else startConnecting();
};
