import { priorities } from '#shared/api/enumerations.ts';
import { elementColors, isElementColor, type ElementColor } from '#shared/canvas/canvas-colors.ts';
import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import { elementKindNames, isElementKind, type ElementKind } from '#shared/canvas/element-kinds.ts';
import { isPriority } from '../../kernel/records/severity.tsx';
import type { Badges } from '../state/badges.ts';

/**
 * The appearances of elements from afar. An element has the color of its open threat with the
 * highest priority, otherwise its own color, otherwise the color of its kind.
 */
const styleNames = [...elementKindNames, 'other', 'flow', ...elementColors, ...priorities] as const;
type StyleName = (typeof styleNames)[number];

const numbers = new Map<string, number>(styleNames.map((name, number) => [name, number]));
const numberOf = (name: StyleName): number => numbers.get(name) ?? 0;

const flowStyle = numberOf('flow');

/** Indexes into `styleNames`, in document order. */
export type StyleIndexes = { nodes: Uint8Array; flows: Uint8Array };

type Known = { badges: Badges | null; styles: Uint8Array };
const known = new WeakMap<readonly (CanvasNode | CanvasEdge)[], Known>();

const styleIndexesOfEach = <Element extends CanvasNode | CanvasEdge>(
  elements: readonly Element[],
  badges: Badges | null,
  ownStyle: (element: Element) => number,
): Uint8Array => {
  const before = known.get(elements);
  if (before?.badges === badges) return before.styles;
  const styles = Uint8Array.from(elements, (element) => {
    const { componentId, color } = element.data ?? {};
    const worst = componentId === undefined ? null : badges?.get(componentId)?.worstPriority;
    return numbers.get(worst ?? '') ?? numbers.get(String(color)) ?? ownStyle(element);
  });
  known.set(elements, { badges, styles });
  return styles;
};

const nodeStyle = ({ type }: CanvasNode): number => numberOf(isElementKind(type) ? type : 'other');

export const styleIndexesOf = (
  { nodes, edges }: CanvasDocument,
  badges: Badges | null,
): StyleIndexes => ({
  nodes: styleIndexesOfEach(nodes, badges, nodeStyle),
  flows: styleIndexesOfEach(edges, badges, () => flowStyle),
});

/** `fill` and `line` are for a box large enough for an outline, `speck` is for a smaller box. */
type ElementStyle = { fill: string; line: string; speck: string };

export type Palette = {
  styles: readonly ElementStyle[];
  canvas: string;
  text: string;
  dimmed: string;
  boundary: string;
  boundaryLine: string;
  selection: string;
  selectionSoft: string;
  font: string;
};

type Tokens = { fill: string; line: string; speck: string };

const threatTokens = (priority: string): Tokens => {
  const strong = `--severity-${priority}`;
  return { fill: `${strong}-soft`, line: strong, speck: strong };
};

const kindTokens = (kind: ElementKind): Tokens => ({
  fill: `--${kind}-fill`,
  line: `--${kind}-line`,
  speck: `--${kind}-speck`,
});

const colorTokens = (color: ElementColor): Tokens => ({
  fill: `--element-${color}-fill`,
  line: `--element-${color}-line`,
  speck: `--element-${color}-line`,
});

const tokensOf = (name: StyleName): Tokens => {
  if (isElementKind(name)) return kindTokens(name);
  if (isElementColor(name)) return colorTokens(name);
  if (isPriority(name)) return threatTokens(name);
  if (name === 'flow') return { fill: '--flow', line: '--flow', speck: '--flow' };
  return { fill: '--node', line: '--node-line', speck: '--node-speck' };
};

/**
 * Reads the current values of CSS variables, for light, dark, or forced colors. An HTML canvas
 * cannot use the variables themselves.
 */
export const paletteOf = (element: Element): Palette => {
  const style = getComputedStyle(element);
  const valueOf = (token: string): string => style.getPropertyValue(token).trim();
  return {
    styles: styleNames.map((name) => {
      const { fill, line, speck } = tokensOf(name);
      return { fill: valueOf(fill), line: valueOf(line), speck: valueOf(speck) };
    }),
    canvas: valueOf('--canvas'),
    text: valueOf('--node-text'),
    dimmed: valueOf('--text-dimmed'),
    boundary: valueOf('--trustBoundaryNode-fill'),
    boundaryLine: valueOf('--trustBoundaryNode-line'),
    selection: valueOf('--selection'),
    selectionSoft: valueOf('--selection-soft'),
    font: style.fontFamily,
  };
};
