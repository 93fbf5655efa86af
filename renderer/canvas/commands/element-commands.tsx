import { useReactFlow, type ReactFlowInstance } from '@xyflow/react';
import { memo, useMemo } from 'react';
import { nodeAhead, placeAhead } from '#shared/canvas/ahead.ts';
import { elementColors } from '#shared/canvas/canvas-colors.ts';
import type { CanvasNode, Position } from '#shared/canvas/document.ts';
import { canChangeKind } from '#shared/canvas/edits/change-kind.ts';
import {
  componentKindNames,
  defaultKind,
  elementKinds,
  hasScope,
  isConnectable,
  type ComponentElementKind,
} from '#shared/canvas/element-kinds.ts';
import { boxOf, isBoundary } from '#shared/canvas/geometry.ts';
import { nodeById } from '#shared/canvas/lookup.ts';
import type { Direction } from '#shared/canvas/reading-order.ts';
import type { CommandId } from '../../kernel/commands/commands.ts';
import { CommandAction, useCommand } from '../../kernel/commands/use-command.ts';
import { addAt, connectTo, connectToNewAt } from '../edits/actions.ts';
import {
  changeKindSelected,
  colorSelected,
  isToggledOn,
  reorderSelected,
  toggleSelected,
  type Toggle,
} from '../edits/element-actions.ts';
import { withoutOpenThreats, isConsidered, toggleNoThreats } from '../edits/no-threats-actions.ts';
import { useCanvas } from '../state/canvas-store.ts';
import type { FlowEdge, FlowNode } from '../state/flow-elements.ts';
import type { Selection } from '../state/selection.ts';
import { pointerOverCanvas } from '../viewport/pointer.ts';
import { canvasCenter } from '../viewport/view-box.ts';
import { goTo, reveal } from '../viewport/walk.ts';
import { AddCommands } from './add-commands.tsx';

export const colorCommands = [
  'canvas.color-none',
  ...elementColors.map((color) => `canvas.color-${color}` as const),
] as const satisfies readonly CommandId[];

export const kindCommands: readonly CommandId[] = componentKindNames.map(
  (kind) => elementKinds[kind].changeCommand,
);

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

/** Registers the commands on selected elements. Renders nothing. */
export const ElementCommands = memo(() => {
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const selection = useCanvas((state) => state.selection);
  const met = needsMet(selection);
  return (
    <>
      <AddCommands add={(kind) => addAt(kind, positionToAdd(flow))} />
      {toggleCommands.map(({ id, needs, toggle }) => (
        <ToggleAction enabled={met[needs]} id={id} ids={selection.nodes} key={id} toggle={toggle} />
      ))}
      <NoThreatsAction selection={selection} />
      <KindCommands enabled={met.component} ids={selection.nodes} />
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
});

const positionToAdd = (flow: ReactFlowInstance<FlowNode, FlowEdge>): Position =>
  flow.screenToFlowPosition(pointerOverCanvas() ?? canvasCenter(), { snapToGrid: false });

type Toggled = { id: CommandId; enabled: boolean; toggle: Toggle; ids: readonly string[] };

const ToggleAction = ({ id, enabled, toggle, ids }: Toggled) => {
  const document = useCanvas((state) => state.document);
  const isOn = useMemo(() => isToggledOn(toggle, document, ids), [toggle, document, ids]);
  useCommand(id, { run: () => toggleSelected(toggle), enabled, isOn });
  return null;
};

/** Registers the command "No threats here". It skips elements with open threats. */
const NoThreatsAction = ({ selection }: { selection: Selection }) => {
  const ids = useMemo(() => [...selection.nodes, ...selection.edges], [selection]);
  const canvasId = useCanvas((state) => state.canvasId);
  const document = useCanvas((state) => state.document);
  const badges = useCanvas((state) => state.badges);
  const { enabled, isOn } = useMemo(() => {
    const drawing = { canvasId, document, badges };
    return {
      enabled: withoutOpenThreats(drawing, ids).length > 0,
      isOn: isConsidered(drawing, ids),
    };
  }, [canvasId, document, badges, ids]);
  useCommand('canvas.toggle-no-threats', { run: () => void toggleNoThreats(ids), enabled, isOn });
  return null;
};

type KindProps = { enabled: boolean; ids: readonly string[] };

/** Registers the commands that change the kind of components. Renders nothing. */
const KindCommands = ({ enabled, ids }: KindProps) => {
  const document = useCanvas((state) => state.document);
  const kind = useMemo(() => {
    const kinds = new Set(ids.map((id) => nodeById(document, id)?.type));
    return kinds.size === 1 ? [...kinds][0] : undefined;
  }, [document, ids]);
  return componentKindNames.map((each) => (
    <KindAction enabled={enabled} isOn={kind === each} key={each} kind={each} />
  ));
};

type KindActionProps = { enabled: boolean; isOn: boolean; kind: ComponentElementKind };

const KindAction = ({ enabled, isOn, kind }: KindActionProps) => {
  const run = (): void => changeKindSelected(kind);
  useCommand(elementKinds[kind].changeCommand, { run, enabled, isOn });
  return null;
};

/**
 * Returns, for each need that a command can have, whether the selection meets the need. For example,
 * the need `boundary` is met if a boundary is selected. The result changes only with the selection,
 * because a component can only become another kind of component, and other nodes never change their
 * kind. So the caller need not subscribe to the document.
 */
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
    component: some(canChangeKind),
    inScope: some(hasScope),
    oneEnd: nodes.length === 1 && edges.length === 0 && some(({ type }) => isConnectable(type)),
  };
};

/**
 * Connects the selected node to the next node in a direction. If the two are already connected,
 * selects the next node instead. If there is no next node, adds a process and connects it.
 */
const extendTo = (flow: ReactFlowInstance<FlowNode, FlowEdge>, direction: Direction): void => {
  const { document, selection } = useCanvas.getState();
  const source = nodeById(document, selection.nodes[0]);
  if (!source) return;
  const target = nodeAhead(document, source, direction, ({ type }) => isConnectable(type));
  if (!target) {
    const at = placeAhead(boxOf(document, source), elementKinds[defaultKind].size, direction);
    reveal(flow, connectToNewAt(source.id, defaultKind, at));
  } else if (document.edges.some((edge) => edge.source === source.id && edge.target === target.id))
    goTo(flow, target.id);
  else connectTo(source.id, target.id);
};
