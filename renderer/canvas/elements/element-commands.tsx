import { useReactFlow } from '@xyflow/react';
import { elementColors, type CanvasNode } from '#shared/canvas/document.ts';
import { isBoundary } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { CommandId } from '../../app/commands.ts';
import { useCommand } from '../../app/use-command.ts';
import { useCanvas } from '../canvas-store.ts';
import type { FlowEdge, FlowNode } from '../flow-elements.ts';
import { isConnectable } from '../node-kinds.ts';
import type { Selection } from '../select.ts';
import { colorSelected, reorderSelected, toggleSelected } from './element-actions.ts';
import { extendTo } from './extend.ts';

export const colorCommands = [
  'canvas.color-none',
  ...elementColors.map((color) => `canvas.color-${color}` as const),
] as const satisfies readonly CommandId[];

export const orderCommands = [
  'canvas.bring-to-front',
  'canvas.bring-forward',
  'canvas.send-backward',
  'canvas.send-to-back',
] as const satisfies readonly CommandId[];

type Needs = keyof ReturnType<typeof needsMet>;
type Entry = { id: CommandId; needs: Needs; run: () => void };

const entries: readonly Entry[] = [
  { id: 'canvas.toggle-collapsed', needs: 'boundary', run: () => toggleSelected('collapsed') },
  { id: 'canvas.toggle-out-of-scope', needs: 'inScope', run: () => toggleSelected('outOfScope') },
  { id: 'canvas.toggle-locked', needs: 'node', run: () => toggleSelected('locked') },
  { id: 'canvas.color-none', needs: 'element', run: () => colorSelected(null) },
  ...elementColors.map((color): Entry => ({
    id: `canvas.color-${color}`,
    needs: 'element',
    run: () => colorSelected(color),
  })),
  { id: 'canvas.bring-to-front', needs: 'node', run: () => reorderSelected('front') },
  { id: 'canvas.bring-forward', needs: 'node', run: () => reorderSelected('forward') },
  { id: 'canvas.send-backward', needs: 'node', run: () => reorderSelected('backward') },
  { id: 'canvas.send-to-back', needs: 'node', run: () => reorderSelected('back') },
];

const directions = ['up', 'right', 'down', 'left'] as const;

/** Gives the commands on selected elements what they do. Draws nothing. */
export const ElementCommands = () => {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const selection = useCanvas((state) => state.selection);
  const met = needsMet(selection);
  return (
    <>
      {entries.map(({ id, needs, run }) => (
        <CommandAction enabled={met[needs]} id={id} key={id} run={run} />
      ))}
      {directions.map((direction) => (
        <CommandAction
          enabled={met.oneEnd}
          id={`canvas.extend-${direction}`}
          key={direction}
          run={() => extendTo(flow, direction)}
        />
      ))}
    </>
  );
};

type Action = { id: CommandId; enabled: boolean; run: () => void };

const CommandAction = ({ id, enabled, run }: Action) => {
  useCommand(id, { run, enabled });
  return null;
};

/** The kind of a node never changes, so it is enough to look when the selection is another one. */
const needsMet = ({ nodes, edges }: Selection) => {
  const { document } = useCanvas.getState();
  const some = (applies: (node: CanvasNode) => boolean): boolean =>
    nodes.some((id) => {
      const node = nodeById(document, id);
      return node !== undefined && applies(node);
    });
  return {
    element: nodes.length + edges.length > 0,
    node: nodes.length > 0,
    boundary: some(isBoundary),
    inScope: some(({ type }) => type !== 'noteNode'),
    oneEnd: nodes.length === 1 && edges.length === 0 && some(({ type }) => isConnectable(type)),
  };
};
