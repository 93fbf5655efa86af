import type { CommandShape } from './command-shape.ts';

export const helpCommands = [
  { id: 'help.shortcuts', menu: 'help', group: 'help', shortcuts: ['mod+/'], where: 'window' },
] as const satisfies readonly CommandShape[];
