import type { CommandShape } from './command-shape.ts';

const arranging = { menu: 'canvas', submenu: 'arrange', where: 'canvas' } as const;
const layout = { menu: 'canvas', submenu: 'layout', where: 'canvas' } as const;

/** The keys are those of Figma, whose hands many have. */
export const arrangeCommands = [
  { ...arranging, id: 'arrange.align-left', group: 'align', shortcuts: ['alt+a'] },
  { ...arranging, id: 'arrange.align-centre', group: 'align', shortcuts: ['alt+h'] },
  { ...arranging, id: 'arrange.align-right', group: 'align', shortcuts: ['alt+d'] },
  { ...arranging, id: 'arrange.align-top', group: 'align', shortcuts: ['alt+w'] },
  { ...arranging, id: 'arrange.align-middle', group: 'align', shortcuts: ['alt+v'] },
  { ...arranging, id: 'arrange.align-bottom', group: 'align', shortcuts: ['alt+s'] },
  {
    ...arranging,
    id: 'arrange.distribute-across',
    group: 'distribute',
    shortcuts: ['alt+shift+h'],
  },
  { ...arranging, id: 'arrange.distribute-down', group: 'distribute', shortcuts: ['alt+shift+v'] },
  { ...arranging, id: 'arrange.same-width', group: 'size', shortcuts: [] },
  { ...arranging, id: 'arrange.same-height', group: 'size', shortcuts: [] },
  { ...arranging, id: 'arrange.same-size', group: 'size', shortcuts: [] },
  { ...layout, id: 'layout.everything-right', group: 'everything', shortcuts: ['mod+shift+l'] },
  { ...layout, id: 'layout.everything-down', group: 'everything', shortcuts: [] },
  { ...layout, id: 'layout.selection-right', group: 'selection', shortcuts: [] },
  { ...layout, id: 'layout.selection-down', group: 'selection', shortcuts: [] },
  { ...layout, id: 'layout.inside-right', group: 'inside', shortcuts: [] },
  { ...layout, id: 'layout.inside-down', group: 'inside', shortcuts: [] },
] as const satisfies readonly CommandShape[];
