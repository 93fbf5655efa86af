import type { Priority } from '../api/enumerations.ts';

/**
 * A color in the light and in the dark theme, and the system color that replaces both in the browser's
 * forced-colors mode. `opacity` is 1 unless given. Images and reports use the light theme.
 */
export type ThemeColor = {
  light: string;
  dark: string;
  forced: 'Canvas' | 'CanvasText' | 'GrayText' | 'transparent';
  opacity?: { light: number; dark: number };
};

/**
 * The colors of a canvas on the screen and in images. The colors of element kinds are in
 * `element-kinds.ts`. The window makes a CSS variable from each color
 * (`renderer/ui/theme/canvas-tokens.ts`).
 */
export const canvasColors = {
  canvas: { light: '#ffffff', dark: '#15181f', forced: 'Canvas' },
  'canvas-dots': { light: '#d7dbe2', dark: '#2d3440', forced: 'Canvas' },
  /** The fill of elements that are out of scope or of unknown type. */
  node: { light: '#ffffff', dark: '#1f242e', forced: 'Canvas' },
  'node-speck': { light: '#b9c0cb', dark: '#5d6675', forced: 'GrayText' },
  'node-line': { light: '#7d8796', dark: '#7a8494', forced: 'CanvasText' },
  'node-text': { light: '#1a202b', dark: '#e3e7ee', forced: 'CanvasText' },
  'node-dimmed': { light: '#616b7a', dark: '#98a1af', forced: 'CanvasText' },
  /**
   * The fill of a boundary on the screen and in images. The overview of a large drawing uses the fill in
   * `element-kinds.ts` instead.
   */
  boundary: {
    light: '#5562d0',
    dark: '#8894e9',
    forced: 'transparent',
    opacity: { light: 0.04, dark: 0.05 },
  },
  'boundary-collapsed': { light: '#f8f9fb', dark: '#13161d', forced: 'Canvas' },
  flow: { light: '#616b7a', dark: '#98a1af', forced: 'CanvasText' },
  'flow-text': { light: '#475060', dark: '#b6bdc9', forced: 'CanvasText' },
  'flow-tag': { light: '#e6e9ee', dark: '#2b323e', forced: 'Canvas' },
  'flow-tag-line': { light: '#d7dbe2', dark: '#3a4250', forced: 'CanvasText' },
} as const satisfies Record<string, ThemeColor>;

/**
 * The colors of priorities: a strong color for text and icons, and a soft color for the background
 * behind them. The strong color has a contrast of at least 4.5:1 on the canvas and on the soft color.
 * `none` is for elements without threats.
 */
export const severityColors = {
  low: {
    strong: { light: '#2b6a4b', dark: '#7fc9a0', forced: 'CanvasText' },
    soft: { light: '#e4f3ea', dark: '#1b2f26', forced: 'Canvas' },
  },
  medium: {
    strong: { light: '#7d5700', dark: '#e3bd62', forced: 'CanvasText' },
    soft: { light: '#fbf0d3', dark: '#332a16', forced: 'Canvas' },
  },
  high: {
    strong: { light: '#a8430c', dark: '#f2a06b', forced: 'CanvasText' },
    soft: { light: '#fdeadd', dark: '#38251a', forced: 'Canvas' },
  },
  critical: {
    strong: { light: '#b4232f', dark: '#f58c92', forced: 'CanvasText' },
    soft: { light: '#fce6e7', dark: '#3b2024', forced: 'Canvas' },
  },
  none: {
    strong: { light: '#616b7a', dark: '#98a1af', forced: 'CanvasText' },
    soft: { light: '#f1f3f6', dark: '#222833', forced: 'Canvas' },
  },
} as const satisfies Record<Priority | 'none', { strong: ThemeColor; soft: ThemeColor }>;

/**
 * The colors that a person can give elements: one for the line, and one for the fill behind the name.
 * Text has a contrast of at least 4.5:1 on the fill. There are few colors, because each has to look
 * right in both themes and in print. No element kind has any of them as its default color.
 */
export const elementColorTable = {
  red: {
    line: { light: '#c2323d', dark: '#f08b91', forced: 'CanvasText' },
    fill: { light: '#fdecec', dark: '#3a2024', forced: 'Canvas' },
  },
  orange: {
    line: { light: '#a84f0c', dark: '#eda16c', forced: 'CanvasText' },
    fill: { light: '#fdf0e4', dark: '#38261a', forced: 'Canvas' },
  },
  yellow: {
    line: { light: '#806200', dark: '#dec065', forced: 'CanvasText' },
    fill: { light: '#fbf4d2', dark: '#322b16', forced: 'Canvas' },
  },
  green: {
    line: { light: '#2a7449', dark: '#75c69b', forced: 'CanvasText' },
    fill: { light: '#e7f4ec', dark: '#1a2e25', forced: 'Canvas' },
  },
  blue: {
    line: { light: '#1b68ae', dark: '#7cb6ec', forced: 'CanvasText' },
    fill: { light: '#e6f1fb', dark: '#1a2b3d', forced: 'Canvas' },
  },
  purple: {
    line: { light: '#7a45b5', dark: '#c09ded', forced: 'CanvasText' },
    fill: { light: '#f3ecfb', dark: '#2c2340', forced: 'Canvas' },
  },
  grey: {
    line: { light: '#5a6372', dark: '#a4adbb', forced: 'CanvasText' },
    fill: { light: '#eef0f3', dark: '#292f39', forced: 'Canvas' },
  },
} as const satisfies Record<string, { line: ThemeColor; fill: ThemeColor }>;

export type ElementColor = keyof typeof elementColorTable;

export const isElementColor = (name: unknown): name is ElementColor =>
  typeof name === 'string' && Object.hasOwn(elementColorTable, name);

export const elementColors: readonly ElementColor[] =
  Object.keys(elementColorTable).filter(isElementColor);
