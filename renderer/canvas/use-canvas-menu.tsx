import { useReactFlow } from '@xyflow/react';
import { useEffect, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { nodeTypes, type Position } from '#shared/canvas/document.ts';
import { useCommandEntries } from '../app/command-entries.tsx';
import { commandIcons } from '../app/command-icons.ts';
import { commandList } from '../app/commands.ts';
import { MenuAt, type MenuEntry } from '../ui/menu-at.tsx';
import { useMenuAt } from '../ui/use-menu-at.ts';
import { addAt, selectedIds } from './actions.ts';
import {
  arrangeCommands,
  layoutEverything,
  layoutSelected,
  selectCommands,
} from './arrange/arrange-offers.ts';
import { useCanvas } from './canvas-store.ts';
import { colorCommands, orderCommands } from './elements/element-commands.tsx';
import { elementIdOf } from './focus-element.ts';
import { stopGesture } from './gesture.ts';
import { isWithin } from './is-within.ts';
import { onMenuRequest } from './menu-request.ts';
import { nodeKinds } from './node-kinds.ts';
import { useElementAt } from './overview/use-element-at.ts';
import { noteMenuPoint } from './pointer.ts';

const pastingAt = (at: Position, entry: MenuEntry): MenuEntry => {
  if ('entries' in entry) return entry;
  const run = (): void => {
    noteMenuPoint(at);
    entry.run();
  };
  return { ...entry, run };
};

/** A click with Ctrl is one of the second button on macOS. */
const isByKey = ({ button, ctrlKey }: MouseEvent): boolean => button !== 2 && !ctrlKey;

/** What has the focus; what is selected while the canvas itself has it. */
const elementWorkedOn = ({ target }: MouseEvent): string | null =>
  elementIdOf(target) ?? selectedIds()[0] ?? null;

/** Either a point of the canvas or what is selected. */
type Item = { at: Position | null };

/** What can be done to flows, a submenu each. */
const flowOffers = (['flow-shape', 'flow-direction', 'flow-line', 'flow-ends'] as const).map(
  (submenu) => ({
    submenu,
    commands: commandList.filter((command) => command.submenu === submenu).map(({ id }) => id),
  }),
);

/** The menu of what is under the pointer: commands that can be run on it. */
export const useCanvasMenu = () => {
  const { t } = useTranslation('canvas');
  const { screenToFlowPosition } = useReactFlow();
  const elementAt = useElementAt();
  const commands = useCommandEntries();
  const menu = useMenuAt<Item>();

  const onContextMenu = (event: MouseEvent): void => {
    if (!isWithin(event)) return;
    if (event.target instanceof HTMLTextAreaElement) return;
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    stopGesture();
    const { select } = useCanvas.getState();
    const at = { x: event.clientX, y: event.clientY };
    const id = isByKey(event) ? elementWorkedOn(event) : elementAt(event);
    if (id === null) select([]);
    else if (!selectedIds().includes(id)) select([id]);
    menu.open({ at: id === null ? screenToFlowPosition(at, { snapToGrid: false }) : null }, at);
  };

  useEffect(() => onMenuRequest((at) => menu.open({ at: null }, at)));

  const additions = (at: Position): MenuEntry[] =>
    nodeTypes.map((type) => {
      const { command } = nodeKinds[type];
      const Icon = commandIcons[command];
      return {
        key: type,
        label: t(`menu.add.${type}`),
        icon: Icon && <Icon />,
        run: () => addAt(type, at),
      };
    });

  const ofCanvas = (at: Position): MenuEntry[] => {
    const [first, ...rest] = [
      ...commands(['edit.paste', 'edit.paste-same']).map((entry) => pastingAt(at, entry)),
      ...commands(
        ['edit.select-all', 'view.zoom-fit'],
        [{ submenu: 'layout', commands: layoutEverything }],
        ['view.toggle-grid', 'view.toggle-snap-grid', 'view.toggle-snap-elements'],
      ),
    ];
    return [...additions(at), ...(first ? [{ ...first, lineBefore: true }, ...rest] : [])];
  };

  const ofSelection = (): MenuEntry[] =>
    commands(
      ['edit.rename'],
      ['canvas.connect', 'canvas.connect-to', 'canvas.flow-to-itself', 'canvas.move-into'],
      flowOffers,
      [
        'canvas.toggle-collapsed',
        'canvas.toggle-out-of-scope',
        { submenu: 'color', commands: colorCommands },
        { submenu: 'order', commands: orderCommands },
        'canvas.toggle-locked',
      ],
      ['edit.cut', 'edit.copy', 'edit.duplicate', 'canvas.move-elements'],
      [
        { submenu: 'select', commands: selectCommands },
        { submenu: 'arrange', commands: arrangeCommands },
        { submenu: 'layout', commands: layoutSelected },
      ],
      ['edit.delete'],
    );

  const at = menu.item?.at;
  const entries = menu.item === null ? [] : at ? ofCanvas(at) : ofSelection();
  return {
    onContextMenu,
    menu: <MenuAt at={menu.at} entries={entries} label={t('menu.label')} onClose={menu.close} />,
  };
};
