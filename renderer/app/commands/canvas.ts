import type { CommandShape } from './command-shape.ts';

export const canvasCommands = [
  { id: 'canvas.add-process', menu: 'canvas', group: 'add', shortcuts: ['p'], where: 'canvas' },
  { id: 'canvas.add-data-store', menu: 'canvas', group: 'add', shortcuts: ['d'], where: 'canvas' },
  {
    id: 'canvas.add-external-entity',
    menu: 'canvas',
    group: 'add',
    shortcuts: ['e'],
    where: 'canvas',
  },
  { id: 'canvas.add-boundary', menu: 'canvas', group: 'add', shortcuts: ['b'], where: 'canvas' },
  { id: 'canvas.add-note', menu: 'canvas', group: 'add', shortcuts: ['n'], where: 'canvas' },
  { id: 'canvas.connect', menu: 'canvas', group: 'connect', shortcuts: ['c'], where: 'canvas' },
  { id: 'canvas.reverse-flow', menu: 'canvas', group: 'flow', shortcuts: [], where: 'canvas' },
] as const satisfies readonly CommandShape[];
