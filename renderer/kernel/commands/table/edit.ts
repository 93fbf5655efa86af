import type { CommandShape } from './command-shape.ts';

const select = { menu: 'edit', submenu: 'select', group: 'selection', where: 'canvas' } as const;

export const editCommands = [
  { id: 'edit.undo', menu: 'edit', group: 'history', shortcuts: ['mod+z'], where: 'document' },
  {
    id: 'edit.redo',
    menu: 'edit',
    group: 'history',
    shortcuts: ['mod+shift+z', 'mod+y'],
    where: 'document',
  },
  { id: 'edit.cut', menu: 'edit', group: 'clipboard', shortcuts: ['mod+x'], where: 'canvas' },
  { id: 'edit.copy', menu: 'edit', group: 'clipboard', shortcuts: ['mod+c'], where: 'canvas' },
  { id: 'edit.paste', menu: 'edit', group: 'clipboard', shortcuts: ['mod+v'], where: 'canvas' },
  {
    id: 'edit.paste-same',
    menu: 'edit',
    group: 'clipboard',
    shortcuts: ['mod+shift+v'],
    where: 'canvas',
  },
  {
    id: 'edit.copy-image',
    menu: 'edit',
    group: 'clipboard',
    shortcuts: ['mod+shift+c'],
    where: 'canvas',
  },
  {
    id: 'edit.select-all',
    menu: 'edit',
    group: 'selection',
    shortcuts: ['mod+a'],
    where: 'canvas',
  },
  { ...select, id: 'select.same-type', shortcuts: [] },
  { ...select, id: 'select.inside', shortcuts: [] },
  { ...select, id: 'select.connected', shortcuts: [] },
  { ...select, id: 'select.others', shortcuts: ['mod+shift+a'] },
  { id: 'edit.rename', menu: 'edit', group: 'selection', shortcuts: ['f2'], where: 'canvas' },
  {
    id: 'edit.duplicate',
    menu: 'edit',
    group: 'selection',
    shortcuts: ['mod+d'],
    where: 'canvas',
  },
  {
    id: 'edit.delete',
    menu: 'edit',
    group: 'selection',
    shortcuts: ['delete', 'backspace'],
    where: 'canvas',
  },
] as const satisfies readonly CommandShape[];
