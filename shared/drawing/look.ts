import type { ElementColor, NodeType } from '../canvas/document.ts';

/** The colours of the app's canvas in its light theme (renderer/ui/tokens.css), opaque. */
export const colours = {
  canvas: '#ffffff',
  node: '#ffffff',
  nodeLine: '#7d8796',
  nodeText: '#1a202b',
  dimmed: '#616b7a',
  faded: '#d7dbe2',
  note: '#fdf8dc',
  noteLine: '#d9cb86',
  boundary: '#5562d0',
  boundaryLine: '#5b64a8',
  collapsed: '#f8f9fb',
  flow: '#616b7a',
  flowText: '#475060',
  tag: '#e6e9ee',
} as const;

/** What a person colours lines with: `--element-…` of the same tokens. */
export const elementLines: Record<ElementColor, string> = {
  red: '#c2323d',
  orange: '#a84f0c',
  yellow: '#806200',
  green: '#2a7449',
  blue: '#1b68ae',
  purple: '#7a45b5',
  grey: '#5a6372',
};

/** What goes with these lines: `--element-…-soft`. */
export const elementFills: Record<ElementColor, string> = {
  red: '#fdecec',
  orange: '#fdf0e4',
  yellow: '#fbf4d2',
  green: '#e7f4ec',
  blue: '#e6f1fb',
  purple: '#f3ecfb',
  grey: '#eef0f3',
};

/** The line of what is out of scope, which the words say as well: of a box, and of a boundary. */
export const outOfScopeDashes = { box: '5 4', boundary: '2 5' } as const;

type BoxLook = { fill: string; line: number; sides: boolean; radius: number };

/** How the boxes differ: `sides` is false for a store, which has a line above and below only. */
export const boxLooks = {
  processNode: { fill: '#f3f5ff', line: 1.5, sides: true, radius: 14 },
  dataStoreNode: { fill: '#f2f8f5', line: 2, sides: false, radius: 0 },
  externalEntityNode: { fill: '#faf6ef', line: 2.5, sides: true, radius: 0 },
  other: { fill: colours.node, line: 1.5, sides: true, radius: 0 },
} as const satisfies Partial<Record<NodeType | 'other', BoxLook>>;

export const outOfScope = 'Out of scope';
/** What a collapsed boundary says of what it hides. */
export const heldText = (count: number): string =>
  count === 1 ? '1 element' : `${count} elements`;
export const emptyCanvas = 'This canvas is empty.';
