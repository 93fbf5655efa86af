import {
  componentKindNames,
  elementKindNames,
  elementKinds,
} from '#shared/canvas/element-kinds.ts';
import type { CommandShape, SubmenuId } from './command-shape.ts';

/**
 * Returns the table rows of commands on selected flows. These commands have no shortcuts, so the person
 * runs them from menus or the command palette.
 */
const flowCommands = <Id extends string>(submenu: SubmenuId, ids: readonly Id[]) =>
  ids.map((id) => ({
    id,
    menu: 'canvas' as const,
    submenu,
    group: 'flow',
    shortcuts: [],
    where: 'canvas' as const,
  }));

const additions = elementKindNames.map((kind) => ({
  id: elementKinds[kind].command,
  menu: 'canvas' as const,
  group: 'add',
  shortcuts: [elementKinds[kind].key],
  where: 'canvas' as const,
}));

const kindChanges = componentKindNames.map((kind) => ({
  id: elementKinds[kind].changeCommand,
  menu: 'canvas' as const,
  submenu: 'kind' as const,
  group: 'element',
  shortcuts: [],
  where: 'canvas' as const,
}));

export const canvasCommands = [
  ...additions,
  { id: 'canvas.connect', menu: 'canvas', group: 'connect', shortcuts: ['c'], where: 'canvas' },
  {
    id: 'canvas.extend-up',
    menu: 'canvas',
    submenu: 'extend',
    group: 'connect',
    shortcuts: ['mod+arrowup'],
    where: 'canvas',
  },
  {
    id: 'canvas.extend-right',
    menu: 'canvas',
    submenu: 'extend',
    group: 'connect',
    shortcuts: ['mod+arrowright'],
    where: 'canvas',
  },
  {
    id: 'canvas.extend-down',
    menu: 'canvas',
    submenu: 'extend',
    group: 'connect',
    shortcuts: ['mod+arrowdown'],
    where: 'canvas',
  },
  {
    id: 'canvas.extend-left',
    menu: 'canvas',
    submenu: 'extend',
    group: 'connect',
    shortcuts: ['mod+arrowleft'],
    where: 'canvas',
  },
  {
    id: 'canvas.connect-to',
    menu: 'canvas',
    group: 'connect',
    shortcuts: ['shift+c'],
    where: 'canvas',
  },
  { id: 'canvas.flow-to-itself', menu: 'canvas', group: 'connect', shortcuts: [], where: 'canvas' },
  ...flowCommands('flow-shape', [
    'canvas.flow-smooth',
    'canvas.flow-straight',
    'canvas.flow-stepped',
  ]),
  ...flowCommands('flow-direction', [
    'canvas.flow-one-way',
    'canvas.flow-both-ways',
    'canvas.reverse-flow',
  ]),
  ...flowCommands('flow-line', [
    'canvas.flow-add-bend',
    'canvas.flow-edit-line',
    'canvas.flow-straighten',
    'canvas.flow-move-label',
    'canvas.flow-reset-label',
  ]),
  ...flowCommands('flow-ends', ['canvas.flow-source', 'canvas.flow-target']),
  {
    id: 'canvas.move-into',
    menu: 'canvas',
    group: 'boundary',
    shortcuts: ['mod+shift+b'],
    where: 'canvas',
  },
  ...kindChanges,
  {
    id: 'canvas.toggle-collapsed',
    menu: 'canvas',
    group: 'element',
    shortcuts: ['mod+.'],
    where: 'canvas',
  },
  {
    id: 'canvas.toggle-out-of-scope',
    menu: 'canvas',
    group: 'element',
    shortcuts: [],
    where: 'canvas',
  },
  {
    id: 'canvas.toggle-no-threats',
    menu: 'canvas',
    group: 'element',
    shortcuts: [],
    where: 'canvas',
  },
  {
    id: 'canvas.toggle-locked',
    menu: 'canvas',
    group: 'element',
    shortcuts: ['mod+l'],
    where: 'canvas',
  },
  {
    id: 'canvas.color-none',
    menu: 'canvas',
    submenu: 'color',
    group: 'look',
    shortcuts: [],
    where: 'canvas',
  },
  {
    id: 'canvas.color-red',
    menu: 'canvas',
    submenu: 'color',
    group: 'look',
    shortcuts: [],
    where: 'canvas',
  },
  {
    id: 'canvas.color-orange',
    menu: 'canvas',
    submenu: 'color',
    group: 'look',
    shortcuts: [],
    where: 'canvas',
  },
  {
    id: 'canvas.color-yellow',
    menu: 'canvas',
    submenu: 'color',
    group: 'look',
    shortcuts: [],
    where: 'canvas',
  },
  {
    id: 'canvas.color-green',
    menu: 'canvas',
    submenu: 'color',
    group: 'look',
    shortcuts: [],
    where: 'canvas',
  },
  {
    id: 'canvas.color-blue',
    menu: 'canvas',
    submenu: 'color',
    group: 'look',
    shortcuts: [],
    where: 'canvas',
  },
  {
    id: 'canvas.color-purple',
    menu: 'canvas',
    submenu: 'color',
    group: 'look',
    shortcuts: [],
    where: 'canvas',
  },
  {
    id: 'canvas.color-grey',
    menu: 'canvas',
    submenu: 'color',
    group: 'look',
    shortcuts: [],
    where: 'canvas',
  },
  {
    id: 'canvas.bring-to-front',
    menu: 'canvas',
    submenu: 'order',
    group: 'look',
    shortcuts: ['shift+pageup'],
    where: 'canvas',
  },
  {
    id: 'canvas.bring-forward',
    menu: 'canvas',
    submenu: 'order',
    group: 'look',
    shortcuts: ['pageup'],
    where: 'canvas',
  },
  {
    id: 'canvas.send-backward',
    menu: 'canvas',
    submenu: 'order',
    group: 'look',
    shortcuts: ['pagedown'],
    where: 'canvas',
  },
  {
    id: 'canvas.send-to-back',
    menu: 'canvas',
    submenu: 'order',
    group: 'look',
    shortcuts: ['shift+pagedown'],
    where: 'canvas',
  },
  {
    id: 'canvas.name-version',
    menu: 'canvas',
    group: 'versions',
    shortcuts: ['mod+shift+s'],
    where: 'window',
  },
  {
    id: 'canvas.mark-reviewed',
    menu: 'canvas',
    group: 'versions',
    shortcuts: [],
    where: 'window',
  },
  {
    id: 'canvas.show-history',
    menu: 'canvas',
    group: 'versions',
    shortcuts: ['mod+shift+h'],
    where: 'window',
  },
  {
    id: 'canvas.compare-versions',
    menu: 'canvas',
    group: 'versions',
    shortcuts: [],
    where: 'window',
  },
  {
    id: 'canvas.compare-service',
    menu: 'canvas',
    group: 'versions',
    shortcuts: [],
    where: 'window',
  },
] as const satisfies readonly CommandShape[];

const arranging = { menu: 'canvas', submenu: 'arrange', where: 'canvas' } as const;
const layout = { menu: 'canvas', submenu: 'layout', where: 'canvas' } as const;

/**
 * Commands that arrange elements. The shortcuts for aligning and distributing are the same as in Figma.
 */
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
  { ...layout, id: 'layout.everything', group: 'everything', shortcuts: ['mod+shift+l'] },
  { ...layout, id: 'layout.selection', group: 'selection', shortcuts: [] },
  { ...layout, id: 'layout.inside', group: 'inside', shortcuts: [] },
] as const satisfies readonly CommandShape[];
