import { useReactFlow } from '@xyflow/react';
import { useEffect, type MouseEvent } from 'react';
import { create } from 'zustand';
import type { Position } from '#shared/canvas/document.ts';
import { elementKindNames } from '#shared/canvas/element-kinds.ts';
import { useCommandEntries } from '../../kernel/commands/command-controls.tsx';
import { commandList, type CommandId, type SubmenuId } from '../../kernel/commands/commands.ts';
import { kindIcons } from '../../kernel/commands/kind-icons.tsx';
import { useTranslation } from '../../locales/use-translation.tsx';
import { MenuAt, useMenuAt, type MenuEntry, type Point } from '../../ui/menu-at.tsx';
import { addAt, selectedIds } from '../edits/actions.ts';
import { isWithin } from '../keyboard/use-canvas-keys.ts';
import { useElementAt } from '../overview/use-element-at.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { stopGesture } from '../state/gesture.ts';
import { elementIdOf } from '../viewport/focus-element.ts';
import { noteMenuPoint } from '../viewport/pointer.ts';
import { colorCommands, kindCommands, orderCommands } from './element-commands.tsx';

const pastingAt = (at: Position, entry: MenuEntry): MenuEntry => {
  if ('entries' in entry) return entry;
  const run = (): void => {
    noteMenuPoint(at);
    entry.run();
  };
  return { ...entry, run };
};

/**
 * Tells if a key opened the menu. An event with Ctrl comes from a click, because on macOS a click with
 * Ctrl opens the menu too.
 */
const isByKey = ({ button, ctrlKey }: MouseEvent): boolean => button !== 2 && !ctrlKey;

/** Returns the focused element or, if the canvas itself has the focus, the selected element. */
const elementWorkedOn = ({ target }: MouseEvent): string | null =>
  elementIdOf(target) ?? selectedIds()[0] ?? null;

/**
 * The target of the menu: a point of the canvas or, if `at` is `null`, the selection. `opening` tells to
 * which opening of a canvas it belongs, so that the menu is never used on another canvas.
 */
type Item = { at: Position | null; opening: number };

/** The submenus for flows. */
const flowOffers = (['flow-shape', 'flow-direction', 'flow-line', 'flow-ends'] as const).map(
  (submenu) => ({
    submenu,
    commands: commandList.filter((command) => command.submenu === submenu).map(({ id }) => id),
  }),
);

/** The item of the menu, the position of the menu, and the functions that open and close the menu. */
type OpenMenu = ReturnType<typeof useMenuAt<Item>>;

/**
 * Returns the state of the context menu, and the handler that opens the menu for the element under the
 * pointer. `opening` is the number of times that a canvas was opened.
 */
export const useCanvasMenu = (opening: number) => {
  const { screenToFlowPosition } = useReactFlow();
  const elementAt = useElementAt();
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
    const point = id === null ? screenToFlowPosition(at, { snapToGrid: false }) : null;
    menu.open({ at: point, opening }, at);
  };

  useEffect(() => onMenuRequest((at) => menu.open({ at: null, opening }, at)));

  return { onContextMenu, menu };
};

/**
 * The context menu. This is a separate component, because the commands change with each edit and would
 * render all tools again.
 */
export const CanvasMenu = ({ menu, opening }: { menu: OpenMenu; opening: number }) => {
  const { t } = useTranslation('canvas');
  const commands = useCommandEntries();

  const additions = (at: Position): MenuEntry[] =>
    elementKindNames.map((type) => {
      const Icon = kindIcons[type];
      return {
        key: type,
        label: t(`menu.add.${type}`),
        icon: <Icon />,
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
        { submenu: 'kind', commands: kindCommands },
        'canvas.toggle-collapsed',
        'canvas.toggle-out-of-scope',
        'canvas.toggle-no-threats',
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

  const item = menu.item?.opening === opening ? menu.item : null;
  const entries = item === null ? [] : item.at ? ofCanvas(item.at) : ofSelection();
  return (
    <MenuAt at={item && menu.at} entries={entries} label={t('menu.label')} onClose={menu.close} />
  );
};

const useMenuRequest = create<{ at: Point | null }>(() => ({ at: null }));

/** Opens the menu of the selection, for callers outside the canvas. */
export const requestMenu = (at: Point): void => useMenuRequest.setState({ at });

const onMenuRequest = (open: (at: Point) => void): (() => void) =>
  useMenuRequest.subscribe(({ at }) => at && open(at));

/** Returns the commands of a submenu, in menu order. */
const offered = (submenu: SubmenuId, prefix = ''): CommandId[] =>
  commandList
    .filter((command) => command.submenu === submenu && command.id.startsWith(prefix))
    .map(({ id }) => id);

const selectCommands = offered('select');
const arrangeCommands = offered('arrange');
const layoutEverything = offered('layout', 'layout.everything');
const layoutSelected = [
  ...offered('layout', 'layout.selection'),
  ...offered('layout', 'layout.inside'),
];
