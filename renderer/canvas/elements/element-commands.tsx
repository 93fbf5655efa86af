import { useReactFlow } from '@xyflow/react';
import { useMemo } from 'react';
import { elementColors, type CanvasNode } from '#shared/canvas/document.ts';
import { isBoundary } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { CommandId } from '../../app/commands.ts';
import { useCommand } from '../../app/use-command.ts';
import { useCanvas } from '../canvas-store.ts';
import type { FlowEdge, FlowNode } from '../flow-elements.ts';
import { isConnectable } from '../node-kinds.ts';
import type { Selection } from '../select.ts';
import {
  colorSelected,
  isToggledOn,
  reorderSelected,
  toggleSelected,
  type Toggle,
} from './element-actions.ts';
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

const toggleCommands: readonly { id: CommandId; needs: Needs; toggle: Toggle }[] = [
  { id: 'canvas.toggle-collapsed', needs: 'boundary', toggle: 'collapsed' },
  { id: 'canvas.toggle-out-of-scope', needs: 'inScope', toggle: 'outOfScope' },
  { id: 'canvas.toggle-locked', needs: 'node', toggle: 'locked' },
];

const entries: readonly Entry[] = [
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
      {toggleCommands.map(({ id, needs, toggle }) => (
        <ToggleAction enabled={met[needs]} id={id} ids={selection.nodes} key={id} toggle={toggle} />
      ))}
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

type Toggled = { id: CommandId; enabled: boolean; toggle: Toggle; ids: readonly string[] };

const ToggleAction = ({ id, enabled, toggle, ids }: Toggled) => {
  const document = useCanvas((state) => state.document);
  const isOn = useMemo(() => isToggledOn(toggle, document, ids), [toggle, document, ids]);
  useCommand(id, { run: () => toggleSelected(toggle), enabled, isOn });
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
