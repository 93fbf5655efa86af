import type { CommandShape } from './command-shape.ts';

const shared = { menu: 'canvas', submenu: 'canvases' } as const;

/** Commands on whole canvases, in the canvas menu. */
export const canvasesCommands = [
  { ...shared, id: 'canvas.new', group: 'canvases', shortcuts: ['mod+t'], where: 'window' },
  { ...shared, id: 'canvas.rename-canvas', group: 'canvases', shortcuts: [], where: 'window' },
  { ...shared, id: 'canvas.duplicate-canvas', group: 'canvases', shortcuts: [], where: 'window' },
  {
    ...shared,
    id: 'canvas.move-canvas-left',
    group: 'order',
    shortcuts: ['mod+shift+arrowleft'],
    where: 'document',
  },
  {
    ...shared,
    id: 'canvas.move-canvas-right',
    group: 'order',
    shortcuts: ['mod+shift+arrowright'],
    where: 'document',
  },
  {
    ...shared,
    id: 'canvas.previous-canvas',
    group: 'switch',
    shortcuts: ['mod+pageup'],
    where: 'window',
  },
  {
    ...shared,
    id: 'canvas.next-canvas',
    group: 'switch',
    shortcuts: ['mod+pagedown'],
    where: 'window',
  },
  { ...shared, id: 'canvas.delete-canvas', group: 'delete', shortcuts: [], where: 'window' },
  {
    id: 'canvas.move-elements',
    menu: 'canvas',
    group: 'across',
    shortcuts: ['mod+alt+m'],
    where: 'canvas',
  },
] as const satisfies readonly CommandShape[];
