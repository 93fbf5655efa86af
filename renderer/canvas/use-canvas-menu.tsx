import { useReactFlow } from '@xyflow/react';
import {
  ArrowLeftRight,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Maximize,
  Pencil,
  Spline,
  SquareMousePointer,
  Trash2,
} from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { nodeTypes, type Position } from '#shared/canvas/document.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { runCommand } from '../app/use-command.ts';
import { MenuAt, type MenuEntry } from '../ui/menu-at.tsx';
import { useMenuAt } from '../ui/use-menu-at.ts';
import {
  addAt,
  copySelected,
  duplicateSelected,
  hasClipboard,
  pasteClipboard,
  removeSelected,
  reverseFlow,
  selectAll,
  selectedIds,
} from './actions.ts';
import { useCanvas } from './canvas-store.ts';
import { elementIdOf } from './focus-element.ts';
import { startConnection, startEditing, stopGesture } from './gesture.ts';
import { isConnectable, nodeKinds } from './node-kinds.ts';

type Item = { kind: 'canvas'; at: Position } | { kind: 'node' | 'edge'; id: string };

/** The menu of what is under the pointer. */
export const useCanvasMenu = () => {
  const { t } = useTranslation('canvas');
  const { screenToFlowPosition } = useReactFlow();
  const menu = useMenuAt<Item>();

  const onContextMenu = (event: MouseEvent): void => {
    if (event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    stopGesture();
    const at = { x: event.clientX, y: event.clientY };
    const id = elementIdOf(event.target);
    if (id === null) {
      return menu.open({ kind: 'canvas', at: screenToFlowPosition(at, { snapToGrid: false }) }, at);
    }
    const { document, select } = useCanvas.getState();
    if (!selectedIds().includes(id)) select([id]);
    menu.open({ kind: nodeById(document, id) ? 'node' : 'edge', id }, at);
  };

  const entriesOfCanvas = (at: Position): MenuEntry[] => [
    ...nodeTypes.map((type) => {
      const { icon: Icon, name } = nodeKinds[type];
      return {
        key: type,
        label: t('menu.add', { kind: t(name) }),
        icon: <Icon />,
        run: () => addAt(type, at),
      };
    }),
    ...(hasClipboard()
      ? [
          {
            key: 'paste',
            label: t('menu.paste'),
            icon: <ClipboardPaste />,
            run: pasteClipboard,
            lineBefore: true,
          },
        ]
      : []),
    {
      key: 'all',
      label: t('menu.selectAll'),
      icon: <SquareMousePointer />,
      run: selectAll,
      lineBefore: true,
    },
    {
      key: 'fit',
      label: t('menu.fit'),
      icon: <Maximize />,
      run: () => void runCommand('view.zoom-fit'),
    },
  ];

  const entriesOfElement = (kind: 'node' | 'edge', id: string): MenuEntry[] => {
    const { document } = useCanvas.getState();
    const canConnect = kind === 'node' && isConnectable(nodeById(document, id)?.type);
    const entries: (MenuEntry | false)[] = [
      { key: 'rename', label: t('menu.rename'), icon: <Pencil />, run: () => startEditing(id) },
      canConnect && {
        key: 'connect',
        label: t('menu.connect'),
        icon: <Spline />,
        run: () => startConnection(id, false),
      },
      kind === 'edge' &&
        edgeById(document, id) !== undefined && {
          key: 'reverse',
          label: t('menu.reverse'),
          icon: <ArrowLeftRight />,
          run: () => reverseFlow(id),
        },
      kind === 'node' && {
        key: 'copy',
        label: t('menu.copy'),
        icon: <Copy />,
        run: copySelected,
        lineBefore: true,
      },
      kind === 'node' && {
        key: 'duplicate',
        label: t('menu.duplicate'),
        icon: <CopyPlus />,
        run: duplicateSelected,
      },
      {
        key: 'delete',
        label: t('menu.delete'),
        icon: <Trash2 />,
        run: removeSelected,
        isDestructive: true,
        lineBefore: true,
      },
    ];
    return entries.filter((entry) => entry !== false);
  };

  const { item } = menu;
  const entries =
    item === null
      ? []
      : item.kind === 'canvas'
        ? entriesOfCanvas(item.at)
        : entriesOfElement(item.kind, item.id);

  return {
    onContextMenu,
    menu: <MenuAt at={menu.at} entries={entries} label={t('menu.label')} onClose={menu.close} />,
  };
};
