import type { CommandShape } from './command-shape.ts';

export const viewCommands = [
  {
    id: 'view.palette-commands',
    menu: 'view',
    group: 'palette',
    shortcuts: ['mod+k'],
    where: 'window',
  },
  {
    id: 'view.toggle-sidebar',
    menu: 'view',
    group: 'panels',
    shortcuts: ['mod+b'],
    where: 'window',
  },
  {
    id: 'view.toggle-inspector',
    menu: 'view',
    group: 'panels',
    shortcuts: ['mod+i', 'mod+alt+b'],
    where: 'window',
  },
  {
    id: 'view.toggle-outline',
    menu: 'view',
    group: 'panels',
    shortcuts: ['mod+shift+o'],
    where: 'window',
  },
  {
    id: 'view.toggle-drawer',
    menu: 'view',
    group: 'panels',
    shortcuts: ['mod+j'],
    where: 'window',
  },
  {
    id: 'view.zoom-in',
    menu: 'view',
    group: 'zoom',
    shortcuts: ['mod+plus', 'mod+='],
    where: 'window',
  },
  { id: 'view.zoom-out', menu: 'view', group: 'zoom', shortcuts: ['mod+-'], where: 'window' },
  { id: 'view.zoom-fit', menu: 'view', group: 'zoom', shortcuts: ['mod+0'], where: 'window' },
  { id: 'view.toggle-grid', menu: 'view', group: 'grid', shortcuts: [`mod+'`], where: 'canvas' },
  { id: 'view.toggle-snap-grid', menu: 'view', group: 'grid', shortcuts: [], where: 'canvas' },
  { id: 'view.toggle-snap-elements', menu: 'view', group: 'grid', shortcuts: [], where: 'canvas' },
  { id: 'view.theme-light', menu: 'view', group: 'theme', shortcuts: [], where: 'window' },
  { id: 'view.theme-dark', menu: 'view', group: 'theme', shortcuts: [], where: 'window' },
  { id: 'view.theme-auto', menu: 'view', group: 'theme', shortcuts: [], where: 'window' },
] as const satisfies readonly CommandShape[];
